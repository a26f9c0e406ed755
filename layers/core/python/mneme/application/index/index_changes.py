"""Carry committed memories to the index (DESIGN §4): late, twice or out of order, all is well."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from mneme.application.index.index_entries import Entry, IndexEntries
from mneme.application.index.tombstones import of_newest
from mneme.application.ports.change_feed import ItemChange
from mneme.application.ports.table_store import Item
from mneme.application.ports.vector_index import VectorIndex
from mneme.application.repositories import row_values as read
from mneme.application.repositories.head_rows import head_of
from mneme.application.repositories.revision_numbers import numbers_kept
from mneme.application.repositories.row_keys import partition_owner
from mneme.domain.memory import Head, Status
from mneme.domain.tenancy import TenantContext, internal_context

_TELLING = frozenset({Status.ACTIVE, Status.SUPERSEDED})


@dataclass(frozen=True)
class IndexChanges:
    """The indexer's use case: what left `index_version` as it was is skipped."""

    entries: IndexEntries
    index: VectorIndex

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
            entries = self._of_user(tenant, partition, of_user)
            self.index.apply(tenant, entries)
            written += len(entries)
        return written

    def _of_user(
        self, tenant: TenantContext, partition: str, changes: Sequence[ItemChange]
    ) -> list[Entry]:
        """Return the newest state of each changed memory as entries of the index."""
        newest = {str(change.key.sort): change for change in changes}
        gone = [
            tombstone
            for change in newest.values()
            if change.after is None and change.before is not None
            for tombstone in of_newest(partition, head_of(change.before))
        ]
        heads = [head_of(change.after) for change in newest.values() if change.after is not None]
        known = _known_revisions(changes)
        tables = self.entries.memories.tables
        shown = {
            head: numbers_kept(tables, tenant, partition, head, _first(head, known[head.memory_id]))
            for head in heads
        }
        return [*gone, *self.entries(tenant, partition, shown)]


def _moves_index(change: ItemChange) -> bool:
    if change.before is None or change.after is None:
        return True
    return _index_version(change.before) != _index_version(change.after)


def _index_version(row: Item) -> int:
    return read.whole(row, "index_version")


def _known_revisions(changes: Sequence[ItemChange]) -> dict[str, int]:
    """Return the revision of each memory from which on the index may not know how it stands.

    Of a memory that was deleted it knows nothing. Where a memory changed without another revision,
    a past one of it may hold for longer by now; else only what was current is past.
    """
    known: dict[str, int] = {}
    for change in changes:
        before = None if change.before is None else head_of(change.before)
        after = None if change.after is None else head_of(change.after)
        if before is None or before.status is Status.DELETED:
            known.setdefault(str(change.key.sort), 1)
        elif after is not None and _is_told_anew(before, after):
            known[str(change.key.sort)] = 1
        else:
            known.setdefault(str(change.key.sort), before.revision)
    return known


def _is_told_anew(before: Head, after: Head) -> bool:
    """Return whether a memory says what it said, and the index has to learn when that held.

    One whose state did not change either may have more of its past by now.
    """
    told = after.status in _TELLING or after.status is before.status
    return before.revision == after.revision and told


def _first(head: Head, known: int) -> int:
    """Return the first revision that the index does not know or must close.

    One batch may hold several changes of a memory: what was current in between is history too.
    Of a deleted memory it is the very first: none may be found again.
    """
    return 1 if head.status is Status.DELETED else max(1, min(known, head.revision - 1))
