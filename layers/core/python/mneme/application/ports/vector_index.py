"""The search index: a rebuildable projection of current memories. Never an authority.

A document is one revision of one memory. Everything a search may return is decided by `Visible`,
inside the index query; hits are checked again against the heads by the caller.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType
from typing import NamedTuple, Protocol

from mneme.domain.memory import Kind, MemType, Ownership, Status
from mneme.domain.retrieval.bm25 import TermStatistics
from mneme.domain.retrieval.term_places import TermPlaces, own_terms
from mneme.domain.retrieval.unit_context import NO_CONTEXT, UnitContext
from mneme.domain.scope import VisibleScope
from mneme.domain.tenancy import TenantContext
from mneme.domain.visibility import Visible

__all__ = [
    "IndexDocument",
    "IndexHit",
    "IndexHits",
    "IndexQuery",
    "TermStatistics",
    "Tombstone",
    "VectorIndex",
    "Visible",
]


@dataclass(frozen=True, slots=True)
class IndexDocument:
    """What the index knows of one revision. `user` is the user partition: the routing value.

    `version` is the head's index version: an older one never replaces a newer one. `terms` are
    blind terms, repeated as they occur. `tags` are keyed hashes of
    tags and entities. `vector` is rotated float32. No
    weight of this version of the memory exceeds `weight_cap`.
    """

    user: str
    memory_id: str
    revision: int
    version: int
    status: Status
    scope: VisibleScope
    ownership: Ownership
    mem_type: MemType
    kind: Kind
    vector: bytes
    model: str
    terms: tuple[str, ...]
    observed_at: datetime
    valid_at: datetime | None = None
    invalid_at: datetime | None = None
    expire_at: datetime | None = None
    tags: frozenset[str] = frozenset()
    context: UnitContext = NO_CONTEXT
    weight_cap: float = 1.0


@dataclass(frozen=True, slots=True)
class Tombstone:
    """The memory is gone from the index at this version; older documents never come back."""

    user: str
    memory_id: str
    revision: int
    version: int


@dataclass(frozen=True, slots=True)
class IndexQuery:
    """One search of one user. Either list may be switched off by a limit of 0.

    `terms` choose documents that hold them, and less those whose context does; `dates` (date words)
    those that were said on them or talk about them, alike. The cosines of the `known_cosines`
    nearest documents are told, found or not: those of what the lists hold, and of its neighbours.
    """

    user: str
    visible: Visible
    vector: bytes | None
    terms: tuple[str, ...]
    vector_limit: int
    lexical_limit: int
    timeout_seconds: float
    dates: tuple[str, ...] = ()
    known_cosines: int = 0


_NONE_NEAR: Mapping[str, float] = MappingProxyType({})


class IndexHit(NamedTuple):
    """A document that was found.

    `cosine` is missing for a document that is not among the nearest; `near` are the cosines of
    memories that are, for all hits of a search, among them some of this one's neighbours, each of
    its newest revision that is. `length` counts its own terms; the `context` holds no terms, as
    `places` says all about them. A tuple, as hundreds are made for each search.
    """

    memory_id: str
    revision: int
    cosine: float | None
    places: TermPlaces
    length: int
    kind: Kind
    observed_at: datetime
    context: UnitContext = NO_CONTEXT
    weight_cap: float = 1.0
    near: Mapping[str, float] = _NONE_NEAR

    @property
    def terms(self) -> tuple[str, ...]:
        """The document's own terms, each once."""
        return own_terms(self.places)


@dataclass(frozen=True, slots=True)
class IndexHits:
    """Distinct documents of both lists (unordered), and the statistics to rank them with."""

    hits: tuple[IndexHit, ...]
    statistics: TermStatistics


class VectorIndex(Protocol):
    """The index. A write is idempotent and may arrive late, twice or out of order."""

    def prepare(self) -> None:
        """Create what the index needs; the writer's first act. Raises Unavailable."""
        ...

    def apply(self, tenant: TenantContext, entries: Sequence[IndexDocument | Tombstone]) -> None:
        """Write documents and tombstones; older versions are ignored. Raises Unavailable."""
        ...

    def search(self, tenant: TenantContext, query: IndexQuery) -> IndexHits:
        """Return the nearest and the lexically best documents. Raises Unavailable."""
        ...
