"""What the index is told of a memory, from its rows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from mneme.application.ports.vector_index import IndexDocument, Tombstone
from mneme.application.repositories.key_ring import KeyRing
from mneme.application.repositories.memory_repository import MemoryRepository
from mneme.application.repositories.row_keys import user_of
from mneme.domain.memory import Head, Revision, Status
from mneme.domain.retrieval.blinding import blind_labels
from mneme.domain.scope import VisibleScope
from mneme.domain.tenancy import TenantContext

Entry = IndexDocument | Tombstone


@dataclass(frozen=True)
class IndexEntries:
    """Reads revisions as entries of the index.

    It takes vectors of one `model`. What was embedded by another is found by its words.
    """

    memories: MemoryRepository
    keys: KeyRing
    model: str

    def __call__(
        self, tenant: TenantContext, partition: str, shown: Mapping[Head, Sequence[int]]
    ) -> list[Entry]:
        """Return entries for these revisions of each memory of the user.

        Those of deleted memories, and revisions that do not exist, are tombstones. Raises
        Unavailable.
        """
        refs = [
            (head.memory_id, number)
            for head, numbers in shown.items()
            if head.status is not Status.DELETED
            for number in numbers
        ]
        revisions = self.memories.revisions(tenant, user_of(partition), refs)
        entries: list[Entry] = []
        for head, numbers in shown.items():
            for number in numbers:
                revision = revisions.get((head.memory_id, number))
                if revision is None:
                    gone = Tombstone(partition, head.memory_id, number, head.index_version)
                    entries.append(gone)
                else:
                    entries.append(self._document(tenant, partition, head, revision))
        return entries

    def _document(
        self, tenant: TenantContext, partition: str, head: Head, revision: Revision
    ) -> Entry:
        keys = self.keys.find(tenant, user_of(partition), head.key_epoch)
        if revision.embedding is None or keys is None:
            return Tombstone(partition, head.memory_id, revision.revision, head.index_version)
        current = revision.revision == head.revision
        return IndexDocument(
            user=partition,
            memory_id=head.memory_id,
            revision=revision.revision,
            version=head.index_version,
            status=head.status if current else Status.SUPERSEDED,
            scope=VisibleScope(head.scope.key, head.epoch),
            ownership=head.ownership,
            mem_type=head.mem_type,
            kind=head.kind,
            vector=revision.embedding.vector if revision.embedding.model == self.model else b"",
            model=revision.embedding.model,
            terms=revision.terms,
            observed_at=revision.observed_at,
            valid_at=revision.valid_at,
            invalid_at=revision.invalid_at,
            expire_at=head.expire_at if current else None,
            tags=blind_labels(keys.hashing, revision.custom_tags, revision.entities),
            context=revision.context,
            weight_cap=head.weight_cap,
        )
