"""Bring a user's full dimension down: what a write left, and what a lowered limit asks for."""

from collections.abc import Sequence
from dataclasses import dataclass

from mneme.application.capacity.choose_leaving import ChooseLeaving
from mneme.application.capacity.evict_page import PAGE, EvictPage
from mneme.application.capacity.unite_doubles import UniteDoubles
from mneme.application.ports.clock import Clock
from mneme.application.repositories.counters import Counters
from mneme.application.repositories.make_way import attempts
from mneme.application.repositories.user_repository import UserRepository
from mneme.domain.counting import Counter
from mneme.domain.errors import Unavailable, WriteConflict
from mneme.domain.memory import Head
from mneme.domain.tenancy import TenantContext
from mneme.domain.user_state import UserState


@dataclass(frozen=True, slots=True)
class EvictedDown:
    """How many memories left in one step, and whether more of the user's are to leave."""

    evicted: int
    more: bool


@dataclass(frozen=True)
class EvictDown:
    """The use case of the job: one step of a few pages, to be repeated while there is more.

    It remembers nothing between steps: whatever was killed goes on where the counters stand. It
    works on while a user's memory is switched off, and does nothing for a purged dimension.
    """

    users: UserRepository
    counters: Counters
    choose: ChooseLeaving
    unite: UniteDoubles
    evict: EvictPage
    clock: Clock

    def __call__(
        self, tenant: TenantContext, user_id: str, counter: Counter, pages: int = 1
    ) -> EvictedDown:
        """Evict at most so many pages of what was full, until it holds nine tenths of its limit.

        What may not leave stays, also above the limit. Raises Unavailable.
        """
        for _ in attempts(self.clock):
            excess = self.counters.excess(tenant, user_id, counter)
            if excess <= 0:
                return EvictedDown(0, more=False)
            try:
                return self._step(tenant, user_id, counter, min(excess, pages * PAGE))
            except WriteConflict:
                continue
        raise Unavailable("the user's memories are being written to without pause")

    def _step(
        self, tenant: TenantContext, user_id: str, counter: Counter, most: int
    ) -> EvictedDown:
        state = self.users.state(tenant, user_id)
        leaving = self.choose(tenant, user_id, state, counter, most)
        # Asked behind the heads: who has made room since then has evicted others than these.
        excess = self.counters.excess(tenant, user_id, counter)
        if excess <= 0:
            return EvictedDown(0, more=False)
        united = self.unite(tenant, user_id, state, leaving)
        if united:
            return EvictedDown(united, more=united < excess)
        wanted = min(excess, most)
        evicted = self._evict(tenant, user_id, state, leaving[:wanted])
        return EvictedDown(evicted, more=evicted == wanted < excess)

    def _evict(
        self, tenant: TenantContext, user_id: str, state: UserState, leaving: Sequence[Head]
    ) -> int:
        for start in range(0, len(leaving), PAGE):
            self.evict(tenant, user_id, state, leaving[start : start + PAGE])
        return len(leaving)
