"""What became of the facts of a task: a small row each, so that the next costs no more."""

from collections.abc import Collection
from dataclasses import dataclass

from mneme.application.ports.table_store import (
    Action,
    Any,
    Compare,
    Equals,
    Item,
    Missing,
    Put,
    Query,
    SetTo,
    SortRange,
    TableStore,
    Update,
    Value,
)
from mneme.application.repositories import row_values as read
from mneme.application.repositories.row_keys import OPERATIONS, result_key, task_key, user_partition
from mneme.application.repositories.task_rows import receipt_expiry
from mneme.domain.errors import WriteConflict
from mneme.domain.task import Decision, FactResult, Task
from mneme.domain.tenancy import TenantContext

_LAST_NUMBER = 99_999

Results = tuple[tuple[int, FactResult], ...]
"""(fact number, result), in order of the facts."""


@dataclass(frozen=True)
class TaskResults:
    """Records results, each once, and reads them back."""

    tables: TableStore

    def record_action(
        self,
        tenant: TenantContext,
        user_id: str,
        task: Task,
        number: int,
        result: FactResult,
        messages: Collection[str] = (),
    ) -> Action:
        """Return the action that records a fact's result, once: a replay cannot commit twice.

        `messages` are the ids of those that told it, named where they are to be read again.
        """
        place = result_key(user_partition(tenant, user_id), task.task_id, number)
        row: dict[str, Value] = {
            "pk": place.partition,
            "sk": place.sort,
            "number": number,
            "memory_id": result.memory_id,
            "revision": result.revision,
            "expires_at": receipt_expiry(task),
        }
        if result.decision is not None:
            row["decision"] = result.decision.value
        if result.code:
            row["code"] = result.code
        if messages:
            row["messages"] = frozenset(messages)
        # A row that expired, and is still there, is of a task whose id is used anew.
        free = Any((Missing("pk"), Compare("expires_at", "<", receipt_expiry(task))))
        return Put(OPERATIONS, row, free)

    def refuse(
        self,
        tenant: TenantContext,
        user_id: str,
        task: Task,
        number: int,
        code: int,
        messages: Collection[str] = (),
    ) -> None:
        """Record that a fact of these messages was refused, and why, unless it has a result.

        The task says so as well, so that nobody who asks what it has read looks at the results of
        all others. Raises Unavailable.
        """
        refused = FactResult.refused(code)
        action = self.record_action(tenant, user_id, task, number, refused, messages)
        place = task_key(user_partition(tenant, user_id), task.task_id)
        there = Equals("task_id", task.task_id)
        noted = Update(OPERATIONS, place, (SetTo("refused", True),), there)
        try:
            self.tables.transact(tenant, [action, noted])
        except WriteConflict:
            if self.of_fact(tenant, user_id, task, number) is None:
                raise

    def of_fact(
        self, tenant: TenantContext, user_id: str, task: Task, number: int
    ) -> FactResult | None:
        """Return the result of one fact, None if there is none yet."""
        place = result_key(user_partition(tenant, user_id), task.task_id, number)
        row = self.tables.get(tenant, OPERATIONS, place)
        return _result_of(row) if row is not None and _belongs(row, task) else None

    def refused_messages(self, tenant: TenantContext, user_id: str, task: Task) -> frozenset[str]:
        """Return the ids of the messages of which a task's facts were refused."""
        if not task.refused:
            return frozenset()
        rows = self._rows(tenant, user_id, task)
        return frozenset(name for row in rows for name in read.members(row, "messages"))

    def of_task(self, tenant: TenantContext, user_id: str, task: Task) -> Results:
        """Return all results that a task has so far, read consistently."""
        rows = self._rows(tenant, user_id, task)
        return tuple((read.whole(row, "number"), _result_of(row)) for row in rows)

    def _rows(self, tenant: TenantContext, user_id: str, task: Task) -> list[Item]:
        partition = user_partition(tenant, user_id)
        first = result_key(partition, task.task_id, 0).sort
        last = result_key(partition, task.task_id, _LAST_NUMBER).sort
        found: list[Item] = []
        cursor: str | None = None
        while True:
            query = Query(OPERATIONS, partition, sort=SortRange(first, last), cursor=cursor)
            page = self.tables.query(tenant, query)
            found += [row for row in page.items if _belongs(row, task)]
            cursor = page.cursor
            if cursor is None:
                return found


def _belongs(row: Item, task: Task) -> bool:
    return read.whole(row, "expires_at") == receipt_expiry(task)


def _result_of(row: Item) -> FactResult:
    decided = read.optional_text(row, "decision")
    return FactResult(
        None if decided is None else Decision(decided),
        read.text(row, "memory_id"),
        read.whole(row, "revision"),
        read.whole(row, "code", 0),
    )
