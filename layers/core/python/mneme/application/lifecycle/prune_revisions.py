"""Purge what a memory said long ago: its past revisions, each some time after it was replaced."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise

from mneme.application.lifecycle.due_heads import OfUser
from mneme.application.ports.table_store import (
    Action,
    Delete,
    Item,
    Query,
    SortRange,
    TableStore,
)
from mneme.application.ports.vector_index import Tombstone, VectorIndex
from mneme.application.repositories import row_values as read
from mneme.application.repositories.commits import Commit, Commits, MemoryWrite
from mneme.application.repositories.revision_archive import RevisionArchive
from mneme.application.repositories.row_keys import REVISIONS, revision_key, user_partition
from mneme.application.repositories.user_repository import UserRepository
from mneme.domain.change import Actor, ChangeRecord, Operation
from mneme.domain.lifecycle import Lapse, pruned_head
from mneme.domain.memory import Head

AT_ONCE = 60
"""Revisions a transaction; more go on the next day."""


@dataclass(frozen=True)
class PruneRevisions:
    """Prunes memories of one user."""

    tables: TableStore
    users: UserRepository
    archive: RevisionArchive
    index: VectorIndex
    commits: Commits

    def __call__(self, of: OfUser, head: Head) -> int:
        """Purge the past revisions of a memory that are old enough; return how many.

        They leave the index and the archive first: who is cut off in between leaves rows, which are
        found again. Raises WriteConflict if the memory moved meanwhile, Unavailable.
        """
        numbers, past_since = self._doomed(of, head)
        partition = user_partition(of.tenant, of.user_id)
        gone = [
            Tombstone(partition, head.memory_id, number, head.index_version) for number in numbers
        ]
        self.index.apply(of.tenant, gone)
        self.archive.destroy(of.tenant, of.user_id, head.memory_id, numbers)
        keys = [revision_key(partition, head.memory_id, number) for number in numbers]
        extra: tuple[Action, ...] = (
            *(Delete(REVISIONS, key) for key in keys),
            self.users.unchanged(of.tenant, of.user_id, of.state),
        )
        write = MemoryWrite(pruned_head(head, past_since), before=head)
        records = (_record(of, head),) if numbers else ()
        self.commits.carry_out(of.tenant, of.user_id, Commit((write,), records, extra))
        return len(numbers)

    def _doomed(self, of: OfUser, head: Head) -> tuple[list[int], datetime | None]:
        """Return which past revisions go, oldest first, and since when the next one is past."""
        rows = self._kept(of, head)
        ends = [
            (read.whole(row, "revision"), read.offset_instant(following, "created_at"))
            for row, following in pairwise(rows)
        ]
        oldest = of.now - of.by.retention.past_for
        doomed = [number for number, ended in ends if ended <= oldest][:AT_ONCE]
        rest = [ended for number, ended in ends if number not in doomed]
        return doomed, rest[0] if rest else None

    def _kept(self, of: OfUser, head: Head) -> Sequence[Item]:
        partition = user_partition(of.tenant, of.user_id)
        first, last = (
            revision_key(partition, head.memory_id, number).sort for number in (0, head.revision)
        )
        rows: list[Item] = []
        cursor: str | None = None
        while True:
            query = Query(REVISIONS, partition, sort=SortRange(first, last), cursor=cursor)
            page = self.tables.query(of.tenant, query)
            rows += page.items
            cursor = page.cursor
            if cursor is None:
                return rows


def _record(of: OfUser, head: Head) -> ChangeRecord:
    return ChangeRecord(
        operation=Operation.PURGE,
        memory_ids=(head.memory_id,),
        revision_before=head.revision,
        revision_after=head.revision,
        reason=Lapse.PAST,
        actor=Actor.SYSTEM,
        at=of.now,
    )
