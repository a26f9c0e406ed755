"""Send a stored task to its queue, and mark it ACCEPTED."""

from dataclasses import dataclass, replace

from mneme.application.ports.work_queue import WorkQueue
from mneme.application.repositories.tasks import Tasks
from mneme.application.tasks.queue_messages import TaskMessage
from mneme.domain.errors import WriteConflict
from mneme.domain.task import Task, TaskState
from mneme.domain.tenancy import TenantContext


@dataclass(frozen=True)
class SendTask:
    """Queue first, mark second: a crash in between sends twice, and a worker works once."""

    tasks: Tasks
    queue: WorkQueue

    def __call__(self, tenant: TenantContext, task: Task, queue: str, message: TaskMessage) -> Task:
        """Return the task as it stands after sending."""
        self.queue.send(tenant, queue, message.encode())
        try:
            self.tasks.sent(tenant, message.user_id, task)
        except WriteConflict:
            # A worker was faster than we: the task is past ACCEPTED already, or deferred again.
            current = self.tasks.find(tenant, message.user_id, task.task_id)
            if current is None:
                raise
            return current
        return replace(task, state=TaskState.ACCEPTED)
