"""Make room for a write that met a limit: what it needs at once, in its own run (DESIGN §11)."""

from collections.abc import Sequence
from dataclasses import dataclass

from mneme.application.capacity.choose_leaving import ChooseLeaving
from mneme.application.capacity.evict_page import PAGE, EvictPage
from mneme.application.capacity.unite_doubles import UniteDoubles
from mneme.application.ports.clock import Clock
from mneme.application.ports.evictions import Evictions
from mneme.application.repositories.counters import (
    Counters,
    Lack,
    Moves,
    capacity_full,
    important_quota_full,
)
from mneme.application.repositories.make_way import attempts
from mneme.application.repositories.user_repository import UserRepository
from mneme.domain.errors import Unavailable, WriteConflict
from mneme.domain.memory import Head
from mneme.domain.tenancy import TenantContext
from mneme.domain.user_state import UserState


@dataclass(frozen=True)
class MakeRoom:
    """Evicts a page at least, so that the next writes find room, and asks for the rest.

    What says the same is united before anything leaves.
    """

    users: UserRepository
    counters: Counters
    choose: ChooseLeaving
    unite: UniteDoubles
    evict: EvictPage
    rest: Evictions
    clock: Clock

    def __call__(self, tenant: TenantContext, user_id: str, moves: Moves) -> None:
        """Return once there is room for the moves of a commit; somebody else may take it.

        Raises CapacityFull if too few memories may leave, ImportantQuotaFull, and Unavailable.
        """
        for attempt in attempts(self.clock):
            lacks = self.counters.lacks(tenant, user_id, moves)
            if not lacks:
                return
            for lack in lacks:
                if lack.important:
                    raise important_quota_full(lack)
            try:
                self._relieve(tenant, user_id, moves, lacks[0], first=attempt == 0)
            except WriteConflict:
                continue
            return
        raise Unavailable("the user's memories are being written to without pause")

    def _relieve(
        self, tenant: TenantContext, user_id: str, moves: Moves, full: Lack, *, first: bool
    ) -> None:
        state, asked = self.users.state(tenant, user_id), max(PAGE, full.memories)
        leaving = self.choose(tenant, user_id, state, full.counter, asked)
        # Asked again behind the heads: who has made room since then has evicted others than these.
        lacks = self.counters.lacks(tenant, user_id, moves)
        lack = next((one for one in lacks if one.counter == full.counter), None)
        if lack is None:
            return
        if len(leaving) < lack.memories:
            # Others may have filled what was asked for: then it is asked again for more.
            raise capacity_full(lack) if lack.memories <= asked else WriteConflict
        if first and self.unite(tenant, user_id, state, leaving):
            return
        self._evict(tenant, user_id, state, lack, leaving)

    def _evict(
        self,
        tenant: TenantContext,
        user_id: str,
        state: UserState,
        lack: Lack,
        leaving: Sequence[Head],
    ) -> None:
        excess = self.counters.excess(tenant, user_id, lack.counter)
        wanted = max(lack.memories, min(PAGE, excess))
        for start in range(0, min(wanted, len(leaving)), PAGE):
            self.evict(tenant, user_id, state, leaving[start : min(start + PAGE, wanted)])
        if excess > wanted:
            self.rest.ask(tenant, user_id, [lack.counter])
