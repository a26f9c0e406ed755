"""Look after open tasks (DESIGN §6): every one ends where its caller sees it.

Sent are those that were never queued, those put off in an outage, and those whose workers died so
often that the queue gave them up. A task that is late time and again is FAILED.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from mneme.application.passing_faults import passing_faults
from mneme.application.ports.clock import Clock
from mneme.application.ports.metrics import NO_METRICS, Metrics
from mneme.application.ports.table_store import Item
from mneme.application.ports.work_queue import WorkQueue
from mneme.application.repositories.task_rows import DueFor
from mneme.application.repositories.tasks import Tasks
from mneme.application.tasks.due_tasks import DueTasks
from mneme.application.tasks.queue_messages import TaskMessage, queue_of
from mneme.application.tasks.send_task import SendTask
from mneme.domain.errors import InternalFault, WriteConflict
from mneme.domain.measures import Measure, Measured
from mneme.domain.task import RESENDS, Task, TaskError, TaskState
from mneme.domain.tenancy import TenantContext


@dataclass(frozen=True)
class SweepTasks:
    """The sweep's use case: reads what is due, so its cost does not grow with what is stored."""

    due: DueTasks
    tasks: Tasks
    queue: WorkQueue
    clock: Clock
    metrics: Metrics = NO_METRICS

    def __call__(self, waiting: DueFor = DueFor.WATCHING) -> int:
        """Return how many tasks were sent of those that are due for this.

        A task that cannot be sent does not hold up those behind it: what was wrong with it is taken
        down, and the first such fault is raised in the end.
        """
        look_after = self._resume if waiting is DueFor.RESUMING else self._watch
        handle = partial(self._handled, look_after)
        return passing_faults(self.due.listed(waiting), handle, self.due.note)

    def _handled(self, look_after: "_LookAfter", item: Item) -> bool:
        found = self.due.found(item)
        # The index may lag behind the task.
        if found is None or found[2].state.final:
            return False
        try:
            return look_after(*found)
        except WriteConflict:
            return False  # somebody has got on with it just now

    def _resume(self, tenant: TenantContext, user_id: str, task: Task) -> bool:
        if task.state is TaskState.DEFERRED:
            self._send(tenant, user_id, task)
            return True
        self.tasks.look_later(tenant, user_id, task)
        return False

    def _watch(self, tenant: TenantContext, user_id: str, task: Task) -> bool:
        if task.state is TaskState.DEFERRED:
            return False
        now = self.clock.now()
        if task.late_at > now:
            self.tasks.look_later(tenant, user_id, task)
        elif task.state is TaskState.PENDING:
            self._send(tenant, user_id, task)
            return True
        elif task.resends < RESENDS:
            # Two messages of one task do no harm: what one has done, the other finds done.
            self._queue(tenant, user_id, replace(task, attempt=task.attempt + 1))
            self.tasks.sent_again(tenant, user_id, task)
            return True
        else:
            error = TaskError(InternalFault.code, "nobody could finish this write")
            ended = TaskState.FAILED
            self.tasks.finish(tenant, user_id, task, ended, error=error, undelivered=True)
            self.metrics.record(tenant, [Measure(Measured.TASK_ENDED, kind=ended)])
        return False

    def _send(self, tenant: TenantContext, user_id: str, task: Task) -> None:
        message = TaskMessage(tenant.tenant_id, user_id, task.task_id, task.attempt)
        SendTask(self.tasks, self.queue)(tenant, task, queue_of(task), message)

    def _queue(self, tenant: TenantContext, user_id: str, task: Task) -> None:
        message = TaskMessage(tenant.tenant_id, user_id, task.task_id, task.attempt)
        self.queue.send(tenant, queue_of(task), message.encode())


_LookAfter = Callable[[TenantContext, str, Task], bool]
