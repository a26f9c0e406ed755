"""Which work the second step of a task is: what it carries says so."""

from dataclasses import dataclass

from mneme.application.repositories.task_attachments import CLOSING
from mneme.application.tasks.queue_messages import TaskMessage
from mneme.application.tasks.work_on_task import Work
from mneme.domain.task import Task
from mneme.domain.tenancy import TenantContext


@dataclass(frozen=True)
class RouteTask:
    """The evolution worker's use case: facts evolve, and sessions are closed, in one order."""

    evolve: Work
    close_session: Work

    def __call__(self, tenant: TenantContext, message: TaskMessage, task: Task) -> None:
        """Work on an open task. Raises as its work does."""
        work = self.close_session if task.payload == CLOSING else self.evolve
        work(tenant, message, task)
