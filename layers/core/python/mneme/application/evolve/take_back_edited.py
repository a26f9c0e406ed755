"""End what only an edited message had said, and says no more (DESIGN §7)."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime

from mneme.application.commit.compose_memory import superseded_head
from mneme.application.commit.known_memory import KnownMemory
from mneme.application.evolve.go_on_as_before import GoesOn, GoOnAsBefore
from mneme.application.index.find_by import FindBy
from mneme.application.ports.clock import Clock
from mneme.application.ports.table_store import Check, Present, SetTo, Update
from mneme.application.repositories.commits import Commit, Commits, MemoryWrite
from mneme.application.repositories.guards import Guards
from mneme.application.repositories.make_way import attempts
from mneme.application.repositories.revision_rows import source_row
from mneme.application.repositories.row_keys import REVISIONS, revision_key, user_partition
from mneme.application.tasks.made_by_tasks import MadeByTasks
from mneme.domain.change import Actor, ChangeRecord, OfEpisode, Operation
from mneme.domain.errors import Unavailable, WriteConflict
from mneme.domain.evolution.edited_message import EditedMessage, is_taken_back
from mneme.domain.memory import Head, Kind, Provenance, Revision, Source, Status
from mneme.domain.retrieval.blinding import blind_statement
from mneme.domain.scope import VisibleScope
from mneme.domain.task import Task
from mneme.domain.tenancy import TenantContext

_LIVING = frozenset({Status.ACTIVE, Status.CANDIDATE})


@dataclass(frozen=True, slots=True)
class _Unsaid:
    """A memory that some of its messages say no more; `left` are its other sources."""

    known: KnownMemory
    edited: tuple[EditedMessage, ...]
    left: tuple[Source, ...]


@dataclass(frozen=True, slots=True)
class TakenBack:
    """What the edited messages of a task take back, in the one place of its facts."""

    tenant: TenantContext
    user_id: str
    task: Task
    place: VisibleScope
    edited: tuple[EditedMessage, ...]


@dataclass(frozen=True)
class TakeBackEdited:
    """Finds the memories that came of the messages, and ends those that nothing else says.

    It never touches what a person wrote or deleted, and done again it finds nothing to do.
    """

    made: MadeByTasks
    guards: Guards
    commits: Commits
    find_by: FindBy
    go_on: GoOnAsBefore
    clock: Clock

    def ending(self, of: TakenBack) -> frozenset[str]:
        """Return the memories that will end. Raises Unavailable."""
        return frozenset(one.known.memory_id for one in self._unsaid(of) if not one.left)

    def __call__(self, of: TakenBack, gate: Callable[[], Check]) -> None:
        """End them, or let them go on as before; what others say as well loses these sources.

        What the task's own facts have become, or are said by, stays. `gate` is asked anew before
        each attempt. Raises its errors and Unavailable.
        """
        if not of.edited:
            return
        partition = user_partition(of.tenant, of.user_id)
        for _ in attempts(self.clock):
            seen = self.guards.scope(of.tenant, partition, of.place)
            try:
                for one in self._unsaid(of):
                    commit = self._commit(of, partition, one)
                    guarded = (*commit.extra, seen.advance(), gate())
                    whole = Commit(commit.writes, commit.records, guarded)
                    self.commits.carry_out(of.tenant, of.user_id, whole)
                    seen = replace(seen, version=seen.version + 1)
            except WriteConflict:
                continue
            return
        raise Unavailable("the memories are being written to without pause")

    def _commit(self, of: TakenBack, partition: str, one: _Unsaid) -> Commit:
        """Return what becomes of one memory."""
        now, before = self.clock.now(), one.known.head
        going = None if one.left else self._going_on(of, one, now)
        if going is not None:
            record = _record(one, going.write.after, now)
            return Commit((going.write,), (record,), going.actions)
        if one.left:
            after = replace(before, version=before.version + 1)
            changes = [SetTo("sources", [source_row(source) for source in one.left])]
        else:
            last = one.edited[-1]
            after = superseded_head(before, _ended(before, last, now), now)
            changes = [
                SetTo("invalid_at", _ended(before, last, now).isoformat()),
                SetTo("superseded_by", last.holder),
            ]
        place = revision_key(partition, before.memory_id, before.revision)
        amended = Update(REVISIONS, place, tuple(changes), Present("pk"))
        write = MemoryWrite(after, before=before)
        return Commit((write,), (_record(one, after, now),), (amended,))

    def _going_on(self, of: TakenBack, one: _Unsaid, now: datetime) -> GoesOn | None:
        """Return how a memory goes on with what it said before, None if it ends."""

        def left(said: Revision) -> tuple[Source, ...] | None:
            found = self._compared(of, KnownMemory(one.known.head, said))
            return said.sources if found is None else found.left or None

        since = _ended(one.known.head, one.edited[-1], now)
        return self.go_on(of.tenant, of.user_id, one.known, since, now, left)

    def _unsaid(self, of: TakenBack) -> list[_Unsaid]:
        """Return the memories that came of the messages, as they were, and are not said by now."""
        if not of.edited:
            return []
        readers = {task_id for one in of.edited for task_id in one.readers}
        made = self.made.revisions(of.tenant, of.user_id, [*sorted(readers), of.task.task_id])
        own = {memory_id for memory_id, _ in made.pop(of.task.task_id, ())}
        earlier = {memory_id for refs in made.values() for memory_id, _ in refs}
        standing = self.made.as_they_stand(of.tenant, of.user_id, sorted(earlier))
        heads = {one: head for found in standing.values() for one, head in found.items() if head}
        living = [head for head in heads.values() if _may_end(head, of.place)]
        refs = [(head.memory_id, head.revision) for head in living if head.memory_id not in own]
        revisions = self.made.memories.revisions(of.tenant, of.user_id, refs)
        known = [KnownMemory(heads[ref[0]], revisions[ref]) for ref in refs if ref in revisions]
        compared = (self._compared(of, one) for one in known)
        return [one for one in compared if one is not None]

    def _compared(self, of: TakenBack, known: KnownMemory) -> _Unsaid | None:
        hashing = self.find_by.keys.keys_for(of.tenant, of.user_id, of.task.key_epoch).hashing
        said = known.revision

        def is_of(one: EditedMessage) -> bool:
            return one.source in said.sources and is_taken_back(
                one,
                said.content,
                lambda letters: blind_statement(hashing, letters),
                self.find_by.stemmer.stem,
            )

        edited = tuple(one for one in of.edited if is_of(one))
        gone = {one.source for one in edited}
        left = tuple(source for source in said.sources if source not in gone)
        return _Unsaid(known, edited, left) if edited else None


def _may_end(head: Head, place: VisibleScope) -> bool:
    """Return whether automation may end a memory: it is current, and of no person's writing."""
    return (
        head.status in _LIVING
        and head.kind is not Kind.TURN
        and VisibleScope(head.scope.key, head.epoch) == place
        and head.provenance.rank <= Provenance.AUTOMATIC.rank
    )


def _ended(before: Head, by: EditedMessage, now: datetime) -> datetime:
    """Return when a memory ends that was never so: where it began, by what is said today."""
    return min(before.valid_at or by.said_at, now)


def _record(one: _Unsaid, after: Head, now: datetime) -> ChangeRecord:
    return ChangeRecord(
        operation=Operation.SUPERSEDE if after.status is Status.SUPERSEDED else Operation.UPDATE,
        memory_ids=(after.memory_id,),
        revision_before=one.known.head.revision,
        revision_after=after.revision,
        reason=OfEpisode.EDITED,
        actor=Actor.SYSTEM,
        at=now,
        sources=tuple(edited.source for edited in one.edited),
    )
