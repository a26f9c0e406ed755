"""Decide about one fact and commit the decision (DESIGN §8), in one transaction.

Two writers that saw the same state cannot both act on it: the guards they read are part of the
transaction, and the one that comes second looks again and decides again.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from mneme.application.capacity.commit_with_room import CommitWithRoom
from mneme.application.commit.look_up_known import LookUpKnown
from mneme.application.commit.placed_fact import PlacedFact
from mneme.application.commit.plan_commit import PlanCommit
from mneme.application.evolve.judgement import Judge
from mneme.application.ports.clock import Clock
from mneme.application.ports.metrics import NO_METRICS, Metrics
from mneme.application.ports.table_store import Action, Check
from mneme.application.repositories.commits import Commit
from mneme.application.repositories.make_way import attempts
from mneme.domain.change import Actor
from mneme.domain.errors import ImportantQuotaFull, Unavailable, WriteConflict
from mneme.domain.measures import Measure, Measured
from mneme.domain.task import FactResult
from mneme.domain.tenancy import TenantContext


@dataclass(frozen=True, slots=True)
class FactWrite:
    """One fact to be committed; `memory_id` is its own if it becomes a new memory.

    `gate` is asked anew before each attempt and raises if the write is no longer wanted; `judge`
    decides; `settle` gives the actions that record the result in the task; `settled` the result if
    it is recorded. `yields_importance`: where no further memory may be marked important, it is kept
    without the mark, and its result says so.
    """

    placed: PlacedFact
    memory_id: str
    actor: Actor
    gate: Callable[[], Check]
    judge: Judge
    settle: Callable[[FactResult], tuple[Action, ...]] = field(default=lambda _: ())
    settled: Callable[[], FactResult | None] = field(default=lambda: None)
    yields_importance: bool = False


@dataclass(frozen=True)
class CommitFact:
    """Carries one fact through look-up, decision and transaction."""

    look_up: LookUpKnown
    plan: PlanCommit
    commits: CommitWithRoom
    clock: Clock
    metrics: Metrics = NO_METRICS

    def __call__(self, tenant: TenantContext, user_id: str, write: FactWrite) -> FactResult:
        """Return what became of the fact.

        Raises the gate's errors, CapacityFull and ImportantQuotaFull if there is no room for it,
        and Unavailable.
        """
        placed, code = write.placed, 0
        for attempt in attempts(self.clock):
            unchanged = write.gate()
            known = self.look_up(tenant, user_id, placed, self.clock.now())
            judgement = write.judge(known, attempt)
            planned = self.plan(
                tenant, user_id, placed, write.memory_id, write.actor, known, judgement
            )
            result = replace(planned.result, code=code)
            extra = (*planned.commit.extra, unchanged, *write.settle(result))
            commit = Commit(planned.commit.writes, planned.commit.records, extra)
            try:
                self.commits.carry_out(tenant, user_id, commit)
            except ImportantQuotaFull as full:
                if not (write.yields_importance and placed.fact.is_important):
                    raise
                placed, code = _unmarked(placed), full.code
            except WriteConflict:
                earlier = write.settled()
                if earlier is not None:
                    return earlier
                self.metrics.record(tenant, [Measure(Measured.COMMIT_CONFLICTS)])
            else:
                decided = Measure(Measured.FACT_DECIDED, kind=planned.result.decision)
                self.metrics.record(tenant, [decided])
                return result
        raise Unavailable("the memory is being written to without pause")


def _unmarked(placed: PlacedFact) -> PlacedFact:
    return replace(placed, fact=replace(placed.fact, is_important=False))
