"""Purge memories for good: heads, revisions, guards and objects; that they were there is logged.

The change log never held content, so what remains of it, numbers, codes and ids, stays as it is.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from mneme.application.commit.find_guards import FindGuards
from mneme.application.commit.known_memory import KnownMemory
from mneme.application.commit.voice import Voice
from mneme.application.index.tombstones import of_others
from mneme.application.lifecycle.due_heads import OfUser
from mneme.application.ports.table_store import Action, Delete, Equals, Key, TableStore
from mneme.application.ports.vector_index import VectorIndex
from mneme.application.repositories.commits import Commit, Commits, MemoryWrite
from mneme.application.repositories.guards import facts_changed
from mneme.application.repositories.memory_repository import MemoryRepository
from mneme.application.repositories.overrulings import Overrulings
from mneme.application.repositories.revision_archive import RevisionArchive
from mneme.application.repositories.revision_numbers import FEW, numbers_kept
from mneme.application.repositories.row_keys import (
    HEADS,
    REVISIONS,
    head_key,
    revision_key,
    user_partition,
)
from mneme.application.repositories.user_repository import UserRepository
from mneme.domain.change import Actor, ChangeRecord, Operation
from mneme.domain.lifecycle import Lapse, condemned_head, may_be_archived
from mneme.domain.memory import Head, Kind
from mneme.domain.scope import VisibleScope

TURNS_AT_ONCE = 20
"""Messages a transaction: 20 heads and revisions and one record, of 100 actions."""

REVISIONS_AT_ONCE = 60
"""Past revisions that go in one transaction, with their memory or, if there are more, before it."""


@dataclass(frozen=True)
class PurgeMemories:
    """Purges memories of one user."""

    tables: TableStore
    users: UserRepository
    memories: MemoryRepository
    archive: RevisionArchive
    index: VectorIndex
    guards: FindGuards
    overrulings: Overrulings
    commits: Commits

    def __call__(self, of: OfUser, heads: Sequence[Head]) -> int:
        """Return how many memories were purged.

        Raises WriteConflict if one of them moved meanwhile: those before it are gone. Raises
        Unavailable.
        """
        turns = [head for head in heads if head.kind is Kind.TURN and head.revision == 1]
        for start in range(0, len(turns), TURNS_AT_ONCE):
            self._messages(of, turns[start : start + TURNS_AT_ONCE])
        for head in heads:
            if head not in turns:
                self._memory(of, head)
        return len(heads)

    def _messages(self, of: OfUser, turns: Sequence[Head]) -> None:
        """Purge messages as they were kept: together, with one record."""
        partition = user_partition(of.tenant, of.user_id)
        gone = [action for head in turns for action in _rows(partition, head)]
        self._commit(of, gone, turns)
        for head in turns:
            self._destroy(of, head, [head.revision])

    def _memory(self, of: OfUser, head: Head) -> None:
        """Purge a memory in one transaction, or once it is condemned, if more than that must go.

        Until then somebody might bring it back: nothing of it may have gone.
        """
        partition, freed = user_partition(of.tenant, of.user_id), self._freed(of, head)
        kept = numbers_kept(self.tables, of.tenant, partition, head)
        past = [revision_key(partition, head.memory_id, number) for number in kept[:-1]]
        place = VisibleScope(head.scope.key, head.epoch)
        listed = self.overrulings.of_scope(of.tenant, partition, place)
        changed = [*listed.without(head.memory_id), facts_changed(partition, place)]
        looked_up = bool(past) and head.revision > FEW
        if len(past) > REVISIONS_AT_ONCE or looked_up or self._is_archived(of, head, kept):
            head = self._condemned(of, head, freed)
            self._leave_index(of, head, kept)
            self._destroy(of, head, kept)
            self._past(of, past)
            self._commit(of, [*_rows(partition, head), *changed], [head])
            return
        rows = [*_rows(partition, head), *(Delete(REVISIONS, key) for key in past)]
        self._commit(of, [*rows, *freed, *changed], [head])
        # Copies that nobody reads, of who was cut off while it archived the memory.
        self._destroy(of, head, kept)

    def _is_archived(self, of: OfUser, head: Head, kept: Sequence[int]) -> bool:
        refs = [(head.memory_id, number) for number in kept]
        return self.archive.holds(of.tenant, of.user_id, refs)

    def _destroy(self, of: OfUser, head: Head, kept: Sequence[int]) -> None:
        if may_be_archived(head):
            self.archive.destroy(of.tenant, of.user_id, head.memory_id, kept)

    def _condemned(self, of: OfUser, head: Head, freed: Sequence[Action]) -> Head:
        after = condemned_head(head, of.now, of.by.retention)
        unchanged = self.users.unchanged(of.tenant, of.user_id, of.state)
        commit = Commit((MemoryWrite(after, before=head),), (), (*freed, unchanged))
        self.commits.carry_out(of.tenant, of.user_id, commit)
        return after

    def _leave_index(self, of: OfUser, head: Head, kept: Sequence[int]) -> None:
        """Take out what the indexer, which will see the head alone, does not."""
        gone = of_others(user_partition(of.tenant, of.user_id), head, kept)
        if gone:
            self.index.apply(of.tenant, gone)

    def _past(self, of: OfUser, keys: Sequence[Key]) -> None:
        """Delete past revisions in pages, so that however many there are, the rest fits in one."""
        for start in range(0, len(keys), REVISIONS_AT_ONCE):
            page = keys[start : start + REVISIONS_AT_ONCE]
            self.tables.transact(of.tenant, [Delete(REVISIONS, key) for key in page])

    def _freed(self, of: OfUser, head: Head) -> list[Action]:
        """Return the actions by which a memory lets go of its content's and its slot's guards.

        What no key opens any more has guards that nobody can find.
        """
        ref = (head.memory_id, head.revision)
        said = self.memories.revisions(of.tenant, of.user_id, [ref], searchable=False).get(ref)
        if said is None or head.kind is Kind.TURN:
            return []
        voice, memory_id = Voice.of_memory(KnownMemory(head, said)), head.memory_id
        content = self.guards.content(of.tenant, of.user_id, voice, said.content)
        slot = self.guards.slot(of.tenant, of.user_id, voice, said.fact_key)
        freed = [content.release(memory_id)] if content.memory_id == memory_id else []
        if slot is not None and memory_id in slot.memory_ids:
            freed.append(slot.forget(memory_id))
        return freed

    def _commit(self, of: OfUser, gone: Sequence[Action], heads: Sequence[Head]) -> None:
        unchanged = self.users.unchanged(of.tenant, of.user_id, of.state)
        record = ChangeRecord(
            operation=Operation.PURGE,
            memory_ids=tuple(head.memory_id for head in heads),
            revision_before=heads[0].revision,
            revision_after=None,
            reason=Lapse.OUTDATED,
            actor=Actor.SYSTEM,
            at=of.now,
        )
        # What ended before, and messages, are not counted; what a purge of a scope has hidden is,
        # until it goes. With the epoch of the user its counters end as well.
        counted = tuple(head for head in heads if head.key_epoch == of.state.epoch)
        commit = Commit((), (record,), (*gone, unchanged), gone=counted)
        self.commits.carry_out(of.tenant, of.user_id, commit)


def _rows(partition: str, head: Head) -> list[Action]:
    """Return the actions that delete the head, if it did not move, and its current revision."""
    return [
        Delete(HEADS, head_key(partition, head.memory_id), Equals("version", head.version)),
        Delete(REVISIONS, revision_key(partition, head.memory_id, head.revision)),
    ]
