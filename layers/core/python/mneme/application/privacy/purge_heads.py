"""The step of a purge that deletes memories: heads, all their revisions and their objects."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from mneme.application.index.tombstones import of_others
from mneme.application.ports.clock import Clock
from mneme.application.ports.table_store import (
    BATCH_GET_LIMIT,
    Action,
    All,
    Delete,
    Equals,
    Item,
    Key,
    Query,
    SortRange,
    TableStore,
)
from mneme.application.ports.vector_index import VectorIndex
from mneme.application.privacy.purge_order import Counts, Purge, sort_of
from mneme.application.privacy.purge_rows import revisions_told
from mneme.application.privacy.purge_work import StepDone
from mneme.application.repositories.commits import Commit, Commits
from mneme.application.repositories.make_way import attempts
from mneme.application.repositories.memory_repository import MemoryRepository
from mneme.application.repositories.revision_archive import RevisionArchive
from mneme.application.repositories.revision_numbers import numbers_kept
from mneme.application.repositories.row_keys import (
    COUNTERS,
    GUARDS,
    HEADS,
    REVISIONS,
    compact,
    counter_key,
    guard_bounds,
    head_key,
    revision_key,
)
from mneme.application.repositories.user_repository import UserRepository
from mneme.domain.change import Actor, ChangeRecord, OfPurge, Operation
from mneme.domain.counting import Counter
from mneme.domain.erasure import Store
from mneme.domain.errors import Unavailable, WriteConflict
from mneme.domain.job import Progress
from mneme.domain.lifecycle import may_be_archived
from mneme.domain.memory import Head
from mneme.domain.scope import VisibleScope

PAGE = 100
AT_ONCE = 20
"""Memories a transaction: 20 heads and revisions, 21 counters, a record and the log, of 100."""

ROWS_AT_ONCE = 60


@dataclass(frozen=True)
class PurgeHeads:
    """Walks through the user's memories in order of their ids, which never change."""

    tables: TableStore
    users: UserRepository
    memories: MemoryRepository
    archive: RevisionArchive
    index: VectorIndex
    commits: Commits
    clock: Clock

    def __call__(self, purge: Purge, after: str | None) -> StepDone:
        """Delete, or count, a page of memories. Raises Unavailable."""
        for _ in attempts(self.clock):
            heads, more = self.memories.heads_after(purge.tenant, purge.user_id, after, PAGE)
            gone = [head for head in heads if purge.takes_memory(head)]
            last = heads[-1].memory_id if heads and more else None
            if purge.counting:
                return StepDone(last, Progress(len(heads)), self._told(purge, gone))
            try:
                for start in range(0, len(gone), AT_ONCE):
                    self._delete(purge, gone[start : start + AT_ONCE])
            except WriteConflict:
                continue  # a memory was strengthened just now, or the counters moved
            return StepDone(last, Progress(len(heads), len(gone)))
        raise Unavailable("what is purged is being written to without pause")

    def _told(self, purge: Purge, heads: Sequence[Head]) -> Counts:
        """Return how many memories there are, and, of a scope, how many revisions and objects.

        Of everything these are counted where they lie: to a scope they belong by their heads.
        """
        memories = {Store.MEMORIES: len(heads)}
        if purge.order.target.everything:
            return memories
        places = [
            revision_key(purge.partition, head.memory_id, number)
            for head in heads
            for number in self._kept(purge, head)
        ]
        rows: list[Item] = []
        for start in range(0, len(places), BATCH_GET_LIMIT):
            batch = places[start : start + BATCH_GET_LIMIT]
            rows += self.tables.batch_get(purge.tenant, REVISIONS, batch).values()
        return {**memories, **revisions_told(rows)}

    def _delete(self, purge: Purge, heads: Sequence[Head]) -> None:
        long_places = set()
        for head in heads:
            kept = self._kept(purge, head)
            if may_be_archived(head):
                self.archive.destroy(purge.tenant, purge.user_id, head.memory_id, kept)
            # The indexer will see the head alone.
            if others := of_others(purge.partition, head, kept):
                self.index.apply(purge.tenant, others)
            self._past(purge, head, kept[:-1])
            if compact(head.scope.key).startswith("~"):
                long_places.add(VisibleScope(head.scope.key, head.epoch))
        for place in long_places:
            self._guards_of_long_scope(purge, place)
        rows = [action for head in heads for action in _rows(purge, head)]
        if purge.order.target.everything:
            # Their counters go as a whole, with their epoch.
            self.tables.transact(purge.tenant, rows)
            return
        # Of an epoch that a purge of everything has ended, counters are gone as well.
        current = self.users.state(purge.tenant, purge.user_id).epoch
        counted = tuple(head for head in heads if head.key_epoch == current)
        commit = Commit((), (_record(purge, heads),), tuple(rows), gone=counted)
        self.commits.carry_out(purge.tenant, purge.user_id, commit)
        for place in long_places:
            self._empty_counter_of_long_scope(purge, place)

    def _kept(self, purge: Purge, head: Head) -> Sequence[int]:
        return numbers_kept(self.tables, purge.tenant, purge.partition, head)

    def _past(self, purge: Purge, head: Head, past: Sequence[int]) -> None:
        for start in range(0, len(past), ROWS_AT_ONCE):
            page = past[start : start + ROWS_AT_ONCE]
            keys = [revision_key(purge.partition, head.memory_id, number) for number in page]
            self.tables.transact(purge.tenant, [Delete(REVISIONS, key) for key in keys])

    def _guards_of_long_scope(self, purge: Purge, place: VisibleScope) -> None:
        """Delete the guards of a scope whose key is so long that rows name its digest.

        By such a row alone nobody can tell whose it is; a memory of the scope can.
        """
        for low, high in guard_bounds(place.scope_key, place.epoch):
            query = Query(GUARDS, purge.partition, sort=SortRange(low, high), limit=PAGE)
            while found := self.tables.query(purge.tenant, query).items:
                places = [Key(purge.partition, sort_of(row)) for row in found]
                self.tables.transact(purge.tenant, [Delete(GUARDS, key) for key in places])

    def _empty_counter_of_long_scope(self, purge: Purge, place: VisibleScope) -> None:
        counter = counter_key(purge.partition, Counter(place.scope_key, place.epoch))
        empty = All((Equals("memories", 0), Equals("important", 0)))
        with suppress(WriteConflict):  # there is none, or more memories follow
            self.tables.transact(purge.tenant, [Delete(COUNTERS, counter, empty)])


def _rows(purge: Purge, head: Head) -> list[Action]:
    partition = purge.partition
    return [
        Delete(HEADS, head_key(partition, head.memory_id), Equals("version", head.version)),
        Delete(REVISIONS, revision_key(partition, head.memory_id, head.revision)),
    ]


def _record(purge: Purge, heads: Sequence[Head]) -> ChangeRecord:
    target = purge.order.target
    return ChangeRecord(
        operation=Operation.PURGE,
        memory_ids=tuple(head.memory_id for head in heads),
        revision_before=None,
        revision_after=None,
        reason=OfPurge.APP if target.session_id is None else OfPurge.SESSION,
        actor=Actor.SYSTEM,
        at=purge.order.at,
        app_id=target.app_id,
    )
