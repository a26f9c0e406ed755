"""The frame of both workers: find the task, work on it, let it end where its caller sees it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta

from mneme.application.ports.clock import Clock
from mneme.application.ports.metrics import NO_METRICS, Metrics
from mneme.application.repositories.tasks import Tasks
from mneme.application.tasks.queue_messages import TaskMessage
from mneme.domain.errors import (
    ExtractionFailed,
    MemorySwitchedOff,
    MnemeError,
    ModelOutage,
    NotFound,
    WriteConflict,
)
from mneme.domain.measures import Measure, Measured
from mneme.domain.task import Task, TaskError, TaskState
from mneme.domain.tenancy import TenantContext, internal_context

Work = Callable[[TenantContext, TaskMessage, Task], None]

DEFERRALS = 12
"""How often a task is put off before it is FAILED: for an hour, at least."""

REST = timedelta(minutes=5)
LONGEST_REST = timedelta(hours=1)


class LastingFaults(Exception):
    """What kept parts of a task from success, and will not pass; the caller is told the first."""

    def __init__(self, faults: Sequence[MnemeError]) -> None:
        super().__init__(f"{len(faults)} lasting faults")
        self.faults = tuple(faults)


@dataclass(frozen=True, slots=True)
class Outcome:
    """The state a step leaves its task in, None if there is no such task.

    `faults` are those for which it FAILED, with their places, for the log of whoever runs Mneme.
    """

    state: TaskState | None
    faults: tuple[MnemeError, ...] = ()


@dataclass(frozen=True)
class WorkOnTask:
    """Runs one step of a task; a repeated delivery finds the task done and does nothing."""

    tasks: Tasks
    clock: Clock
    metrics: Metrics = NO_METRICS

    def __call__(self, message: TaskMessage, work: Work) -> Outcome:
        """Work on the task of a message, and return what became of it.

        A task of a user who switched off or purged ends DROPPED; one with a fault that will not
        pass ends FAILED. While no model answers, it is put off, and FAILED after many rests. What
        else may succeed later is raised, for the queue to deliver again.
        """
        tenant = internal_context(message.tenant_id)
        task = self._opened(tenant, message)
        if task is None or task.state.final or _rests(message, task):
            return Outcome(None if task is None else task.state)
        try:
            work(tenant, message, task)
        except (MemorySwitchedOff, NotFound) as refusal:
            return Outcome(self._end(tenant, message, task, TaskState.DROPPED, refusal))
        except ModelOutage as outage:
            return self._put_off(tenant, message, task, outage)
        except LastingFaults as lasting:
            return self._fail(tenant, message, task, lasting.faults[0], lasting.faults)
        except MnemeError as fault:
            if fault.retryable:
                raise
            return self._fail(tenant, message, task, fault, (fault,))
        return Outcome(self._became(tenant, message))

    def give_up(self, message: TaskMessage, fault: MnemeError) -> TaskState | None:
        """End a task FAILED after its last delivery; the queue keeps the message for a redrive."""
        tenant = internal_context(message.tenant_id)
        task = self.tasks.find(tenant, message.user_id, message.task_id)
        if task is None or task.state.final:
            return None if task is None else task.state
        return self._end(tenant, message, task, TaskState.FAILED, fault, undelivered=True)

    def _opened(self, tenant: TenantContext, message: TaskMessage) -> Task | None:
        task = self.tasks.find(tenant, message.user_id, message.task_id)
        if task is None or not _is_redriven(message, task):
            return task
        return self.tasks.reopen(tenant, message.user_id, task, attempt=message.attempt)

    def _put_off(
        self, tenant: TenantContext, message: TaskMessage, task: Task, outage: ModelOutage
    ) -> Outcome:
        if task.deferrals >= DEFERRALS:
            told = ExtractionFailed("no model answered for too long")
            return self._fail(tenant, message, task, told, (outage,))
        asked = timedelta(seconds=outage.retry_after_seconds or 0)
        until = self.clock.now() + min(max(REST, asked), LONGEST_REST)
        self.tasks.defer(tenant, message.user_id, task, until=until)
        return Outcome(TaskState.DEFERRED)

    def _fail(
        self,
        tenant: TenantContext,
        message: TaskMessage,
        task: Task,
        told: MnemeError,
        faults: tuple[MnemeError, ...],
    ) -> Outcome:
        return Outcome(self._end(tenant, message, task, TaskState.FAILED, told), faults)

    def _end(
        self,
        tenant: TenantContext,
        message: TaskMessage,
        task: Task,
        state: TaskState,
        why: MnemeError,
        *,
        undelivered: bool = False,
    ) -> TaskState:
        try:
            self.tasks.finish(
                tenant,
                message.user_id,
                task,
                state,
                error=TaskError(why.code, why.message),
                undelivered=undelivered,
            )
        except WriteConflict:
            ended = self.tasks.find(tenant, message.user_id, message.task_id)
            if ended is None or not ended.state.final:
                raise
            return ended.state
        return self._noted(tenant, state)

    def _became(self, tenant: TenantContext, message: TaskMessage) -> TaskState | None:
        """Return the state that the work left its task in, and measure how long a live one took."""
        task = self.tasks.find(tenant, message.user_id, message.task_id)
        if task is None:
            return None
        if task.state is TaskState.DONE and not task.bulk:
            took = (self.clock.now() - task.accepted_at).total_seconds() * 1000
            self.metrics.record(tenant, [Measure(Measured.ADD_TO_COMMIT_MS, took)])
        return self._noted(tenant, task.state)

    def _noted(self, tenant: TenantContext, state: TaskState) -> TaskState:
        """Count a task that has just ended by how it did."""
        if state.final:
            self.metrics.record(tenant, [Measure(Measured.TASK_ENDED, kind=state)])
        return state


def _is_redriven(message: TaskMessage, task: Task) -> bool:
    """Return whether a message opens its failed task again.

    One of a later attempt does, and one that is a dead letter, or was late, where nobody else has
    come to the task's end. A repeated delivery of what has FAILED in its worker does not, nor does
    a straggler of an earlier attempt.
    """
    if task.state is not TaskState.FAILED or message.attempt < task.attempt:
        return False
    return task.undelivered or message.attempt > task.attempt


def _rests(message: TaskMessage, task: Task) -> bool:
    """Return whether a crash came between putting a task off and letting go of its message."""
    return task.state is TaskState.DEFERRED and message.attempt < task.attempt
