"""What a recall asks for, and what it answers."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum

from mneme.domain.isolation import ScopeRequest
from mneme.domain.memory import Head, Kind, MemType, Ownership, Revision, TagValue
from mneme.domain.recall_account import NO_ACCOUNT, RecallAccount
from mneme.domain.visibility import carries_any, names_any, was_observed_within


@dataclass(frozen=True, slots=True)
class RecallFilter:
    """Narrows a recall; an empty set does not.

    Tags: any of the mappings, each wholly. Entities: any of the names. What was observed from
    `since` on and before `until`, each open if None.
    """

    ownership: frozenset[Ownership] = frozenset()
    mem_types: frozenset[MemType] = frozenset()
    kinds: frozenset[Kind] = frozenset()
    custom_tags: tuple[Mapping[str, TagValue], ...] = ()
    entities: frozenset[str] = frozenset()
    since: datetime | None = None
    until: datetime | None = None

    @property
    def asks_only_heads(self) -> bool:
        """Whether the heads alone tell what passes, and no revision has to."""
        of_heads = replace(self, ownership=frozenset(), mem_types=frozenset(), kinds=frozenset())
        return of_heads == RecallFilter()

    def labels(self, revision: Revision) -> bool:
        """Return whether what only the revision tells passes; heads tell the rest."""
        return (
            carries_any(revision.custom_tags, self.custom_tags)
            and names_any(revision.entities, self.entities)
            and was_observed_within(revision.observed_at, self.since, self.until)
        )


@dataclass(frozen=True, slots=True)
class RecallPolicy:
    """What a recall does where its request does not say, and how far it looks.

    Of the vectors it asks for `vector_hits` at least, and `vector_hits_per_result`; of the words
    for `lexical_hits`, more than are ranked, as the index's own term weights only choose. The best
    `candidates` of all go on. Of the time left, the embedding and the index have a share each:
    without an answer in it, the recall does without.
    """

    min_relevance: float = 0.3
    top_k: int = 10
    timeout_ms: int = 500
    vector_hits: int = 60
    vector_hits_per_result: int = 4
    lexical_hits: int = 200
    candidates: int = 100
    embedding_time_share: float = 0.5
    index_time_share: float = 0.6


@dataclass(frozen=True, slots=True)
class RecallQuery:
    """One recall of one user. `timeout_seconds` is the whole budget, from acceptance on.

    `include_turns` is None where the tenant's default is to hold.
    """

    user_id: str
    text: str
    scope: ScopeRequest = field(default_factory=ScopeRequest)
    filter: RecallFilter = field(default_factory=RecallFilter)
    top_k: int = 10
    min_relevance: float = 0.3
    include_turns: bool | None = False
    include_archived: bool = False
    include_superseded: bool = False
    as_of: datetime | None = None
    consistent: bool = False
    timeout_seconds: float = 0.5


class Degradation(StrEnum):
    """What a recall could not look at; the answer stands, but may miss something.

    EMBEDDING_UNAVAILABLE: the query has no vector, so only its words were looked for.
    INDEX_UNAVAILABLE: the search index did not answer, or not wholly, so only the user's strongest
    memories were looked at.
    """

    EMBEDDING_UNAVAILABLE = "embedding_unavailable"
    INDEX_UNAVAILABLE = "index_unavailable"


@dataclass(frozen=True, slots=True)
class Relevance:
    """How well one memory fits the query, in [0, 1], whatever the other candidates are.

    `vector` and `lexical` are its parts, None where that side was not looked at.
    """

    value: float
    vector: float | None
    lexical: float | None


@dataclass(frozen=True, slots=True)
class RecalledMemory:
    """A memory that was recalled, with its parts of the score (seed 3 chapter 7)."""

    head: Head
    revision: Revision
    weight: float
    relevance: Relevance
    final_score: float


@dataclass(frozen=True, slots=True)
class Recollection:
    """The answer: memories, best first, and what could not be looked at or was switched off."""

    memories: tuple[RecalledMemory, ...]
    degraded: tuple[Degradation, ...] = ()
    switched_off: tuple[str, ...] = ()
    account: RecallAccount = field(default=NO_ACCOUNT, compare=False)
