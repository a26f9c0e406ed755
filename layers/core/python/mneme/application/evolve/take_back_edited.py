"""End what only an edited message had said, and says no more (DESIGN §7)."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime

from mneme.application.commit.compose_memory import superseded_head
from mneme.application.commit.unite_actions import united
from mneme.application.evolve.close_up import ClosedUp, CloseUp, shown_again
from mneme.application.evolve.find_unsaid import FindUnsaid, TakenBack, Unsaid
from mneme.application.evolve.restate_memory import RestateMemory, record_of_edit
from mneme.application.ports.clock import Clock
from mneme.application.ports.table_store import Action, Change, Check, Present, SetTo, Update
from mneme.application.repositories.commits import Commit, Commits, MemoryWrite
from mneme.application.repositories.guards import Guards
from mneme.application.repositories.make_way import attempts
from mneme.application.repositories.revision_rows import source_row
from mneme.application.repositories.row_keys import REVISIONS, revision_key, user_partition
from mneme.domain.errors import Unavailable, WriteConflict
from mneme.domain.evolution.spells import Spell
from mneme.domain.memory import Head, Status
from mneme.domain.scope import VisibleScope


@dataclass(frozen=True)
class TakeBackEdited:
    """Ends what nothing else says, and lets its slot be as if it had never been told.

    It never touches what a person wrote or deleted, and done again it finds nothing to do.
    """

    find: FindUnsaid
    guards: Guards
    commits: Commits
    close_up: CloseUp
    restate: RestateMemory
    clock: Clock

    def ending(self, of: TakenBack) -> frozenset[str]:
        """Return the memories that will end. Raises Unavailable."""
        return frozenset(
            one.spell.ref[0] for one in self.find(of) if one.is_living and not one.left
        )

    def __call__(self, of: TakenBack, gate: Callable[[], Check]) -> None:
        """End them, or let them go on as before; what others say as well loses these sources.

        What the task's own facts have become, or are said by, stays. `gate` is asked anew before
        each change. Raises its errors and Unavailable.
        """
        if not of.edited:
            return
        done: set[tuple[str, int]] = set()
        for _ in attempts(self.clock):
            try:
                for one in self._each(of, done):
                    self._carry_out(of, one, gate)
                    done.add(one.spell.ref)
            except WriteConflict:
                continue
            return
        raise Unavailable("the memories are being written to without pause")

    def _each(self, of: TakenBack, done: set[tuple[str, int]]) -> Iterator[Unsaid]:
        """Yield what is left to do, read anew after each: one may fill the gap of another."""
        while True:
            left = [one for one in self.find(of) if one.spell.ref not in done]
            if not left:
                return
            yield left[0]

    def _carry_out(self, of: TakenBack, one: Unsaid, gate: Callable[[], Check]) -> None:
        partition = user_partition(of.tenant, of.user_id)
        head = one.spell.head
        place = VisibleScope(head.scope.key, head.epoch)
        seen = self.guards.scope(of.tenant, partition, place)
        commit = self._commit(of, partition, one)
        extra = united((*commit.extra, seen.advance(), gate()))
        whole = Commit(commit.writes, commit.records, extra)
        self.commits.carry_out(of.tenant, of.user_id, whole)

    def _commit(self, of: TakenBack, partition: str, one: Unsaid) -> Commit:
        """Return what becomes of one spell."""
        now, spell = self.clock.now(), one.spell
        if one.left:
            restated = self.restate(of.tenant, of.user_id, one, now)
            return restated or self._amended(of, partition, one, now)
        since = _since(one, now)
        after = _over(one, since, now)
        filled = self._filled(of, one, after, now)
        return _closed(partition, one, MemoryWrite(after, before=spell.head), filled, since, now)

    def _filled(self, of: TakenBack, one: Unsaid, after: Head, now: datetime) -> ClosedUp | None:
        """Return what fills the gap that a spell leaves, be it only until it begins again."""
        spell, since = one.spell, _since(one, now)
        return self.close_up(
            of.tenant,
            of.user_id,
            replace(spell, head=replace(spell.head, valid_at=since)) if spell.is_last else spell,
            after,
            now,
            lambda said: self.find.sources_left(of, said),
            one.begins,
        )

    def _amended(self, of: TakenBack, partition: str, one: Unsaid, now: datetime) -> Commit:
        """Return what takes sources off a memory that says what it said."""
        spell, rows = one.spell, self.find.made.memories.rows
        changes = [*self._told_anew(one), *_moved(one)]
        after = _amended_head(one, now, shown=bool(changes))
        write = MemoryWrite(after, before=spell.head)
        changes.append(SetTo("sources", [source_row(source) for source in one.sources_left]))
        if spell.said.parts:
            keys = self.find.find_by.keys.keys_for(of.tenant, of.user_id, spell.head.key_epoch)
            words = replace(spell.said, parts=one.left)
            changes.append(rows.words_change(partition, words, keys))
        amended = _row(partition, spell, changes)
        filled = None if one.begins is None else self._filled(of, one, after, now)
        return _united(one, write, filled, [amended], now)

    def _told_anew(self, one: Unsaid) -> list[Change]:
        """Return what ends a past text where it began, if what is left of it is told since then."""
        head, begins = one.spell.head, one.spell.begins
        current = head.status is Status.ACTIVE and not one.spell.is_last
        if not current or begins is None or head.valid_at is None or head.valid_at > begins:
            return []
        return [SetTo("invalid_at", begins.isoformat())] if self.restate.changes(one) else []


def _closed(
    partition: str,
    one: Unsaid,
    over: MemoryWrite,
    filled: ClosedUp | None,
    since: datetime,
    now: datetime,
) -> Commit:
    """Return what ends a spell where it began, and who fills the gap."""
    changes: list[Change] = [SetTo("invalid_at", since.isoformat())]
    goes_on = filled is not None and filled.write.after.memory_id == over.after.memory_id
    if one.is_living and not goes_on:
        changes.append(SetTo("superseded_by", one.edited[-1].holder))
    return _united(one, over, filled, [_row(partition, one.spell, changes)], now)


def _united(
    one: Unsaid,
    write: MemoryWrite,
    filled: ClosedUp | None,
    actions: list[Action],
    now: datetime,
) -> Commit:
    """Return what becomes of a memory and of who fills the gap, which may be itself."""
    writes = {write.after.memory_id: write}
    if filled is not None:
        memory_id = filled.write.after.memory_id
        before = writes[memory_id].before if memory_id in writes else filled.write.before
        writes[memory_id] = replace(filled.write, before=before)
    records = tuple(record_of_edit(one, each, now) for each in writes.values())
    return Commit((*writes.values(),), records, (*actions, *(filled.actions if filled else ())))


def _moved(one: Unsaid) -> list[Change]:
    """Return since when what is left of a spell holds, if that is another time."""
    if one.begins is None:
        return []
    at = one.begins.isoformat()
    return [SetTo("valid_at", at), SetTo("observed_at", at)]


def _amended_head(one: Unsaid, now: datetime, *, shown: bool) -> Head:
    head = one.spell.head
    after = shown_again(head, now) if shown else replace(head, version=head.version + 1)
    if not one.spell.is_last:
        return after
    return replace(
        after,
        observed_at=one.observed_at or head.observed_at,
        valid_at=one.begins or head.valid_at,
    )


def _over(one: Unsaid, since: datetime, now: datetime) -> Head:
    """Return the head of a memory once one of its spells is over; a past one leaves it as it is."""
    head = one.spell.head
    if one.is_living:
        return superseded_head(head, since, now)
    after = shown_again(head, now)
    return replace(after, invalid_at=since) if one.spell.is_last else after


def _since(one: Unsaid, now: datetime) -> datetime:
    """Return when what was never so ends: where it began, by what is said today."""
    return min(one.spell.begins or one.edited[-1].said_at, now)


def _row(partition: str, spell: Spell, changes: list[Change]) -> Update:
    return Update(REVISIONS, revision_key(partition, *spell.ref), tuple(changes), Present("pk"))
