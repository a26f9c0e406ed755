"""Bring a user's counters in line with the heads, and count those that were not."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from mneme.application.ports.table_store import (
    Action,
    Check,
    Equals,
    Item,
    Key,
    Missing,
    Query,
    SetTo,
    TableStore,
    Update,
)
from mneme.application.repositories import row_values as read
from mneme.application.repositories.row_keys import (
    CHANGE_LOG,
    COUNTERS,
    counter_key,
    log_head_key,
    user_partition,
)
from mneme.application.repositories.user_repository import UserRepository
from mneme.domain.counting import Count, count_changes
from mneme.domain.errors import WriteConflict
from mneme.domain.memory import Head
from mneme.domain.tenancy import TenantContext
from mneme.domain.user_state import UserState

AT_ONCE = 90
"""Counters a transaction, beside two checks."""


@dataclass(frozen=True)
class RepairCounters:
    """Compares and repairs. Every commit moves the change log, so that it tells of any between."""

    tables: TableStore
    users: UserRepository

    def reached(self, tenant: TenantContext, user_id: str) -> int | None:
        """Return the last number of the user's change log, None without one. Raises Unavailable."""
        place = log_head_key(user_partition(tenant, user_id))
        row = self.tables.get(tenant, CHANGE_LOG, place)
        return None if row is None else read.whole(row, "sequence")

    def __call__(
        self,
        tenant: TenantContext,
        user_id: str,
        state: UserState,
        heads: Sequence[Head],
        sequence: int | None,
    ) -> int:
        """Repair the counters that are off; return how many. Raises Unavailable.

        `heads` are all there are, as they were when the log had reached `sequence`. If anything was
        committed since, nothing is written: it is looked at the next time.
        """
        partition = user_partition(tenant, user_id)
        true = _counts(partition, state, heads)
        off = _off(state, true, self._stored(tenant, partition))
        listed = sorted(off.items())
        for start in range(0, len(listed), AT_ONCE):
            page = listed[start : start + AT_ONCE]
            actions: list[Action] = [
                Update(
                    COUNTERS,
                    Key(partition, sort),
                    (SetTo("memories", count.memories), SetTo("important", count.important)),
                )
                for sort, count in page
            ]
            actions += [
                _unmoved(partition, sequence),
                self.users.unchanged(tenant, user_id, state),
            ]
            try:
                self.tables.transact(tenant, actions)
            except WriteConflict:
                return start
        return len(listed)

    def _stored(self, tenant: TenantContext, partition: str) -> dict[str, Count]:
        stored: dict[str, Count] = {}
        cursor: str | None = None
        while True:
            page = self.tables.query(tenant, Query(COUNTERS, partition, cursor=cursor))
            for row in page.items:
                stored[read.text(row, "sk")] = _count(row)
            cursor = page.cursor
            if cursor is None:
                return stored


def _counts(partition: str, state: UserState, heads: Sequence[Head]) -> dict[str, Count]:
    """Return what the counters must say, by their sort keys.

    What a purge of a scope has hidden is counted until its rows go.
    """
    there = [head for head in heads if head.key_epoch == state.epoch]
    moves = count_changes((), there)
    return {str(counter_key(partition, counter).sort): by for counter, by in moves.items()}


def _off(
    state: UserState, true: Mapping[str, Count], stored: Mapping[str, Count]
) -> dict[str, Count]:
    """Return the counters that are off, and what they must say.

    Those of an epoch that a purge has ended count nothing that anybody sees: they are let alone.
    """
    return {
        sort: true.get(sort, Count())
        for sort in {*true, *stored}
        if stored.get(sort, Count()) != true.get(sort, Count())
        and int(sort.rsplit("@", 1)[1]) >= state.epoch
    }


def _unmoved(partition: str, sequence: int | None) -> Check:
    seen = Missing("pk") if sequence is None else Equals("sequence", sequence)
    return Check(CHANGE_LOG, log_head_key(partition), seen)


def _count(row: Item) -> Count:
    return Count(read.whole(row, "memories", 0), read.whole(row, "important", 0))
