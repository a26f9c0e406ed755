"""A table store that sees every change of a memory's state as it is committed.

What §11's table of the design does not list, what happens without a change record, what adds to a
counter that is full, and what comes back that was purged, is noted as a violation.
"""

from collections import Counter as Tally
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from mneme.application.ports.table_store import Action, Check, Item, Put, TableStore
from mneme.application.repositories.head_rows import head_of
from mneme.application.repositories.row_keys import CHANGE_LOG, HEADS, partition_owner
from mneme.domain.capacity import CapacityLimits
from mneme.domain.change import Operation
from mneme.domain.counting import Count, Counter, counted, counters_of
from mneme.domain.due import Retention
from mneme.domain.memory import Head, Kind, Status
from mneme.domain.purge import PurgeTarget
from mneme.domain.tenancy import TenantContext

Place = tuple[str, str]
Edge = tuple[Status | None, Status | None]
KEPT = {status: Retention().of(status) for status in Status if status is not Status.ACTIVE}
_FLEETING = frozenset({Kind.TURN, Kind.CONTINUITY})
_ENDS = {Operation.DELETE, Operation.FORGET}
_BORN = {Operation.ADD, Operation.UPDATE, Operation.MERGE, Operation.SUPERSEDE, Operation.PROMOTE}
_REPLACED = {Operation.SUPERSEDE, Operation.UPDATE, Operation.MERGE, Operation.PROMOTE}
_BACK = {Operation.RESTORE}

ALLOWED: dict[Edge, set[Operation]] = {
    (None, Status.ACTIVE): _BORN,
    (None, Status.CANDIDATE): _BORN,
    (None, Status.SUPERSEDED): _BORN,  # a value that arrives late, into its slot's history
    (Status.ACTIVE, Status.ARCHIVED): {Operation.ARCHIVE},
    (Status.ACTIVE, Status.SUPERSEDED): _REPLACED,
    (Status.CANDIDATE, Status.ACTIVE): _BORN,
    (Status.CANDIDATE, Status.DELETED): _ENDS,
    (Status.ACTIVE, Status.DELETED): _ENDS,
    (Status.ARCHIVED, Status.DELETED): _ENDS,
    (Status.SUPERSEDED, Status.DELETED): _ENDS,
    (Status.ARCHIVED, Status.ACTIVE): _BACK,
    (Status.DELETED, Status.ACTIVE): _BACK,
    (Status.DELETED, Status.CANDIDATE): _BACK,  # each stays what it was: nothing is confirmed,
    (Status.DELETED, Status.SUPERSEDED): _BACK,  # and nothing that ended holds again
    (Status.ARCHIVED, None): {Operation.PURGE},
    (Status.SUPERSEDED, None): {Operation.PURGE},
    (Status.CANDIDATE, None): {Operation.PURGE},
    (Status.DELETED, None): {Operation.PURGE},
}
"""The table, with the operations of change records that may stand beside each transition."""

_REOPENED = (Status.SUPERSEDED, Status.ACTIVE)
"""Only what a memory took over for want of room can be restored beside it."""

EARLY = timedelta(seconds=1)


