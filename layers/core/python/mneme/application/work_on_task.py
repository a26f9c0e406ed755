"""The frame of both workers: find the task, work on it, let it end where its caller sees it."""

from collections.abc import Callable
from dataclasses import dataclass

from mneme.application.messages import TaskMessage
from mneme.application.ports.clock import Clock
from mneme.application.repositories.tasks import Tasks
from mneme.domain.errors import (
    ExtractionFailed,
    InternalFault,
    MemorySwitchedOff,
    MnemeError,
    NotFound,
    WriteConflict,
)
from mneme.domain.task import Task, TaskError, TaskState
from mneme.domain.tenancy import TenantContext, internal_context

Work = Callable[[TenantContext, TaskMessage, Task], None]


@dataclass(frozen=True)
class WorkOnTask:
    """Runs one step of a task; a repeated delivery finds the task done and does nothing."""

    tasks: Tasks
    clock: Clock

    def __call__(self, message: TaskMessage, work: Work) -> TaskState | None:
        """Return the state the task is left in, None if there is no such task.

        A task of a user who switched off or purged ends DROPPED; one with data that cannot be
        read ends FAILED. What may succeed later is raised, for the queue to deliver again.
        """
        tenant = internal_context(message.tenant_id)
        task = self.tasks.find(tenant, message.user_id, message.task_id)
        if task is not None and _is_redriven(message, task):
            now = self.clock.now()
            task = self.tasks.reopen(tenant, message.user_id, task, attempt=message.attempt, at=now)
        if task is None or task.state.final:
            return None if task is None else task.state
        try:
            work(tenant, message, task)
        except (MemorySwitchedOff, NotFound) as refusal:
            return self._end(tenant, message, task, TaskState.DROPPED, refusal)
        except (InternalFault, ExtractionFailed) as fault:
            return self._end(tenant, message, task, TaskState.FAILED, fault)
        current = self.tasks.find(tenant, message.user_id, message.task_id)
        return None if current is None else current.state

    def give_up(self, message: TaskMessage, fault: MnemeError) -> TaskState | None:
        """End a task FAILED after its last delivery; the queue keeps the message for a redrive."""
        tenant = internal_context(message.tenant_id)
        task = self.tasks.find(tenant, message.user_id, message.task_id)
        if task is None or task.state.final:
            return None if task is None else task.state
        return self._end(tenant, message, task, TaskState.FAILED, fault)

    def _end(
        self,
        tenant: TenantContext,
        message: TaskMessage,
        task: Task,
        state: TaskState,
        why: MnemeError,
    ) -> TaskState:
        error = TaskError(why.code, why.message)
        try:
            self.tasks.finish(
                tenant, message.user_id, task, state, at=self.clock.now(), error=error
            )
        except WriteConflict:
            ended = self.tasks.find(tenant, message.user_id, message.task_id)
            if ended is None or not ended.state.final:
                raise
            return ended.state
        return state


def _is_redriven(message: TaskMessage, task: Task) -> bool:
    """Return whether a failed task's message comes back from the dead letters.

    One of an earlier attempt is a straggler: it wakes nobody.
    """
    return task.state is TaskState.FAILED and message.attempt >= task.attempt
