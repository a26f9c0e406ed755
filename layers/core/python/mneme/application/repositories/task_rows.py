"""A task as a row of `operations`: ids and codes only, never content."""

import hashlib
from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum

from mneme.application.ports.table_store import Item, Value
from mneme.application.repositories import row_values as read
from mneme.application.repositories.row_keys import task_key
from mneme.application.repositories.row_values import milliseconds, seconds
from mneme.domain.errors import InternalFault
from mneme.domain.task import RECEIPT_KEPT, Task, TaskError, TaskState

DUE_SHARDS = 8


class DueFor(StrEnum):
    """What a task in the `due` index waits for; each kind has shards of its own.

    Every open task is in it, WATCHING until it is late or RESUMING after a rest; of the ended ones
    those that failed are, for a REDRIVE.
    """

    WATCHING = "tasks"
    RESUMING = "deferred"
    REDRIVE = "failed"


def task_row(partition: str, task: Task) -> dict[str, Value]:
    """Return the row of a task; its results have rows of their own."""
    place = task_key(partition, task.task_id)
    row: dict[str, Value] = {
        "pk": place.partition,
        "sk": place.sort,
        "task_id": task.task_id,
        "state": task.state.value,
        "epoch": task.epoch,
        "key_epoch": task.key_epoch,
        "body_digest": task.body_digest,
        "accepted_at": task.accepted_at.isoformat(),
        "updated_at": task.updated_at.isoformat(),
        "payload": task.payload,
        "attempt": task.attempt,
        "expires_at": receipt_expiry(task),
    }
    if task.app_id is not None:
        row["app_id"] = task.app_id
    if task.fact_count is not None:
        row["fact_count"] = task.fact_count
    if task.left_out:
        row["left_out"] = task.left_out
    if task.deferrals:
        row["deferrals"] = task.deferrals
    if task.redacted:
        row["redacted"] = dict(task.redacted)
    if task.resends:
        row["resends"] = task.resends
    return row | dict.fromkeys(_marks(task), True)


def task_of(row: Item) -> Task:
    """Return the task of a row, without its results."""
    return Task(
        task_id=read.text(row, "task_id"),
        state=TaskState(read.text(row, "state")),
        epoch=read.whole(row, "epoch"),
        key_epoch=read.whole(row, "key_epoch"),
        app_id=read.optional_text(row, "app_id"),
        body_digest=read.text(row, "body_digest"),
        accepted_at=read.offset_instant(row, "accepted_at"),
        updated_at=read.offset_instant(row, "updated_at"),
        payload=read.text(row, "payload"),
        attempt=read.whole(row, "attempt"),
        fact_count=read.whole(row, "fact_count") if "fact_count" in row else None,
        left_out=read.whole(row, "left_out", 0),
        deferrals=read.whole(row, "deferrals", 0),
        resends=read.whole(row, "resends", 0),
        portions=read.flag(row, "portions"),
        undelivered=read.flag(row, "undelivered"),
        bulk=read.flag(row, "bulk"),
        refused=read.flag(row, "refused"),
        confined=read.flag(row, "confined"),
        error=_error(row),
        redacted=_redacted(row),
    )


def receipt_expiry(task: Task) -> int:
    """Return the second (since 1970) from which a task and its results are not there any more."""
    return seconds(task.accepted_at + RECEIPT_KEPT)


def _marks(task: Task) -> list[str]:
    """Return the names of those of a task's marks that it has: others are not in its row."""
    marks = {
        "portions": task.portions,
        "undelivered": task.undelivered,
        "bulk": task.bulk,
        "refused": task.refused,
        "confined": task.confined,
    }
    return [name for name, has in marks.items() if has]


def due_attributes(task_id: str, at: datetime, waits: DueFor = DueFor.WATCHING) -> dict[str, Value]:
    """Return the attributes that put a task into the sparse `due` index, in one of its shards."""
    shard = int.from_bytes(hashlib.sha256(task_id.encode()).digest()[:4], "big") % DUE_SHARDS
    return {"due_shard": due_shard(shard, waits), "due_at": milliseconds(at)}


def due_shard(number: int, waits: DueFor = DueFor.WATCHING) -> str:
    """Return the name of a shard of the `due` index."""
    return f"{waits.value}-{number}"


def _error(row: Item) -> TaskError | None:
    value = row.get("error")
    if not isinstance(value, Mapping):
        return None
    return TaskError(read.whole(value, "code"), read.text(value, "message"))


def _redacted(row: Item) -> dict[str, int]:
    counts = row.get("redacted", {})
    if not isinstance(counts, Mapping):
        raise InternalFault("a row lacks `redacted`")
    return {kind: read.whole(counts, kind) for kind in counts}
