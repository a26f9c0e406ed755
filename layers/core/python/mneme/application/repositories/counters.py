"""Counters: how many memories stand in each dimension, changed in the transaction of each commit.

A change that adds to one holds only if there is room for it: whoever comes second to the last
place is refused by the store itself, so that no limit is ever exceeded.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from mneme.application.ports.table_store import (
    BATCH_GET_LIMIT,
    Action,
    All,
    Any,
    Compare,
    Condition,
    Increase,
    Item,
    Key,
    Missing,
    TableStore,
    Update,
)
from mneme.application.repositories import row_values as read
from mneme.application.repositories.row_keys import COUNTERS, counter_key, user_partition
from mneme.application.repositories.tenant_limits import TenantLimits
from mneme.domain.capacity import CapacityLimits
from mneme.domain.counting import Count, Counter, Room
from mneme.domain.errors import CapacityFull, ImportantQuotaFull, MnemeError
from mneme.domain.tenancy import TenantContext

Moves = Mapping[Counter, Count]
"""By how much each counter moves."""


@dataclass(frozen=True, slots=True)
class Lack:
    """A counter that has no room for a change: so many memories, or important ones, too few."""

    counter: Counter
    limit: Count
    memories: int
    important: int


@dataclass(frozen=True)
class Counters:
    """Reads the counters of a user, consistently, and makes the actions that change them."""

    tables: TableStore
    limits: TenantLimits

    def actions(self, tenant: TenantContext, partition: str, moves: Moves) -> list[Action]:
        """Return the actions that move the counters, if there is room. Raises Unavailable."""
        grows = any(by.memories > 0 or by.important > 0 for by in moves.values())
        limits = self.limits.of(tenant) if grows else None
        return [
            Update(
                COUNTERS,
                counter_key(partition, counter),
                (Increase("memories", by.memories), Increase("important", by.important)),
                None if limits is None else _room_for(by, limits.of(counter)),
            )
            for counter, by in moves.items()
        ]

    def of(
        self, tenant: TenantContext, user_id: str, counters: Iterable[Counter]
    ) -> dict[Counter, Count]:
        """Return how counters stand now. Raises Unavailable."""
        partition = user_partition(tenant, user_id)
        places = {counter: counter_key(partition, counter) for counter in counters}
        rows: dict[Key, Item] = {}
        keys = list(places.values())
        for start in range(0, len(keys), BATCH_GET_LIMIT):
            batch = keys[start : start + BATCH_GET_LIMIT]
            rows |= self.tables.batch_get(tenant, COUNTERS, batch)
        return {
            counter: _count(rows[place]) if place in rows else Count()
            for counter, place in places.items()
        }

    def excess(self, tenant: TenantContext, user_id: str, counter: Counter) -> int:
        """Return by how many memories a counter is above what a full one is brought down to.

        Below it, the number is negative. Raises Unavailable.
        """
        standing = self.of(tenant, user_id, [counter])[counter]
        return standing.memories - self.limits.of(tenant).kept(counter)

    def lacks(self, tenant: TenantContext, user_id: str, moves: Moves) -> list[Lack]:
        """Return the counters that have no room for a change, as they stand now.

        Those of one dimension come before the total, which they are part of. Raises Unavailable.
        """
        limits = self.limits.of(tenant)
        standing = self.of(tenant, user_id, moves)
        found = [_lack(counter, standing[counter], by, limits) for counter, by in moves.items()]
        full = [lack for lack in found if lack is not None]
        return sorted(full, key=lambda lack: lack.counter.room is Room.TOTAL)


def refusal(lacks: Iterable[Lack]) -> MnemeError | None:
    """Return why a change was refused, None if there is room for it by now."""
    listed = list(lacks)
    for lack in listed:
        if lack.important > 0:
            return important_quota_full(lack)
    return capacity_full(listed[0]) if listed else None


def capacity_full(lack: Lack) -> CapacityFull:
    """Return the error for a counter that is full."""
    room, limit = lack.counter.room, lack.limit.memories
    return CapacityFull(
        f"no room for another memory: {room} holds {limit}",
        data={"dimension": room.value, "limit": limit},
    )


def important_quota_full(lack: Lack) -> ImportantQuotaFull:
    """Return the error for a counter in which too many memories are important."""
    room, limit = lack.counter.room, lack.limit.important
    return ImportantQuotaFull(
        f"no room for another important memory: of {room} {limit} may be marked",
        field="is_important",
        data={"dimension": room.value, "limit": limit},
    )


def _room_for(by: Count, limit: Count | None) -> Condition | None:
    if limit is None:
        return None
    parts = [
        _at_most(name, most - step, may_be_missing=step <= most)
        for name, step, most in (
            ("memories", by.memories, limit.memories),
            ("important", by.important, limit.important),
        )
        if step > 0
    ]
    return All(tuple(parts)) if parts else None


def _at_most(name: str, most: int, *, may_be_missing: bool) -> Condition:
    below = Compare(name, "<=", most)
    return Any((Missing(name), below)) if may_be_missing else below


def _lack(counter: Counter, stands: Count, by: Count, limits: CapacityLimits) -> Lack | None:
    limit = limits.of(counter)
    if limit is None:
        return None
    memories = stands.memories + by.memories - limit.memories if by.memories > 0 else 0
    important = stands.important + by.important - limit.important if by.important > 0 else 0
    if memories <= 0 and important <= 0:
        return None
    return Lack(counter, limit, max(0, memories), max(0, important))


def _count(row: Item) -> Count:
    return Count(read.whole(row, "memories"), read.whole(row, "important"))
