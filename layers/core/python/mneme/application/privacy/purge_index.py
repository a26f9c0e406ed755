"""The step of a purge that takes out of the index what has no memory behind it any more."""

from collections import defaultdict
from dataclasses import dataclass

from mneme.application.ports.index_audit import IndexAudit, IndexedRevision
from mneme.application.ports.vector_index import Tombstone, VectorIndex
from mneme.application.privacy.purge_order import Purge
from mneme.application.privacy.purge_work import StepDone
from mneme.application.reconcile.compare_index import newest_version, stray
from mneme.application.repositories.memory_repository import MemoryRepository
from mneme.domain.erasure import Store
from mneme.domain.job import Progress

LISTED = 500
"""Entries of the index a page."""


@dataclass(frozen=True)
class PurgeIndex:
    """The stream of the heads does the same, later; here it is known to be done.

    It is counted while the memories are there still.
    """

    audit: IndexAudit
    index: VectorIndex
    memories: MemoryRepository

    def __call__(self, purge: Purge, after: str | None) -> StepDone:
        """Take a page of entries out, or count it. Raises Unavailable."""
        page = self.audit.listed(purge.tenant, purge.partition, after, LISTED)
        by_memory: dict[str, list[IndexedRevision]] = defaultdict(list)
        for entry in page.entries:
            by_memory[entry.memory_id].append(entry)
        heads = self.memories.heads(purge.tenant, purge.user_id, list(by_memory))
        if purge.counting:
            found = sum(
                len(stray(entries))
                for memory_id, entries in by_memory.items()
                if memory_id not in heads or purge.takes_memory(heads[memory_id])
            )
            counts = {Store.INDEX_DOCUMENTS: found}
            return StepDone(page.after, Progress(len(page.entries)), counts)
        gone = [
            Tombstone(purge.partition, memory_id, entry.revision, newest_version(entries) + 1)
            for memory_id, entries in by_memory.items()
            if memory_id not in heads
            for entry in stray(entries)
        ]
        if gone:
            self.index.apply(purge.tenant, gone)
        return StepDone(page.after, Progress(len(page.entries), len(gone)))
