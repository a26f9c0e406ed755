"""The search index: a rebuildable projection of current memories. Never an authority.

A document is one revision of one memory. Everything a search may return is decided by `Visible`,
inside the index query; hits are checked again against the heads by the caller.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol

from mneme.domain.memory import Kind, MemType, Ownership, Status
from mneme.domain.retrieval.bm25 import TermStatistics
from mneme.domain.scope import VisibleScope
from mneme.domain.tenancy import TenantContext
from mneme.domain.visibility import Visible

__all__ = [
    "IndexContext",
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
class IndexContext:
    """What a TURN's neighbours say, for ranking: blind terms by offset (−3…3, never 0)."""

    terms: Mapping[int, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class IndexDocument:
    """What the index knows of one revision. `user` is the user partition: the routing value.

    `version` is the head's index version: an older one never replaces a newer one. `terms` are
    blind terms, repeated as they occur. `tags` are keyed hashes. `vector` is rotated float32.
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
    context: IndexContext = field(default_factory=IndexContext)


@dataclass(frozen=True, slots=True)
class Tombstone:
    """The memory is gone from the index at this version; older documents never come back."""

    user: str
    memory_id: str
    revision: int
    version: int


@dataclass(frozen=True, slots=True)
class IndexQuery:
    """One search of one user. Either list may be switched off by a limit of 0."""

    user: str
    visible: Visible
    vector: bytes | None
    terms: tuple[str, ...]
    vector_limit: int
    lexical_limit: int
    timeout_seconds: float


@dataclass(frozen=True, slots=True)
class IndexHit:
    """A document that was found. `cosine` is None if only the lexical list holds it."""

    memory_id: str
    revision: int
    cosine: float | None
    terms: tuple[str, ...]
    kind: Kind
    observed_at: datetime
    context: IndexContext = field(default_factory=IndexContext)


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
