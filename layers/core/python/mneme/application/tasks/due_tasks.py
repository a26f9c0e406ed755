"""The tasks that the index `due` lists, of all tenants: at a cost that follows what is due."""

from collections.abc import Iterator
from dataclasses import dataclass

from mneme.application.ports.clock import Clock
from mneme.application.ports.fault_log import FaultLog
from mneme.application.ports.table_store import Item, Query, SortRange, TableStore
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
from mneme.domain.scope import split_key
from mneme.domain.task import Task
from mneme.domain.tenancy import SYSTEM, TenantContext, internal_context

PAGE = 100

Found = tuple[TenantContext, str, Task]
"""A task with its tenant and user."""


@dataclass(frozen=True)
class DueTasks:
    """Reads what is due, and each task as it stands: the index may lag behind it."""

    tables: TableStore
    tasks: Tasks
    clock: Clock
    faults: FaultLog

    def listed(self, waiting: DueFor) -> Iterator[Item]:
        """Yield the entries of the index."""
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

    def found(self, item: Item) -> Found | None:
        """Return the task of an entry, None if it is gone. Raises where its row is damaged."""
        partition = read.text(item, "pk")
        tenant, user_id = internal_context(partition_owner(partition)), user_of(partition)
        task = self.tasks.find(tenant, user_id, split_key(read.text(item, "sk"))[1])
        return None if task is None else (tenant, user_id, task)

    def note(self, item: Item, fault: Exception) -> None:
        """Take down what was wrong with the task of an entry, so that those behind it go on."""
        task_id = split_key(read.text(item, "sk"))[-1]
        tenant = internal_context(partition_owner(read.text(item, "pk")))
        self.faults.record(tenant, task_id, fault)
