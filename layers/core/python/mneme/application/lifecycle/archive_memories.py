"""Archive memories that faded or expired: their content leaves the tables, their heads stay.

The objects are durable before anything is committed; one transaction then says ARCHIVED and takes
the content out of the rows. Whoever is cut off in between has left copies that nobody reads; what a
purge then leaves of them reconciliation takes away.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from mneme.application.lifecycle.due_heads import OfUser
from mneme.application.ports.table_store import Action, Check, Equals, TableStore
from mneme.application.repositories.commits import Commit, Commits, MemoryWrite
from mneme.application.repositories.guards import facts_changed
from mneme.application.repositories.memory_repository import RevisionRef
from mneme.application.repositories.revision_archive import RevisionArchive
from mneme.application.repositories.revision_numbers import numbers_kept
from mneme.application.repositories.row_keys import HEADS, head_key, user_partition
from mneme.application.repositories.user_repository import UserRepository
from mneme.domain.change import Actor, ChangeRecord, Operation
from mneme.domain.due import DueAction
from mneme.domain.errors import WriteConflict
from mneme.domain.lifecycle import Lapse, archived_head
from mneme.domain.memory import Head
from mneme.domain.scope import VisibleScope

PAGE = 15
"""Memories a transaction: 15 heads, revisions and records, 16 counters and 15 scopes, of 100."""

MOVED_AT_ONCE = 50
"""Past revisions whose content leaves the tables in one transaction."""

_REASONS = {DueAction.FADE: Lapse.FADED, DueAction.EXPIRE: Lapse.EXPIRED}


@dataclass(frozen=True)
class ArchiveMemories:
    """Archives memories of one user."""

    tables: TableStore
    users: UserRepository
    archive: RevisionArchive
    commits: Commits

    def __call__(self, of: OfUser, heads: Sequence[tuple[Head, DueAction]]) -> int:
        """Return how many memories were archived.

        Raises WriteConflict if one of them moved meanwhile: those of the pages before it are
        archived. Raises Unavailable.
        """
        for start in range(0, len(heads), PAGE):
            self._page(of, heads[start : start + PAGE])
        return len(heads)

    def move_content(self, of: OfUser, head: Head) -> int:
        """Move what the tables still hold of an archived memory; return how many revisions.

        Raises WriteConflict if the memory or one of them moved meanwhile, Unavailable.
        """
        return self._move(of, head, self._kept(of, head))

    def sweep(self, of: OfUser, heads: Iterable[Head]) -> int:
        """Delete the objects of memories that were purged; return how many. Raises Unavailable.

        `heads` are all there are.
        """
        there = {head.memory_id for head in heads}
        return self.archive.sweep(of.tenant, of.user_id, there)

    def _page(self, of: OfUser, heads: Sequence[tuple[Head, DueAction]]) -> None:
        for head, _ in heads:
            self._move(of, head, self._kept(of, head)[:-1])
        current = [(head.memory_id, head.revision) for head, _ in heads]
        taken = self.archive.move(of.tenant, of.user_id, current)
        partition = user_partition(of.tenant, of.user_id)
        places = {VisibleScope(head.scope.key, head.epoch): None for head, _ in heads}
        extra: list[Action] = [
            *taken,
            self.users.unchanged(of.tenant, of.user_id, of.state),
            *(facts_changed(partition, place) for place in places),
        ]
        writes = tuple(MemoryWrite(archived_head(head, of.now), head) for head, _ in heads)
        records = tuple(_record(of, head, action) for head, action in heads)
        with self._nothing_left_of_purged(of, current):
            self.commits.carry_out(of.tenant, of.user_id, Commit(writes, records, tuple(extra)))

    def _kept(self, of: OfUser, head: Head) -> Sequence[int]:
        partition = user_partition(of.tenant, of.user_id)
        return numbers_kept(self.tables, of.tenant, partition, head)

    def _move(self, of: OfUser, head: Head, numbers: Sequence[int]) -> int:
        """Move the content of revisions, of a memory that stays as it is: it is read alike."""
        place = head_key(user_partition(of.tenant, of.user_id), head.memory_id)
        unmoved, moved = Check(HEADS, place, Equals("version", head.version)), 0
        for at in range(0, len(numbers), MOVED_AT_ONCE):
            refs = [(head.memory_id, number) for number in numbers[at : at + MOVED_AT_ONCE]]
            taken = self.archive.move(of.tenant, of.user_id, refs)
            with self._nothing_left_of_purged(of, refs):
                if taken:
                    self.tables.transact(of.tenant, [*taken, unmoved])
            moved += len(taken)
        return moved

    @contextmanager
    def _nothing_left_of_purged(self, of: OfUser, refs: Sequence[RevisionRef]) -> Iterator[None]:
        """Take back the objects of revisions that a purge took while they were archived."""
        try:
            yield
        except WriteConflict:
            self.archive.drop_gone(of.tenant, of.user_id, refs)
            raise


def _record(of: OfUser, head: Head, action: DueAction) -> ChangeRecord:
    return ChangeRecord(
        operation=Operation.ARCHIVE,
        memory_ids=(head.memory_id,),
        revision_before=head.revision,
        revision_after=head.revision,
        reason=_REASONS[action],
        actor=Actor.SYSTEM,
        at=of.now,
    )
