"""Send what waits (DESIGN §6): tasks that were never queued, and those put off in an outage."""

from collections.abc import Iterator
from dataclasses import dataclass

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
from mneme.domain.errors import MnemeError
from mneme.domain.scope import split_key
from mneme.domain.task import TaskState
from mneme.domain.tenancy import SYSTEM, internal_context

PAGE = 100

_STATES = {DueFor.SENDING: TaskState.PENDING, DueFor.RESUMING: TaskState.DEFERRED}


@dataclass(frozen=True)
class SweepTasks:
    """The sweep's use case: reads what is due, so its cost does not grow with what is stored."""

    tables: TableStore
    tasks: Tasks
    queue: WorkQueue
    clock: Clock

    def __call__(self, waiting: DueFor = DueFor.SENDING) -> int:
        """Return how many tasks were sent of those that wait for this.

        A task that cannot be sent does not hold up those behind it; what was wrong with the first
        such task is raised in the end.
        """
        sent, faults = 0, list[MnemeError]()
        for item in self._due(waiting):
            try:
                sent += self._send(item, _STATES[waiting])
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

    def _send(self, item: Item, state: TaskState) -> bool:
        partition = read.text(item, "pk")
        tenant, user_id = internal_context(partition_owner(partition)), user_of(partition)
        task_id = split_key(read.text(item, "sk"))[1]
        task = self.tasks.find(tenant, user_id, task_id)
        if task is None or task.state is not state:
            return False
        message = TaskMessage(tenant.tenant_id, user_id, task_id, task.attempt)
        queue = EXTRACTION if task.fact_count is None else EVOLUTION
        SendTask(self.tasks, self.queue, self.clock)(tenant, task, queue, message)
        return True
