"""What changed last, TURNs aside, and the index may not show yet: kept for a lot of facts.

Between two facts of a lot only what has changed since is read anew. Who asks must check the heads
of what is found: others may write meanwhile, and what a scope's guard counts decides (decision 12).
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from mneme.application.index.compared_vectors import Direction
from mneme.application.repositories.memory_repository import MemoryRepository, RevisionRef
from mneme.domain.memory import Head, Kind, Ownership, Revision
from mneme.domain.scope import VisibleScope
from mneme.domain.tenancy import TenantContext

LIMIT = 100
"""Most memories, other than TURNs, that the index may be behind with."""


@dataclass(frozen=True, slots=True)
class Opened:
    """A revision, decrypted, with what it is compared by."""

    revision: Revision
    terms: frozenset[str]
    direction: Direction | None


@dataclass(frozen=True)
class RecentMemories:
    """Of one user. What a revision says never changes; its links do: a plan reads them anew.

    `nothing_archived` is where the index has shown nothing archived: it is not asked for it again.
    """

    memories: MemoryRepository
    nothing_archived: set[tuple[VisibleScope, Kind, Ownership]] = field(default_factory=set)
    _heads: dict[str, tuple[int, Head]] = field(default_factory=dict)
    _opened: dict[RevisionRef, Opened] = field(default_factory=dict)

    def heads(self, tenant: TenantContext, user_id: str) -> list[Head]:
        """Return the heads changed last, newest first, as they were at their last change."""
        changed = self.memories.changed_last(tenant, user_id, LIMIT)
        moved = [one for one, at in changed if self._heads.get(one, (None,))[0] != at]
        found = self.memories.heads(tenant, user_id, moved)
        kept = {one: self._heads[one] for one, _ in changed if one in self._heads}
        kept.update({one: (at, found[one]) for one, at in changed if one in found})
        self._heads.clear()
        self._heads.update(kept)
        return [kept[one][1] for one, _ in changed if one in kept]

    def opened(
        self, tenant: TenantContext, user_id: str, refs: Sequence[RevisionRef]
    ) -> dict[RevisionRef, Opened]:
        """Return the revisions that exist, by (memory id, revision number)."""
        missing = [ref for ref in refs if ref not in self._opened]
        for ref, revision in self.memories.revisions(tenant, user_id, missing).items():
            embedding = revision.embedding
            direction = None if embedding is None else Direction.of(embedding)
            self._opened[ref] = Opened(revision, frozenset(revision.terms), direction)
        return {ref: self._opened[ref] for ref in refs if ref in self._opened}
