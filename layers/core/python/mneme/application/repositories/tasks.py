"""Tasks: the durable course of every accepted write."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from mneme.application.ports.table_store import (
    Action,
    All,
    Any,
    Change,
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
from mneme.application.repositories.task_rows import due_attributes, result_row, task_of, task_row
from mneme.domain.task import FactResult, Task, TaskError, TaskState
from mneme.domain.tenancy import TenantContext

PENDING_GRACE = timedelta(seconds=60)
"""How long a task may stay PENDING before the sweep sends it again."""

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
        turn = Update(
            OPERATIONS,
            task_key(user_partition(tenant, user_id), task.task_id),
            (
                SetTo("state", to.value),
                SetTo("updated_at", at.isoformat()),
                Remove("due_shard"),
                Remove("due_at"),
                *changes,
            ),
            Any(tuple(Equals("state", state.value) for state in before)),
        )
        self.tables.transact(tenant, [turn, *extra])

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
