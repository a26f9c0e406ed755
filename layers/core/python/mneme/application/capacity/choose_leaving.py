"""Which memories of a user may leave a dimension, in the order in which they do."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from mneme.application.ports.clock import Clock
from mneme.application.ports.table_store import PAGE_LIMIT
from mneme.application.repositories.memory_repository import MemoryRepository
from mneme.domain.capacity import leaving_order, may_leave
from mneme.domain.counting import Counter, counted, counters_of
from mneme.domain.memory import Head, Kind
from mneme.domain.tenancy import TenantContext
from mneme.domain.user_state import UserState


@dataclass(frozen=True)
class ChooseLeaving:
    """Reads all heads of a user once: weights are computed, so that no index knows the weakest."""

    memories: MemoryRepository
    clock: Clock

    def __call__(
        self, tenant: TenantContext, user_id: str, state: UserState, counter: Counter
    ) -> list[Head]:
        """Return the memories of a counter that may leave, those that leave first in front.

        Raises Unavailable.
        """
        heads = self.standing(tenant, user_id, state)
        leaving = [head for head in heads if may_leave(head) and counter in counters_of(head)]
        return sorted(leaving, key=partial(leaving_order, now=self.clock.now()))

    def standing(self, tenant: TenantContext, user_id: str, state: UserState) -> Iterator[Head]:
        """Yield the heads that take room; of a purged scope there are none. Raises Unavailable."""
        cursor: str | None = None
        while True:
            page, cursor = self.memories.newest_heads(
                tenant, user_id, limit=PAGE_LIMIT, cursor=cursor
            )
            # A message takes no room, and most of a user's heads are messages.
            heads = (one.read() for one in page if one.kind is not Kind.TURN)
            yield from (head for head in heads if _takes_room(head, state))
            if cursor is None:
                return


def _takes_room(head: Head, state: UserState) -> bool:
    return counted(head) and head.epoch == state.effective_epoch(head.scope)
