"""Documents, queries and the harness of the VectorIndex contract suite."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import numpy as np

from mneme.application.ports.vector_index import (
    IndexDocument,
    IndexHit,
    IndexHits,
    IndexQuery,
    Tombstone,
    VectorIndex,
    Visible,
)
from mneme.domain.memory import Kind, MemType, Ownership, Status
from mneme.domain.scope import VisibleScope, join_key
from mneme.domain.tenancy import TenantContext

DIMENSIONS = 8
EVERYTHING = 500
"""A list limit that no test's set of documents reaches."""

NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
GLOBAL = VisibleScope("G", 1)

Key = tuple[str, int]


def vector(*weights: float, dimensions: int = DIMENSIONS) -> bytes:
    """Return the unit vector with these first coordinates, up to scale."""
    values = np.zeros(dimensions, "<f4")
    values[: len(weights)] = weights
    return bytes((values / np.linalg.norm(values)).astype("<f4"))


def document(user: str, memory_id: str = "m1", **changes: Any) -> IndexDocument:
    """Return a visible document that says nothing in particular, but for the changes."""
    settings: dict[str, Any] = {
        "revision": 1,
        "version": 1,
        "status": Status.ACTIVE,
        "scope": GLOBAL,
        "ownership": Ownership.USER,
        "mem_type": MemType.SEMANTIC,
        "kind": Kind.FACT,
        "vector": vector(1),
        "model": "test-model",
        "terms": ("tea",),
        "observed_at": NOW,
    }
    return IndexDocument(user=user, memory_id=memory_id, **(settings | changes))


def tombstone(
    user: str, memory_id: str = "m1", *, revision: int = 1, version: int = 9
) -> Tombstone:
    """Return the tombstone of a memory's revision."""
    return Tombstone(user, memory_id, revision, version)


def visible(*scopes: VisibleScope, **changes: Any) -> Visible:
    """Return the predicate for these scopes (GLOBAL without any), now, but for the changes."""
    settings: dict[str, Any] = {"scopes": frozenset(scopes or {GLOBAL}), "now": NOW, "at": NOW}
    return Visible(**(settings | changes))


def query(user: str, seen: Visible | None = None, **changes: Any) -> IndexQuery:
    """Return a query that finds every visible document by its vector, but for the changes."""
    settings: dict[str, Any] = {
        "vector": vector(1),
        "terms": (),
        "vector_limit": EVERYTHING,
        "lexical_limit": EVERYTHING,
        "timeout_seconds": 10.0,
    }
    return IndexQuery(user=user, visible=seen or visible(), **(settings | changes))


@dataclass(frozen=True)
class IndexHarness:
    """An index with room for one test: nobody else writes for its tenant."""

    index: VectorIndex
    tenant: TenantContext
    refresh: Callable[[], None]

    def user(self, name: str = "ann") -> str:
        """Return the partition of one of the tenant's users."""
        return join_key(self.tenant.tenant_id, name)

    def write(self, *entries: IndexDocument | Tombstone) -> None:
        """Write the entries in one go and make them visible."""
        self.index.apply(self.tenant, entries)
        self.refresh()

    def search(self, asked: IndexQuery) -> IndexHits:
        """Return what the index answers."""
        return self.index.search(self.tenant, asked)

    def hits(self, asked: IndexQuery) -> dict[Key, IndexHit]:
        """Return the hits by (memory id, revision), each found once."""
        found = self.search(asked).hits
        by_key = {(hit.memory_id, hit.revision): hit for hit in found}
        assert len(by_key) == len(found), "a document was returned twice"
        return by_key

    def found(self, asked: IndexQuery) -> set[str]:
        """Return the ids of the memories that are found."""
        return {memory_id for memory_id, _ in self.hits(asked)}
