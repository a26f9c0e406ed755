"""Open again what failed for a fault of ours, once the fault is mended (DESIGN §6)."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from mneme.application.ports.table_store import Item
from mneme.application.ports.work_queue import WorkQueue
from mneme.application.repositories.task_rows import DueFor
from mneme.application.repositories.tasks import Tasks
from mneme.application.tasks.due_tasks import DueTasks
from mneme.application.tasks.queue_messages import TaskMessage, queue_of
from mneme.domain.errors import ExtractionFailed, InternalFault, Unavailable, WriteConflict
from mneme.domain.task import Task, TaskState
from mneme.domain.tenancy import TenantContext

OUR_FAULTS = frozenset({InternalFault.code, ExtractionFailed.code, Unavailable.code})


@dataclass(frozen=True, slots=True)
class FailedTask:
    """A task that failed for a fault of ours; ids and codes only.

    `data_kept` tells whether what it needs for another try is still there.
    """

    tenant: TenantContext
    user_id: str
    task: Task
    code: int
    failed_at: datetime
    data_kept: bool


@dataclass(frozen=True)
class RedriveTasks:
    """The operator's use case; a task that is open, or being opened by another, is left alone."""

    due: DueTasks
    tasks: Tasks
    queue: WorkQueue

    def failed(self, tenant_id: str | None = None) -> Iterator[FailedTask]:
        """Yield the tasks, of one tenant or all, that failed for a fault of ours; oldest first.

        One whose row cannot be read is taken down, and left out.
        """
        for item in self.due.listed(DueFor.REDRIVE):
            try:
                failed = self._failed(item, tenant_id)
            except Exception as fault:  # noqa: BLE001
                # One damaged row must not hide all others, whatever is wrong with it.
                self.due.note(item, fault)
                continue
            if failed is not None:
                yield failed

    def _failed(self, item: Item, tenant_id: str | None) -> FailedTask | None:
        found = self.due.found(item)
        if found is None:
            return None
        tenant, user_id, task = found
        error = task.error
        if error is None or error.code not in OUR_FAULTS or task.state is not TaskState.FAILED:
            return None
        if tenant_id not in {None, tenant.tenant_id}:
            return None
        kept = self.tasks.attachments.kept(tenant, user_id, task)
        return FailedTask(tenant, user_id, task, error.code, task.updated_at, data_kept=kept)

    def reopen(self, failed: FailedTask) -> bool:
        """Send a task as its next attempt and open it; return whether it was.

        The message goes first: should this be cut off, whoever receives it opens the task.
        """
        if not failed.data_kept:
            return False
        tenant, user_id, task = failed.tenant, failed.user_id, failed.task
        attempt = task.attempt + 1
        message = TaskMessage(tenant.tenant_id, user_id, task.task_id, attempt)
        self.queue.send(tenant, queue_of(task), message.encode())
        try:
            self.tasks.reopen(tenant, user_id, task, attempt=attempt)
        except WriteConflict:
            return False
        return True
