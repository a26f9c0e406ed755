"""The chapters of a slot: every value that its memories have had, and when each held."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from mneme.application.commit.known_memory import KnownMemory, candidate
from mneme.application.repositories.memory_repository import MemoryRepository
from mneme.domain.evolution.slot_history import Chapter
from mneme.domain.memory import Head, Revision, Status, end_of_past
from mneme.domain.retrieval.blinding import normalised
from mneme.domain.tenancy import TenantContext

REVISIONS_READ = 100
"""Of a slot that has changed more often, the newest revisions of each memory are read."""


@dataclass(frozen=True, slots=True)
class SlotHistory:
    """The chapters, and the memories they belong to as they stand now."""

    chapters: tuple[Chapter, ...]
    memories: dict[str, KnownMemory]


@dataclass(frozen=True)
class ReadSlotHistory:
    """Reads the revisions of a slot's memories: only for a fact that arrives late."""

    memories: MemoryRepository

    def __call__(
        self, tenant: TenantContext, user_id: str, heads: Sequence[Head], text: str
    ) -> SlotHistory:
        """Return the chapters of the memories, compared with a text."""
        each = max(1, REVISIONS_READ // max(1, len(heads)))
        refs = [
            (head.memory_id, number)
            for head in heads
            for number in range(max(1, head.revision - each + 1), head.revision + 1)
        ]
        revisions = self.memories.revisions(tenant, user_id, refs)
        by_id = {head.memory_id: head for head in heads}
        told = {ref: KnownMemory(by_id[ref[0]], revisions[ref]) for ref in refs if ref in revisions}
        chapters = [
            _chapter(one, revisions.get((memory_id, number + 1)), text)
            for (memory_id, number), one in told.items()
        ]
        now = {
            one.memory_id: one
            for one in told.values()
            if one.revision.revision == one.head.revision
        }
        return SlotHistory(tuple(chapters), now)


def _chapter(one: KnownMemory, following: Revision | None, text: str) -> Chapter:
    seen, revision = candidate(one, 1.0), one.revision
    ends = one.head.invalid_at
    if following is not None:
        ends = end_of_past(revision, following)
        seen = replace(
            seen,
            revision=revision.revision,
            observed_at=revision.observed_at,
            valid_at=revision.valid_at,
        )
    same = normalised(revision.content) == normalised(text)
    last = following is None
    return Chapter(seen, ends, same, last, current=last and one.head.status is Status.ACTIVE)
