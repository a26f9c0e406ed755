"""Show what became of an accepted write."""

from dataclasses import dataclass, replace

from mneme.application.repositories.tasks import Tasks
from mneme.domain.errors import NotFound
from mneme.domain.task import Task
from mneme.domain.tenancy import TenantContext


@dataclass(frozen=True)
class ReadTask:
    """The use case behind `task`."""

    tasks: Tasks

    def __call__(self, tenant: TenantContext, user_id: str, task_id: str) -> Task:
        """Return the task with its results.

        Raises NotFound, also for a task of another user, app or tenant, and one 400 days old. A
        task tells ids alone, and not of which session: a credential of one sees those of its app.
        """
        task = self.tasks.find(tenant, user_id, task_id)
        if task is None or not tenant.reaches_app(task.app_id):
            raise NotFound("there is no such task", field="task_id")
        return replace(task, results=self.tasks.results.of_task(tenant, user_id, task))
