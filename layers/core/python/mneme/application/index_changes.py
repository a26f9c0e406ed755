"""Carry committed memories to the index (DESIGN §4): late, twice or out of order, all is well."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from mneme.application.ports.change_feed import ItemChange
from mneme.application.ports.table_store import Item
from mneme.application.ports.vector_index import (
    IndexDocument,
    Tombstone,
    VectorIndex,
)
from mneme.application.repositories import row_values as read
from mneme.application.repositories.head_rows import head_of
from mneme.application.repositories.key_ring import KeyRing
from mneme.application.repositories.memory_repository import MemoryRepository, RevisionRef
from mneme.application.repositories.row_keys import partition_owner, user_of
from mneme.domain.memory import Head, Revision, Status
from mneme.domain.retrieval.blinding import blind_labels
from mneme.domain.scope import VisibleScope
from mneme.domain.tenancy import TenantContext, internal_context

Entry = IndexDocument | Tombstone


@dataclass(frozen=True)
class IndexChanges:
    """The indexer's use case: what left `index_version` as it was is skipped.

    The index takes vectors of one `model`. What was embedded by another is found by its words.
    """

    memories: MemoryRepository
    keys: KeyRing
    index: VectorIndex
    model: str

    def __call__(self, changes: Sequence[ItemChange]) -> int:
        """Apply a batch of changes of `heads`; return how many entries were written.

        Raises Unavailable; the whole batch may then be applied again.
        """
        by_user: dict[str, list[ItemChange]] = defaultdict(list)
        for change in changes:
            if _moves_index(change):
                by_user[change.key.partition].append(change)
        written = 0
        for partition, of_user in by_user.items():
            tenant = internal_context(partition_owner(partition))
            entries = self._entries(tenant, partition, of_user)
            self.index.apply(tenant, entries)
            written += len(entries)
        return written

    def _entries(
        self, tenant: TenantContext, partition: str, changes: Sequence[ItemChange]
    ) -> list[Entry]:
        """Return the newest state of each changed memory as entries of the index."""
        newest = {str(change.key.sort): change for change in changes}
        gone = [
            tombstone
            for change in newest.values()
            if change.after is None and change.before is not None
            for tombstone in _tombstones(partition, head_of(change.before))
        ]
        heads = [head_of(change.after) for change in newest.values() if change.after is not None]
        return [*gone, *self._documents(tenant, partition, heads, _known_revisions(changes))]

    def _documents(
        self,
        tenant: TenantContext,
        partition: str,
        heads: Sequence[Head],
        known: Mapping[str, int],
    ) -> list[Entry]:
        user_id = user_of(partition)
        shown = {head: _shown_revisions(head, known[head.memory_id]) for head in heads}
        refs = [
            ref
            for head, of_head in shown.items()
            if head.status is not Status.DELETED
            for ref in of_head
        ]
        revisions = self.memories.revisions(tenant, user_id, refs)
        entries: list[Entry] = []
        for head, of_head in shown.items():
            for ref in of_head:
                revision = revisions.get(ref)
                if revision is None:
                    entries.append(Tombstone(partition, *ref, head.index_version))
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


def _moves_index(change: ItemChange) -> bool:
    if change.before is None or change.after is None:
        return True
    return _index_version(change.before) != _index_version(change.after)


def _index_version(row: Item) -> int:
    return read.whole(row, "index_version")


def _known_revisions(changes: Sequence[ItemChange]) -> dict[str, int]:
    """Return the revision of each memory that was current before the first of its changes.

    Of a memory that was deleted the index knows nothing.
    """
    known: dict[str, int] = {}
    for change in changes:
        before = None if change.before is None else head_of(change.before)
        if before is None or before.status is Status.DELETED:
            known.setdefault(str(change.key.sort), 1)
        else:
            known.setdefault(str(change.key.sort), before.revision)
    return known


def _shown_revisions(head: Head, known: int) -> list[RevisionRef]:
    """Return the current revision and those before it that the index does not know or must close.

    One batch may hold several changes of a memory: what was current in between is history too.
    Of a deleted memory they are all of them: none may be found again.
    """
    first = 1 if head.status is Status.DELETED else max(1, min(known, head.revision - 1))
    return [(head.memory_id, number) for number in range(first, head.revision + 1)]


def _tombstones(partition: str, head: Head) -> list[Tombstone]:
    """Return what takes every revision of a purged memory out of the index, past ones included."""
    version = head.index_version + 1
    numbers = range(1, head.revision + 1)
    return [Tombstone(partition, head.memory_id, number, version) for number in numbers]