@dataclass
class Seen:
    """What was committed: heads as they stand, transitions by edge, violations by what must hold.

    `touched` are the user partitions that anything was written of since they were last asked for.
    """

    now: Callable[[], datetime]
    limits: Callable[[str], CapacityLimits]
    heads: dict[Place, Head] = field(default_factory=dict)
    counts: dict[tuple[str, Counter], Count] = field(default_factory=dict)
    edges: Tally[Edge] = field(default_factory=Tally)
    purged: set[Place] = field(default_factory=set)
    condemned: set[Place] = field(default_factory=set)
    ended: set[Place] = field(default_factory=set)
    hidden: set[Place] = field(default_factory=set)
    """What a purge of an epoch has hidden, and its job is to take away, if it has not."""
    taken_away: int = 0
    compressed: int = 0
    touched: set[str] = field(default_factory=set)
    rises: int = 0
    violations: list[tuple[str, str]] = field(default_factory=list)
    _by_user: dict[str, dict[Place, None]] = field(default_factory=dict)

    def of_user(self, partition: str) -> list[Place]:
        """Return the places of a user's heads, in the order they came."""
        return list(self._by_user.get(partition, ()))

    def taken(self) -> set[str]:
        """Return the partitions that were written to since this was last asked."""
        touched, self.touched = self.touched, set()
        return touched

    def hide(self, partition: str, target: PurgeTarget) -> None:
        """Note that a purge has hidden all that it reaches of a user."""
        known = self.of_user(partition)
        self.hidden |= {place for place in known if target.covers(self.heads[place].scope)}

    def note(self, place: Place, after: Head | None, operations: set[str]) -> None:
        """Take down how one head changed, with the operations of its change records."""
        before = self.heads.get(place)
        if after is None:
            self.heads.pop(place, None)
            self._by_user.get(place[0], {}).pop(place, None)
        else:
            self.heads[place] = after
            self._by_user.setdefault(place[0], {})[place] = None
        self._count(place[0], before, after)
        edge = (_status(before), _status(after))
        if place in self.hidden:
            self._note_hidden(place, edge)
            return
        if edge[0] is edge[1]:
            return
        self.edges[edge] += 1
        for what, told in self._wrong(place, edge, before, operations):
            self.violations.append((what, f"{place} {edge[0]} -> {edge[1]} {told}"))
        if after is None:
            self.purged.add(place)
            self.condemned.discard(place)
        elif after.is_compressed:
            self.compressed += 1
        elif after.status is Status.SUPERSEDED:
            self.ended.add(place)

    def _note_hidden(self, place: Place, edge: Edge) -> None:
        """What is hidden may go at once, whatever it was, and do nothing else."""
        if edge[1] is None:
            self.taken_away += 1
            self.hidden.discard(place)
            self.purged.add(place)
        elif edge[0] is not edge[1]:
            told = f"{place} {edge[0]} -> {edge[1]}, of a purged epoch"
            self.violations.append(("nothing comes back that was purged", told))

    def _wrong(
        self, place: Place, edge: Edge, before: Head | None, operations: set[str]
    ) -> Iterator[tuple[str, str]]:
        if place in self.purged or (place in self.condemned and edge[1] is not None):
            yield "nothing comes back that was purged", ""
        if edge == _REOPENED and before is not None and before.is_compressed:
            if Operation.RESTORE not in operations:
                yield "each has its change record", f"with {sorted(operations)}"
            return
        if place in self.ended and edge[1] is Status.ACTIVE:
            yield "nothing that ended is restored", ""
        if edge == (Status.ARCHIVED, Status.DELETED) and not operations:
            # A purge's first step: until its record nobody can restore it, nor anybody needs to.
            self.condemned.add(place)
            yield from self._too_early(before)
            return
        fleeting = before is not None and before.kind in _FLEETING and edge[1] is None
        if edge not in ALLOWED and not fleeting:
            yield "transitions are §11's", ""
        elif not operations & ({Operation.PURGE} if fleeting else ALLOWED[edge]):
            yield "each has its change record", f"with {sorted(operations)}"
        if edge[1] is None and place not in self.condemned and not fleeting:
            yield from self._too_early(before)
        restored = edge == (Status.DELETED, Status.ACTIVE)
        if restored and self._age(before) > KEPT[Status.DELETED] + EARLY:
            yield "nothing is restored too late", f"after {self._age(before)}"

    def _too_early(self, before: Head | None) -> Iterator[tuple[str, str]]:
        if before is not None and before.status in KEPT:
            age = self._age(before)
            if age + EARLY < KEPT[before.status]:
                yield "nothing is purged too early", f"after {age}"

    def _age(self, head: Head | None) -> timedelta:
        if head is None:
            return timedelta()
        since = {
            Status.CANDIDATE: head.created_at,
            Status.DELETED: head.deleted_at or head.changed_at,
        }.get(head.status, head.changed_at)
        return self.now() - since

    def _count(self, partition: str, before: Head | None, after: Head | None) -> None:
        for head, step in ((before, -1), (after, 1)):
            for counter in counters_of(head) if head is not None and counted(head) else ():
                key = (partition, counter)
                old = self.counts.get(key, Count())
                important = old.important + step * head.is_important  # type: ignore[union-attr]
                self.counts[key] = Count(old.memories + step, important)

    def check_rises(self, before: dict[tuple[str, Counter], Count]) -> None:
        """Look at the counters that a transaction raised: none may be above its limit."""
        for (partition, counter), old in before.items():
            new = self.counts[partition, counter]
            most = self.limits(partition_owner(partition)).of(counter)
            if most is None:
                continue
            self.rises += new.memories > old.memories
            over = old.memories < new.memories > most.memories
            if over or old.important < new.important > most.important:
                told = f"{partition} {counter.dimension} {old} -> {new} of {most}"
                self.violations.append(("no write exceeds a limit", told))


class WatchedTables:
    """A `TableStore` before another, whose transactions are shown to `Seen`."""

    def __init__(self, inner: TableStore, seen: Seen) -> None:
        self._inner = inner
        self._seen = seen

    def __getattr__(self, method: str) -> Any:
        """Pass reads on."""
        return getattr(self._inner, method)

    def transact(self, tenant: TenantContext, actions: Sequence[Action]) -> None:
        """Carry the actions out, and show what they did."""
        self._inner.transact(tenant, actions)
        written = [one for one in actions if not isinstance(one, Check)]
        self._seen.touched |= {_partition(one) for one in written}
        operations = _operations(written)
        heads = [(one, _place(one)) for one in written if one.table == HEADS]
        before = dict(self._counters([place for _, place in heads], heads))
        for action, place in heads:
            self._seen.note(place, self._after(tenant, action), operations.get(place[1], set()))
        self._seen.check_rises(before)

    def _after(self, tenant: TenantContext, action: Action) -> Head | None:
        if isinstance(action, Put):
            return head_of(action.item)
        row = self._inner.get(tenant, HEADS, action.key)
        return None if row is None else head_of(row)

    def _counters(
        self, places: Sequence[Place], heads: Sequence[tuple[Action, Place]]
    ) -> Iterator[tuple[tuple[str, Counter], Count]]:
        written = [head_of(one.item) for one, _ in heads if isinstance(one, Put)]
        known = [self._seen.heads[place] for place in places if place in self._seen.heads]
        for head in (*written, *known):
            for counter in counters_of(head) if counted(head) else ():
                key = (places[0][0], counter)
                yield key, self._seen.counts.get(key, Count())


def _operations(written: Sequence[Action]) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for one in written:
        # Besides records the table has the heads of logs, and what an erasure left of one.
        if isinstance(one, Put) and one.table == CHANGE_LOG and "memory_ids" in one.item:
            for memory_id in _members(one.item):
                found.setdefault(memory_id, set()).add(str(one.item["operation"]))
    return found


def _members(record: Item) -> list[str]:
    ids = record["memory_ids"]
    return [str(one) for one in ids] if isinstance(ids, list) else []


def _partition(action: Action) -> str:
    return str(action.item["pk"]) if isinstance(action, Put) else action.key.partition


def _place(action: Action) -> Place:
    if isinstance(action, Put):
        return str(action.item["pk"]), str(action.item["sk"])
    return action.key.partition, str(action.key.sort)


def _status(head: Head | None) -> Status | None:
    return None if head is None else head.status
