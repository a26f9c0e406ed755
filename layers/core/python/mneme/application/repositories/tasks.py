"""Tasks: the durable course of every accepted write."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from mneme.application.ports.table_store import (
    Action,
    All,
    Any,
    Change,
    Condition,
    Equals,
    Missing,
    Present,
    Put,
    Remove,
    SetTo,
    TableStore,
    Update,
)
from mneme.application.repositories.row_keys import OPERATIONS, task_key, user_partition
from mneme.application.repositories.task_attachments import TaskAttachments
from mneme.application.repositories.task_rows import (
    DueFor,
    due_attributes,
    result_row,
    task_of,
    task_row,
)
from mneme.domain.task import FactResult, Task, TaskError, TaskState
from mneme.domain.tenancy import TenantContext

PENDING_GRACE = timedelta(seconds=60)
"""How long a task may stay PENDING before the sweep sends it again."""

WAITING_STATES = (TaskState.PENDING, TaskState.DEFERRED)
"""States of a task for which no message is on its way."""

OPEN_STATES = tuple(state for state in TaskState if not state.final)


@dataclass(frozen=True)
class Tasks:
    """Task rows of one user at a time."""

    tables: TableStore
    attachments: TaskAttachments

    def find(self, tenant: TenantContext, user_id: str, task_id: str) -> Task | None:
        """Return the task, or None."""
        place = task_key(user_partition(tenant, user_id), task_id)
        row = self.tables.get(tenant, OPERATIONS, place)
        return None if row is None else task_of(row)

    def create(
        self, tenant: TenantContext, user_id: str, task: Task, name: str, data: bytes
    ) -> None:
        """Write a task with its first attachment. Raises WriteConflict if the task exists."""
        row = task_row(user_partition(tenant, user_id), task)
        row |= due_attributes(task.task_id, task.accepted_at + PENDING_GRACE)
        attachment = self.attachments.put_action(tenant, user_id, task, name, data)
        self.tables.transact(tenant, [Put(OPERATIONS, row, Missing("pk")), attachment])

    def turn(
        self,
        tenant: TenantContext,
        user_id: str,
        task: Task,
        to: TaskState,
        *,
        before: Sequence[TaskState],
        at: datetime,
        changes: Sequence[Change] = (),
        extra: Sequence[Action] = (),
    ) -> None:
        """Turn a task to another state. Raises WriteConflict unless it is in one of `before`."""
        due = (Remove("due_shard"), Remove("due_at"))
        turn = _turn(tenant, user_id, task, to, at, (*due, *changes), _in_one_of(before))
        self.tables.transact(tenant, [turn, *extra])

    def sent(self, tenant: TenantContext, user_id: str, task: Task, *, at: datetime) -> None:
        """Mark a waiting task as sent.

        Raises WriteConflict if it waits no longer, or waits again: for a later attempt than this.
        """
        due = (Remove("due_shard"), Remove("due_at"))
        waits = All((_in_one_of(WAITING_STATES), Equals("attempt", task.attempt)))
        turn = _turn(tenant, user_id, task, TaskState.ACCEPTED, at, due, waits)
        self.tables.transact(tenant, [turn])

    def defer(
        self, tenant: TenantContext, user_id: str, task: Task, *, at: datetime, until: datetime
    ) -> None:
        """Put off a task that is being extracted, as one attempt more.

        Raises WriteConflict if another worker has turned it meanwhile.
        """
        due = due_attributes(task.task_id, until, DueFor.RESUMING)
        changes = (
            *(SetTo(name, value) for name, value in due.items()),
            SetTo("attempt", task.attempt + 1),
            SetTo("deferrals", task.deferrals + 1),
        )
        extracting = _in_one_of((TaskState.EXTRACTING,))
        turn = _turn(tenant, user_id, task, TaskState.DEFERRED, at, changes, extracting)
        self.tables.transact(tenant, [turn])

    def finish(
        self,
        tenant: TenantContext,
        user_id: str,
        task: Task,
        to: TaskState,
        *,
        at: datetime,
        error: TaskError | None = None,
    ) -> None:
        """End an open task; its attachments go, but for a failed one's, which a redrive needs."""
        changes: list[Change] = []
        if error is not None:
            changes.append(SetTo("error", {"code": error.code, "message": error.message}))
        gone = self.attachments.delete_actions(tenant, user_id, task)
        self.turn(
            tenant,
            user_id,
            task,
            to,
            before=OPEN_STATES,
            at=at,
            changes=changes,
            extra=() if to is TaskState.FAILED else gone,
        )

    def result_action(
        self, tenant: TenantContext, user_id: str, task_id: str, number: int, result: FactResult
    ) -> Action:
        """Return the action that records a fact's result, once: a replay cannot commit twice."""
        name = f"result_{number}"
        return Update(
            OPERATIONS,
            task_key(user_partition(tenant, user_id), task_id),
            (SetTo(name, result_row(result)),),
            All((Present("pk"), Missing(name))),
        )


def _turn(
    tenant: TenantContext,
    user_id: str,
    task: Task,
    to: TaskState,
    at: datetime,
    changes: Sequence[Change],
    condition: Condition,
) -> Update:
    turned = (SetTo("state", to.value), SetTo("updated_at", at.isoformat()))
    place = task_key(user_partition(tenant, user_id), task.task_id)
    return Update(OPERATIONS, place, (*turned, *changes), condition)


def _in_one_of(states: Sequence[TaskState]) -> Condition:
    return Any(tuple(Equals("state", state.value) for state in states))
