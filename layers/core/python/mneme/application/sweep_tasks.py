"""Look after open tasks (DESIGN §6): every one ends where its caller sees it.

Sent are those that were never queued, those put off in an outage, and those whose workers died so
often that the queue gave them up. A task that is late time and again is FAILED.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from mneme.application.messages import EVOLUTION, EXTRACTION, TaskMessage
from mneme.application.ports.clock import Clock
from mneme.application.ports.table_store import Item, Query, SortRange, TableStore
from mneme.application.ports.work_queue import WorkQueue
from mneme.application.repositories import row_values as read
from mneme.application.repositories.row_keys import (
    DUE_INDEX,
    OPERATIONS,
    partition_owner,
    user_of,
)
from mneme.application.repositories.row_values import milliseconds
from mneme.application.repositories.task_rows import DUE_SHARDS, DueFor, due_shard
from mneme.application.repositories.tasks import Tasks
from mneme.application.send_task import SendTask
from mneme.domain.errors import InternalFault, MnemeError, WriteConflict
from mneme.domain.scope import split_key
from mneme.domain.task import RESENDS, Task, TaskError, TaskState
from mneme.domain.tenancy import SYSTEM, TenantContext, internal_context

PAGE = 100


@dataclass(frozen=True)
class SweepTasks:
    """The sweep's use case: reads what is due, so its cost does not grow with what is stored."""

    tables: TableStore
    tasks: Tasks
    queue: WorkQueue
    clock: Clock

    def __call__(self, waiting: DueFor = DueFor.WATCHING) -> int:
        """Return how many tasks were sent of those that are due for this.

        A task that cannot be sent does not hold up those behind it; what was wrong with the first
        such task is raised in the end.
        """
        look_after = self._resume if waiting is DueFor.RESUMING else self._watch
        sent, faults = 0, list[MnemeError]()
        for item in self._due(waiting):
            try:
                sent += self._handled(item, look_after)
            except MnemeError as fault:
                faults.append(fault)
        if faults:
            raise faults[0]
        return sent

    def _due(self, waiting: DueFor) -> Iterator[Item]:
        until = SortRange(high=milliseconds(self.clock.now()))
        for number in range(DUE_SHARDS):
            cursor: str | None = None
            while True:
                query = Query(
                    OPERATIONS,
                    due_shard(number, waiting),
                    index=DUE_INDEX,
                    sort=until,
                    limit=PAGE,
                    cursor=cursor,
                    consistent=False,
                )
                page = self.tables.query(SYSTEM, query)
                yield from page.items
                cursor = page.cursor
                if cursor is None:
                    break

    def _handled(self, item: Item, look_after: "_LookAfter") -> bool:
        partition = read.text(item, "pk")
        tenant, user_id = internal_context(partition_owner(partition)), user_of(partition)
        task = self.tasks.find(tenant, user_id, split_key(read.text(item, "sk"))[1])
        # The index may lag behind the task.
        if task is None or task.state.final:
            return False
        try:
            return look_after(tenant, user_id, task)
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
            self.tasks.sent_again(tenant, user_id, task, at=now)
            return True
        else:
            error = TaskError(InternalFault.code, "nobody could finish this write")
            self.tasks.finish(tenant, user_id, task, TaskState.FAILED, at=now, error=error)
        return False

    def _send(self, tenant: TenantContext, user_id: str, task: Task) -> None:
        message = TaskMessage(tenant.tenant_id, user_id, task.task_id, task.attempt)
        SendTask(self.tasks, self.queue, self.clock)(tenant, task, _queue_of(task), message)

    def _queue(self, tenant: TenantContext, user_id: str, task: Task) -> None:
        message = TaskMessage(tenant.tenant_id, user_id, task.task_id, task.attempt)
        self.queue.send(tenant, _queue_of(task), message.encode())


_LookAfter = Callable[[TenantContext, str, Task], bool]


def _queue_of(task: Task) -> str:
    return EXTRACTION if task.fact_count is None else EVOLUTION
