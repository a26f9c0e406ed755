"""Tasks: the durable course of every accepted write."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from mneme.application.ports.clock import Clock
from mneme.application.ports.table_store import (
    Action,
    All,
    Any,
    Change,
    Compare,
    Condition,
    Equals,
    Missing,
    Put,
    Remove,
    SetTo,
    TableStore,
    Update,
)
from mneme.application.repositories import row_values as read
from mneme.application.repositories.row_keys import OPERATIONS, task_key, user_partition
from mneme.application.repositories.task_attachments import PORTIONS, TaskAttachments
from mneme.application.repositories.task_conditions import due, in_one_of, unmoved
from mneme.application.repositories.task_results import TaskResults
from mneme.application.repositories.task_rows import DueFor, due_attributes, task_of, task_row
from mneme.domain.errors import WriteConflict
from mneme.domain.task import Task, TaskError, TaskState
from mneme.domain.tenancy import TenantContext

OPEN_STATES = tuple(state for state in TaskState if not state.final)
WAITING_STATES = (TaskState.PENDING, TaskState.DEFERRED)
"""States of a task for which no message is on its way."""

_NOT_DUE = (Remove("due_shard"), Remove("due_at"))


@dataclass(frozen=True)
class Tasks:
    """Task rows of one user at a time."""

    tables: TableStore
    attachments: TaskAttachments
    results: TaskResults
    clock: Clock

    def find(self, tenant: TenantContext, user_id: str, task_id: str) -> Task | None:
        """Return the task without its results; None also for one whose receipt has expired."""
        place = task_key(user_partition(tenant, user_id), task_id)
        row = self.tables.get(tenant, OPERATIONS, place)
        # The store takes expired rows away in its own time.
        if row is None or read.whole(row, "expires_at") <= self._now_seconds():
            return None
        return task_of(row)

    def find_all(
        self, tenant: TenantContext, user_id: str, task_ids: Sequence[str]
    ) -> dict[str, Task]:
        """Return up to 100 tasks without their results, by their ids; those that still exist."""
        partition = user_partition(tenant, user_id)
        places = {task_key(partition, task_id): task_id for task_id in task_ids}
        rows = self.tables.batch_get(tenant, OPERATIONS, [*places]) if places else {}
        return {places[key]: task_of(row) for key, row in rows.items()}

    def create(self, tenant: TenantContext, user_id: str, task: Task, data: bytes) -> None:
        """Write a task and, before it, its payload. Raises WriteConflict if the task exists.

        Two plain writes cost half of one transaction. A payload that no task came to name has a
        name of its own, so that it replaces nothing, and expires.
        """
        kept = self.attachments.put_action(
            tenant, user_id, task, task.payload, data, at=task.accepted_at
        )
        self.tables.transact(tenant, [kept])
        row = task_row(user_partition(tenant, user_id), task)
        row |= due_attributes(task.task_id, task.late_at)
        free = Any((Missing("pk"), Compare("expires_at", "<=", self._now_seconds())))
        try:
            self.tables.transact(tenant, [Put(OPERATIONS, row, free)])
        except WriteConflict:
            # A client that got no answer sends a write again: then the row is our own.
            stored = self.find(tenant, user_id, task.task_id)
            if stored is None or stored.payload != task.payload:
                raise

    def turn(
        self,
        tenant: TenantContext,
        user_id: str,
        task: Task,
        to: TaskState,
        *,
        before: Sequence[TaskState],
        changes: Sequence[Change] = (),
        extra: Sequence[Action] = (),
    ) -> None:
        """Turn a task to another state. Raises WriteConflict unless it is in one of `before`.

        When it is due to be looked after stays as it was: moving it would cost more than to look.
        """
        turn = self._turned(tenant, user_id, task, to, changes, in_one_of(before))
        self.tables.transact(tenant, [turn, *extra])

    def sent(self, tenant: TenantContext, user_id: str, task: Task) -> None:
        """Mark a waiting task as sent.

        Raises WriteConflict if it waits no longer, or waits again: for a later attempt than this.
        """
        accepted = replace(task, state=TaskState.ACCEPTED, updated_at=self.clock.now())
        watched = due(accepted.task_id, accepted.late_at)
        waits = All((in_one_of(WAITING_STATES), Equals("attempt", task.attempt)))
        changes = watched if task.state is TaskState.DEFERRED else ()
        turn = self._turned(tenant, user_id, task, TaskState.ACCEPTED, changes, waits)
        self.tables.transact(tenant, [turn])

    def sent_again(self, tenant: TenantContext, user_id: str, task: Task) -> None:
        """Mark a late task as sent once more, as its next attempt.

        Raises WriteConflict if somebody has got on with it meanwhile.
        """
        later = replace(task, resends=task.resends + 1, updated_at=self.clock.now())
        changes = (
            *due(task.task_id, later.late_at),
            SetTo("attempt", task.attempt + 1),
            SetTo("resends", later.resends),
        )
        turn = self._turned(tenant, user_id, task, task.state, changes, unmoved(task))
        self.tables.transact(tenant, [turn])

    def look_later(self, tenant: TenantContext, user_id: str, task: Task) -> None:
        """Let an open task be looked after when it will be late.

        Raises WriteConflict if somebody has got on with it meanwhile.
        """
        place = task_key(user_partition(tenant, user_id), task.task_id)
        changes = due(task.task_id, task.late_at)
        self.tables.transact(tenant, [Update(OPERATIONS, place, changes, unmoved(task))])

    def begin(
        self,
        tenant: TenantContext,
        user_id: str,
        task: Task,
        *,
        before: Sequence[TaskState],
    ) -> None:
        """Note that a task is being extracted.

        Raises WriteConflict unless it is in `before`, and once its facts are kept: others that a
        model found in a second reading must not take the places of those that have results.
        """
        begun = replace(task, state=TaskState.EXTRACTING, updated_at=self.clock.now())
        rested = task.state is TaskState.DEFERRED
        changes = due(task.task_id, begun.late_at) if rested else ()
        unread = All((in_one_of(before), Missing("fact_count")))
        turn = self._turned(tenant, user_id, task, begun.state, changes, unread)
        self.tables.transact(tenant, [turn])

    def keep_portions(self, tenant: TenantContext, user_id: str, task: Task, data: bytes) -> None:
        """Keep beside a task what a model has answered so far.

        Raises WriteConflict unless it is being extracted, as this attempt.
        """
        extracted = All((in_one_of((TaskState.EXTRACTING,)), Equals("attempt", task.attempt)))
        place = task_key(user_partition(tenant, user_id), task.task_id)
        noted = Update(OPERATIONS, place, (SetTo("portions", True),), extracted)
        kept = self.attachments.put_action(
            tenant, user_id, task, PORTIONS, data, at=self.clock.now()
        )
        self.tables.transact(tenant, [noted, kept])

    def go_on(self, tenant: TenantContext, user_id: str, task: Task) -> None:
        """Note that a task made progress and goes on in a message of its next attempt.

        Raises WriteConflict if it has ended.
        """
        attempt = (SetTo("attempt", task.attempt + 1),)
        to, before = TaskState.EVOLVING, OPEN_STATES
        self.turn(tenant, user_id, task, to, before=before, changes=attempt)

    def defer(
        self,
        tenant: TenantContext,
        user_id: str,
        task: Task,
        *,
        until: datetime,
    ) -> None:
        """Put off an open task, as one attempt more.

        Raises WriteConflict if it has ended, or is at a later attempt meanwhile.
        """
        changes = (
            *due(task.task_id, until, DueFor.RESUMING),
            SetTo("attempt", task.attempt + 1),
            SetTo("deferrals", task.deferrals + 1),
        )
        current = All((in_one_of(OPEN_STATES), Equals("attempt", task.attempt)))
        turn = self._turned(tenant, user_id, task, TaskState.DEFERRED, changes, current)
        self.tables.transact(tenant, [turn])

    def finish(
        self,
        tenant: TenantContext,
        user_id: str,
        task: Task,
        to: TaskState,
        *,
        error: TaskError | None = None,
        left_out: int = 0,
        undelivered: bool = False,
    ) -> None:
        """End an open task; its attachments go, but for a failed one's, which a redrive needs.

        Raises WriteConflict if it has ended, or carries more by now than was known of it.
        """
        failed = to is TaskState.FAILED
        watched: Sequence[Change] = (
            due(task.task_id, self.clock.now(), DueFor.REDRIVE) if failed else _NOT_DUE
        )
        changes = [*watched]
        if left_out:
            changes.append(SetTo("left_out", left_out))
        if undelivered:
            changes.append(SetTo("undelivered", True))
        if error is not None:
            changes.append(SetTo("error", {"code": error.code, "message": error.message}))
        gone = () if failed else self.attachments.delete_actions(tenant, user_id, task)
        open_still = in_one_of(OPEN_STATES)
        known = open_still if failed or task.portions else All((open_still, Missing("portions")))
        turn = self._turned(tenant, user_id, task, to, changes, known)
        # What was dropped must not wait for the day on which blobs expire.
        dropped = to is TaskState.DROPPED
        blobs = self.attachments.blobs_of(tenant, user_id, task) if dropped else []
        self.tables.transact(tenant, [turn, *gone])
        self.attachments.delete_blobs(tenant, blobs)

    def drop(self, tenant: TenantContext, user_id: str, task: Task, error: TaskError) -> None:
        """End an open task DROPPED, with all that it carries left for who drops it.

        Raises WriteConflict if it has ended.
        """
        told = SetTo("error", {"code": error.code, "message": error.message})
        to, open_still = TaskState.DROPPED, in_one_of(OPEN_STATES)
        turn = self._turned(tenant, user_id, task, to, (*_NOT_DUE, told), open_still)
        self.tables.transact(tenant, [turn])

    def reopen(self, tenant: TenantContext, user_id: str, task: Task, *, attempt: int) -> Task:
        """Open a failed task for this attempt, and return it: with the facts it has, if any.

        Raises WriteConflict if it has been opened meanwhile.
        """
        opened = replace(
            task,
            state=TaskState.ACCEPTED,
            updated_at=self.clock.now(),
            attempt=attempt,
            deferrals=0,
            resends=0,
            undelivered=False,
            error=None,
        )
        changes = (
            *due(task.task_id, opened.late_at),
            Remove("error"),
            Remove("deferrals"),
            Remove("resends"),
            Remove("undelivered"),
            SetTo("attempt", attempt),
        )
        still, now = unmoved(task), opened.updated_at
        turn = self._turned(tenant, user_id, task, opened.state, changes, still, at=now)
        self.tables.transact(tenant, [turn])
        return opened

    def _turned(
        self,
        tenant: TenantContext,
        user_id: str,
        task: Task,
        to: TaskState,
        changes: Sequence[Change],
        condition: Condition,
        *,
        at: datetime | None = None,
    ) -> Update:
        now = at or self.clock.now()
        turned = (SetTo("state", to.value), SetTo("updated_at", now.isoformat()))
        place = task_key(user_partition(tenant, user_id), task.task_id)
        return Update(OPERATIONS, place, (*turned, *changes), condition)

    def _now_seconds(self) -> int:
        return read.seconds(self.clock.now())
