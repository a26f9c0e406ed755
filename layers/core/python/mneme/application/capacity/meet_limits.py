"""Have a user brought down to limits that were lowered, and kept away from those that are near.

What is above a limit, and what is alike near one, is left to jobs.
"""

from collections import Counter as Tally
from collections.abc import Sequence
from dataclasses import dataclass

from mneme.application.ports.compressions import Compressions
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
    compressions: Compressions | None = None

    def __call__(
        self, tenant: TenantContext, user_id: str, state: UserState, heads: Sequence[Head]
    ) -> int:
        """Ask once for all evictions that limits call for; return of how many dimensions.

        Where nothing may leave, nothing is asked for. What is near a limit shall be compressed, if
        there is a model for it. Raises Unavailable.
        """
        above = self.above(tenant, state, heads)
        if above:
            self.rest.ask(tenant, user_id, above)
        near = self.near(tenant, state, heads) if self.compressions else []
        if self.compressions and near:
            self.compressions.ask(tenant, user_id, near)
        return len(above)

    def above(
        self, tenant: TenantContext, state: UserState, heads: Sequence[Head]
    ) -> list[Counter]:
        """Return what is above its limit, each dimension before the total that it is part of."""
        limits = self.limits.of(tenant)
        return [
            counter
            for counter, memories in _movable(state, heads).items()
            if (limit := limits.of(counter)) is not None and memories > limit.memories
        ]

    def near(self, tenant: TenantContext, state: UserState, heads: Sequence[Head]) -> list[Counter]:
        """Return what is near its limit or above it, in the same order."""
        limits = self.limits.of(tenant)
        tally = _movable(state, heads)
        return [counter for counter, memories in tally.items() if limits.is_near(counter, memories)]


def _movable(state: UserState, heads: Sequence[Head]) -> dict[Counter, int]:
    """Return how much stands in each dimension of which anything may leave, the total last."""
    standing = [
        head for head in heads if counted(head) and head.epoch == state.effective_epoch(head.scope)
    ]
    tally = Tally(counter for head in standing for counter in counters_of(head))
    movable = {counter for head in standing if may_leave(head) for counter in counters_of(head)}
    listed = sorted(movable, key=lambda one: (one.room is Room.TOTAL, one.dimension))
    return {counter: tally[counter] for counter in listed}
