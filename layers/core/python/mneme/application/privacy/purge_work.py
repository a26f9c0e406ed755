"""The job behind a purge: step by step, each in pages, it deletes what the purge has hidden.

Nothing of it is seen by anybody, so that no step needs the user's memory to stand still.
"""

from collections.abc import Sequence
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
    the last one shows that nothing is left.
    """

    stages: Sequence[Stage]
    clock: Clock
    shards: int = 1
    metrics: Metrics = NO_METRICS

    def first_cursor(self, day: date | None) -> str | None:  # noqa: ARG002
        """Return None: a purge is begun by who asks for it, in the write that purges."""
        return None

    def page(self, owner: JobOwner, shard: JobShard) -> PageDone:
        """Do the next page of the stage that the cursor names. Raises Unavailable."""
        if owner.everybody:
            raise InternalFault("a purge is of one user")
        order = purge_order(shard.cursor)
        tenant, erases = internal_context(owner.tenant_id), shard.name is JobName.ERASE
        stage = self.stages[order.stage]
        now = self.clock.now()
        purge = Purge(tenant, owner.user_id, order, now, erases, counting=stage.counting)
        done = stage.step(purge, order.after)
        following = self._following(_counted(order, done), done.after)
        if following is None:
            took = (now - order.at).total_seconds() * 1000
            self.metrics.record(tenant, [Measure(Measured.PURGE_LAG_MS, took)])
        return PageDone(None if following is None else following.encode(), done.progress)

    def _following(self, order: PurgeOrder, after: str | None) -> PurgeOrder | None:
        """Return what is to be done next; None if a round has found nothing."""
        if after is not None:
            return replace(order, after=after)
        anything = order.round == 1 or any(order.found.values())
        stage = order.stage + 1
        while stage < len(self.stages) and not (anything or self.stages[stage].counting):
            stage += 1
        if stage < len(self.stages):
            return replace(order, stage=stage, after=None)
        if not any(order.found.values()):
            return None
        if order.round >= MOST_ROUNDS:
            raise InternalFault("a purge finds more without end")
        return replace(order, round=order.round + 1, stage=0, after=None, found={})


def _counted(order: PurgeOrder, done: StepDone) -> PurgeOrder:
    counts = plus(order.counts, done.counts) if order.round == 1 else order.counts
    return replace(order, counts=counts, found=plus(order.found, done.counts))
