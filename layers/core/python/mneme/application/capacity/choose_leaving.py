"""Which memories of a user leave a dimension first."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from mneme.application.ports.clock import Clock
from mneme.application.ports.settings import ThresholdsNow, as_delivered
from mneme.application.repositories.leaving_entries import LeavingEntry
from mneme.application.repositories.memory_repository import MemoryRepository
from mneme.domain.capacity import leaves_before, leaving_order, may_leave
from mneme.domain.counting import Counter, counters_of
from mneme.domain.memory import Head
from mneme.domain.tenancy import TenantContext
from mneme.domain.user_state import UserState

ENTRIES = 200
"""Entries of the index that are read at once."""

HEADS = 50
"""Heads that are read at once, before it is asked whether they are enough."""


@dataclass(frozen=True)
class ChooseLeaving:
    """Reads the heads that may leave in the order of their dates, and no more than it must.

    A weight is computed, so that no index knows the weakest; but each entry tells how weak its
    memory can be at most, and whoever is weaker than all that follow leaves before them.
    """

    memories: MemoryRepository
    clock: Clock
    thresholds: ThresholdsNow = as_delivered

    def __call__(
        self, tenant: TenantContext, user_id: str, state: UserState, counter: Counter, least: int
    ) -> list[Head]:
        """Return memories of a counter that may leave, those that leave first in front.

        The first `least` are those that do; what was read with them follows. If there are fewer,
        no others may leave. Raises Unavailable.
        """
        now, weights, found = self.clock.now(), self.thresholds().weights, list[Head]()
        for some in self._entries(tenant, user_id, counter):
            heads = self.memories.heads(tenant, user_id, [one.memory_id for one in some])
            found += (head for head in heads.values() if _may_leave(head, state, counter))
            last = some[-1].after
            if sum(leaves_before(head, last, now, weights) for head in found) >= least:
                break
        return sorted(found, key=partial(leaving_order, now=now, by=weights))

    def _entries(
        self, tenant: TenantContext, user_id: str, counter: Counter
    ) -> Iterator[Sequence[LeavingEntry]]:
        """Yield what the index lists, in its order, as many as are read together."""
        waiting: list[LeavingEntry] = []
        cursor: str | None = None
        while True:
            page, cursor = self.memories.leaving(tenant, user_id, ENTRIES, cursor)
            waiting += (entry for entry in page if entry.may_be_of(counter))
            while len(waiting) >= HEADS or (waiting and cursor is None):
                yield waiting[:HEADS]
                waiting = waiting[HEADS:]
            if cursor is None:
                return


def _may_leave(head: Head, state: UserState, counter: Counter) -> bool:
    there = head.epoch == state.effective_epoch(head.scope)
    return there and may_leave(head) and counter in counters_of(head)
