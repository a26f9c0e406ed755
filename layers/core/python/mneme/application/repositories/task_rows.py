"""A task as a row of `operations`: ids and codes only, never content."""

import hashlib
import re
from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum

from mneme.application.ports.table_store import Item, Value
from mneme.application.repositories import row_values as read
from mneme.application.repositories.row_keys import task_key
from mneme.application.repositories.row_values import milliseconds
from mneme.domain.errors import InternalFault
from mneme.domain.task import Decision, FactResult, Task, TaskError, TaskState

DUE_SHARDS = 8
_RESULT = re.compile(r"result_(\d+)")


class DueFor(StrEnum):
    """What a task in the `due` index waits for; each kind has shards of its own."""

    SENDING = "tasks"
    RESUMING = "deferred"


def task_row(partition: str, task: Task) -> dict[str, Value]:
    """Return the row of a task that has no results yet."""
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
        "attempt": task.attempt,
    }
    if task.app_id is not None:
        row["app_id"] = task.app_id
    if task.fact_count is not None:
        row["fact_count"] = task.fact_count
    if task.deferrals:
        row["deferrals"] = task.deferrals
    if task.redacted:
        row["redacted"] = dict(task.redacted)
    return row


def task_of(row: Item) -> Task:
    """Return the task of a row."""
    return Task(
        task_id=read.text(row, "task_id"),
        state=TaskState(read.text(row, "state")),
        epoch=read.whole(row, "epoch"),
        key_epoch=read.whole(row, "key_epoch"),
        app_id=read.optional_text(row, "app_id"),
        body_digest=read.text(row, "body_digest"),
        accepted_at=read.offset_instant(row, "accepted_at"),
        updated_at=read.offset_instant(row, "updated_at"),
        attempt=read.whole(row, "attempt"),
        fact_count=read.whole(row, "fact_count") if "fact_count" in row else None,
        deferrals=read.whole(row, "deferrals", 0),
        results=_results(row),
        error=_error(row),
        redacted=_redacted(row),
    )


def result_row(result: FactResult) -> dict[str, Value]:
    """Return a fact's result as an attribute."""
    return {
        "decision": result.decision.value,
        "memory_id": result.memory_id,
        "revision": result.revision,
    }


def due_attributes(task_id: str, at: datetime, waits: DueFor = DueFor.SENDING) -> dict[str, Value]:
    """Return the attributes that put a task into the sparse `due` index, in one of its shards."""
    shard = int.from_bytes(hashlib.sha256(task_id.encode()).digest()[:4], "big") % DUE_SHARDS
    return {"due_shard": due_shard(shard, waits), "due_at": milliseconds(at)}


def due_shard(number: int, waits: DueFor = DueFor.SENDING) -> str:
    """Return the name of a shard of the `due` index."""
    return f"{waits.value}-{number}"


def _results(row: Item) -> tuple[tuple[int, FactResult], ...]:
    found = []
    for name, value in row.items():
        match = _RESULT.fullmatch(name)
        if match and isinstance(value, Mapping):
            result = FactResult(
                Decision(read.text(value, "decision")),
                read.text(value, "memory_id"),
                read.whole(value, "revision"),
            )
            found.append((int(match[1]), result))
    return tuple(sorted(found, key=lambda numbered: numbered[0]))


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
