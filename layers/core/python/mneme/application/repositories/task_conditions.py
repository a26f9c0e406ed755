"""When a task's row may be turned, and when it is due to be looked after."""

from collections.abc import Sequence
from datetime import datetime

from mneme.application.ports.table_store import All, Any, Change, Condition, Equals, SetTo
from mneme.application.repositories.task_rows import DueFor, due_attributes
from mneme.domain.task import Task, TaskState


def due(task_id: str, at: datetime, waits: DueFor = DueFor.WATCHING) -> tuple[Change, ...]:
    """Return the changes that put a task into the `due` index."""
    return tuple(SetTo(*attribute) for attribute in due_attributes(task_id, at, waits).items())


def in_one_of(states: Sequence[TaskState]) -> Condition:
    """Return the condition that a task is in one of these states."""
    return Any(tuple(Equals("state", state.value) for state in states))


def unmoved(task: Task) -> Condition:
    """Return the condition that nobody has turned a task since it was read."""
    return All(
        (
            Equals("state", task.state.value),
            Equals("attempt", task.attempt),
            Equals("updated_at", task.updated_at.isoformat()),
        )
    )
