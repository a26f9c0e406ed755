"""The vocabulary of evolution: what is asked, what is proposed, what is decided (DESIGN §8).

An evolver, rules or a model, only proposes. `verdicts` decides: it holds every proposal to the
same discipline, so that nothing an evolver says can destroy a memory or overrule a person.
"""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from mneme.domain.fact import Fact
from mneme.domain.memory import Provenance, Status
from mneme.domain.task import Decision


class Reason(StrEnum):
    """Why it was decided so: a code for the change record, never content."""

    NEW = "new"
    SAME_CONTENT = "same_content"
    SAME_MEANING = "same_meaning"
    NEWER_FOR_KEY = "newer_for_key"
    MORE_COMPLETE = "more_complete"
    JOINED = "joined"
    CONTRADICTED = "contradicted"
    MODEL = "model"
    APPENDED = "appended"
    NOT_CERTAIN = "not_certain"
    IN_DOUBT = "in_doubt"
    OVER_ALREADY = "over_already"
    OLDER_OBSERVATION = "older_observation"
    LOWER_PROVENANCE = "lower_provenance"
    UNKNOWN_TARGET = "unknown_target"
    TARGET_MOVED = "target_moved"
    NOT_SIMILAR = "not_similar"
    NOT_THE_SAME = "not_the_same"
    UNFOUNDED_TEXT = "unfounded_text"
    NOT_JOINABLE = "not_joinable"
    MODEL_UNAVAILABLE = "model_unavailable"
    MORE_ATTRIBUTES = "more_attributes"
    EDITED = "edited"
    DELETED = "deleted"
    CORRECTED = "corrected"
    TOLD_AGAIN = "told_again"


@dataclass(frozen=True, slots=True)
class Candidate:
    """A memory of a fact's own place that the fact may repeat, change or contradict.

    It is of the fact's kind and ownership and has its speaker. `similarity` is to the fact, on the
    scale of `similarity`. `unsaid` marks an earlier fact of the same task, which has no memory yet:
    its `memory_id` is the one it would get. `told_at` is when it was said first, where it has been
    said again since.
    """

    memory_id: str
    revision: int
    text: str
    similarity: float
    status: Status
    provenance: Provenance
    observed_at: datetime
    valid_at: datetime | None = None
    invalid_at: datetime | None = None
    expire_at: datetime | None = None
    fact_key: str | None = None
    unsaid: bool = False
    told_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Case:
    """One fact to decide about, with its candidates, the most similar first.

    `memory_id` is the one the fact gets if it becomes a memory.
    """

    fact: Fact
    candidates: tuple[Candidate, ...]
    memory_id: str = ""


@dataclass(frozen=True, slots=True)
class Proposal:
    """What an evolver would do with one fact.

    `targets` are memory ids of candidates; those of an ADD that is IN_DOUBT may contradict the
    fact. `text` is what the memory should say from now on, None for the fact's own words.
    `unknown_targets` counts what it named that was not on its list.
    """

    decision: Decision
    targets: tuple[str, ...] = ()
    text: str | None = None
    reason: Reason = Reason.NEW
    unknown_targets: int = 0


@dataclass(frozen=True, slots=True)
class Interval:
    """The place of a fact in time, where other memories limit it.

    It holds `until` the memory `ended_by` does. The revision `closes` (memory id, number) held only
    until the fact did; the memory `resumes` held before the fact and does so again after it.
    `repeats` is the revision that says the same of the same time.
    """

    until: datetime | None = None
    ended_by: str | None = None
    closes: tuple[str, int] | None = None
    resumes: str | None = None
    repeats: tuple[str, int] | None = None


UNLIMITED = Interval()


@dataclass(frozen=True, slots=True)
class Verdict:
    """What will be done.

    `targets`, by decision. SKIP: the memory that says it already. UPDATE, MERGE: the memory that
    takes the fact up as its next revision, then those that are superseded by it. DELETE: the
    memories that are superseded by the new one. `text` is what the memory will say, None for the
    fact's own words. Each memory in `conflicts_with` is marked as in conflict with the new one,
    and the new one with it. `interval` is where the fact stands in time.
    """

    decision: Decision
    reason: Reason
    targets: tuple[str, ...] = ()
    text: str | None = None
    conflicts_with: tuple[str, ...] = ()
    interval: Interval = UNLIMITED

    @property
    def superseded(self) -> tuple[str, ...]:
        """The memories that will be superseded."""
        if self.decision is Decision.DELETE:
            return self.targets
        return self.targets[1:] if self.decision in {Decision.UPDATE, Decision.MERGE} else ()


@dataclass(frozen=True, slots=True)
class Limits:
    """The numbers of the discipline."""

    candidates: int = 10
    """Most memories that a fact is compared with (seed 3 chapter 8)."""
    join: float = 0.90
    """Least similarity of memories that are made one."""
    same: float = 0.80
    """Least similarity of what rules take for the same: that of a paraphrase."""
    related: float = 0.20
    """Least similarity of a memory that a fact may update or supersede: clearly above that of
    unrelated statements."""
    retirements: int = 3
    """Most memories that one fact supersedes."""


DEFAULT_LIMITS = Limits()
