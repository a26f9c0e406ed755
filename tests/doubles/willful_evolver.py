"""An evolver that proposes whatever it is told to, and a world that listens to it."""

from collections.abc import Callable, Sequence
from functools import cached_property

from mneme.application.evolve.judge_fact import JudgeFact
from mneme.domain.evolution.decisions import Case, Proposal
from mneme.domain.tenancy import TenantContext
from tests.doubles.world import Around, Durable, World

Whim = Callable[[Case], Proposal | None]


class WillfulEvolver:
    """An `Evolver` that answers each case by a function."""

    def __init__(self, whim: Whim) -> None:
        self._whim = whim

    def serves(self, tenant: TenantContext) -> bool:
        """It serves everybody."""
        return True

    def propose(self, tenant: TenantContext, cases: Sequence[Case]) -> list[Proposal | None]:
        """Return its whims."""
        return [self._whim(case) for case in cases]


class WillfulWorld(World):
    """A world in which a willful evolver takes the place of the rules."""

    def __init__(
        self, whim: Whim, durable: Durable | None = None, around: Around = lambda stores: stores
    ) -> None:
        self._whim = whim
        super().__init__(durable, around)

    @cached_property
    def judge_fact(self) -> JudgeFact:
        """The judge, with this evolver in the place of the rules."""
        evolver = WillfulEvolver(self._whim)
        return JudgeFact(self.find_similar, evolver, self.stemmer, self.clock)
