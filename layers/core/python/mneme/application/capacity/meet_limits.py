"""Have a user brought down to limits that were lowered: what is above one is left to a job."""

from collections import Counter as Tally
from collections.abc import Sequence
from dataclasses import dataclass

from mneme.application.ports.evictions import Evictions
from mneme.application.repositories.tenant_limits import TenantLimits
from mneme.domain.capacity import may_leave
from mneme.domain.counting import Counter, Room, counted, counters_of
from mneme.domain.memory import Head
from mneme.domain.tenancy import TenantContext
from mneme.domain.user_state import UserState


@dataclass(frozen=True)
class MeetLimits:
    """The patrol's use case, for whoever has read all heads of the user anyhow."""

    limits: TenantLimits
    rest: Evictions

    def __call__(
        self, tenant: TenantContext, user_id: str, state: UserState, heads: Sequence[Head]
    ) -> int:
        """Ask once for all evictions that limits call for; return of how many dimensions.

        Where nothing may leave, nothing is asked for. Raises Unavailable.
        """
        above = self.above(tenant, state, heads)
        if above:
            self.rest.ask(tenant, user_id, above)
        return len(above)

    def above(
        self, tenant: TenantContext, state: UserState, heads: Sequence[Head]
    ) -> list[Counter]:
        """Return what is above its limit, each dimension before the total that it is part of."""
        standing = [
            head
            for head in heads
            if counted(head) and head.epoch == state.effective_epoch(head.scope)
        ]
        tally = Tally(counter for head in standing for counter in counters_of(head))
        movable = {counter for head in standing if may_leave(head) for counter in counters_of(head)}
        limits = self.limits.of(tenant)
        over = [
            counter
            for counter in movable
            if (limit := limits.of(counter)) is not None and tally[counter] > limit.memories
        ]
        return sorted(over, key=lambda one: (one.room is Room.TOTAL, one.dimension))
