"""The job behind a purge: step by step, each in pages, it deletes what the purge has hidden.

Nothing of it is seen by anybody, so that no step needs the user's memory to stand still.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Protocol

from mneme.application.ports.clock import Clock
from mneme.application.ports.metrics import NO_METRICS, Metrics
from mneme.application.privacy.purge_order import (
    Counts,
    Purge,
    PurgeOrder,
    plus,
    purge_order,
)
from mneme.domain.errors import InternalFault
from mneme.domain.job import JobName, JobOwner, JobShard, PageDone, Progress
from mneme.domain.measures import Measure, Measured
from mneme.domain.tenancy import internal_context

ENOUGH = 100
"""Items that were read after which a page goes on to no other stage."""

MOST_ROUNDS = 20
"""Far more than anything that is on its way when a purge begins can ask for."""


@dataclass(frozen=True, slots=True)
class StepDone:
    """What a page of a step did, and where its next page begins: None at its end.

    `counts` are what it found that is to go, by store, where it only counts.
    """

    after: str | None
    progress: Progress
    counts: Counts = field(default_factory=dict)


class PurgeStep(Protocol):
    """One kind of rows, or of objects.

    A page is idempotent: who does it again finds gone what went. Where the purge is `counting`, it
    changes nothing.
    """

    def __call__(self, purge: Purge, after: str | None) -> StepDone:
        """Delete, or count, a page of what the purge takes. Raises Unavailable."""
        ...


Certifies = Callable[[Purge, str], None]


@dataclass(frozen=True, slots=True)
class Stage:
    """A step of which everything is counted, or deleted."""

    step: PurgeStep
    counting: bool


def stages_of(*groups: Sequence[PurgeStep]) -> tuple[Stage, ...]:
    """Return the stages of groups of steps, each group counted as a whole before any of it goes."""
    return tuple(
        Stage(step, counting) for group in groups for counting in (True, False) for step in group
    )


@dataclass(frozen=True)
class PurgeWork:
    """Carries out purges of one user each, and goes round until it finds nothing any more.

    What was accepted before the purge and was on its way may have come in behind the first round;
    the last one shows that nothing is left. That is certified in the end.
    """

    stages: Sequence[Stage]
    certify: Certifies
    clock: Clock
    shards: int = 1
    metrics: Metrics = NO_METRICS

    def first_cursor(self, day: date | None) -> str | None:  # noqa: ARG002
        """Return None: a purge is begun by who asks for it, in the write that purges."""
        return None

    def page(self, owner: JobOwner, shard: JobShard) -> PageDone:
        """Do the next page of the stage that the cursor names, or several short ones.

        Raises Unavailable.
        """
        if owner.everybody:
            raise InternalFault("a purge is of one user")
        order = purge_order(shard.cursor)
        tenant, erases = internal_context(owner.tenant_id), shard.name is JobName.ERASE
        purge = Purge(tenant, owner.user_id, order, self.clock.now(), erases)
        if order.stage == len(self.stages):
            self.certify(purge, shard.job_id)
            took = (purge.now - order.at).total_seconds() * 1000
            self.metrics.record(tenant, [Measure(Measured.PURGE_LAG_MS, took)])
            return PageDone(None, Progress())
        following, progress = self._stages_done(purge)
        return PageDone(following.encode(), progress)

    def _stages_done(self, purge: Purge) -> tuple[PurgeOrder, Progress]:
        """Do stages until there was enough to do; return what is to be done then.

        None that deletes is done in one page with one that counts: done again from the same cursor,
        that would count what is left.
        """
        order, progress = purge.order, Progress()
        counting = self.stages[order.stage].counting
        while self._goes_on(order, counting) and progress.read < ENOUGH:
            step = self.stages[order.stage].step
            done = step(replace(purge, order=order, counting=counting), order.after)
            order = self._following(_counted(order, done), done.after)
            progress += done.progress
        return order, progress

    def _goes_on(self, order: PurgeOrder, counting: bool) -> bool:
        at_end = order.stage == len(self.stages)
        return not at_end and self.stages[order.stage].counting is counting

    def _following(self, order: PurgeOrder, after: str | None) -> PurgeOrder:
        """Return what is to be done next: in the end, when a round found nothing, to certify it."""
        if after is not None:
            return replace(order, after=after)
        anything = order.round == 1 or any(order.found.values())
        stage = order.stage + 1
        while stage < len(self.stages) and not (anything or self.stages[stage].counting):
            stage += 1
        if stage < len(self.stages):
            return replace(order, stage=stage, after=None)
        if not any(order.found.values()):
            return replace(order, stage=stage, after=None)
        if order.round >= MOST_ROUNDS:
            raise InternalFault("a purge finds more without end")
        return replace(order, round=order.round + 1, stage=0, after=None, found={})


def _counted(order: PurgeOrder, done: StepDone) -> PurgeOrder:
    counts = plus(order.counts, done.counts) if order.round == 1 else order.counts
    return replace(order, counts=counts, found=plus(order.found, done.counts))
