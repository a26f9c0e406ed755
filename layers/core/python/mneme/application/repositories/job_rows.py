"""A shard of a job as a row of `jobs`: codes, counts and a cursor; never content."""

import json
from collections.abc import Sequence
from datetime import datetime, timedelta

from mneme.application.ports.table_store import Item, Value
from mneme.application.repositories import row_values as read
from mneme.application.repositories.row_keys import job_key
from mneme.application.repositories.row_values import milliseconds, seconds
from mneme.domain.job import KEPT, LATENESS, JobName, JobShard, JobState, Progress
from mneme.domain.transfer import RefusedLine

DUE_PARTITION = "jobs"
"""Where the index `due` lists the shards that run, or will run again: there are few."""


def shard_row(partition: str, shard: JobShard) -> dict[str, Value]:
    """Return the row of a shard that nobody works on."""
    place = job_key(partition, shard.job_id, shard.number)
    row: dict[str, Value] = {
        "pk": place.partition,
        "sk": place.sort,
        "job_id": shard.job_id,
        "name": shard.name.value,
        "number": shard.number,
        "shards": shard.shards,
        "state": shard.state.value,
        "started_at": shard.started_at.isoformat(),
        "updated_at": shard.updated_at.isoformat(),
        "page": shard.page,
        "begun_page": shard.begun_page,
        "tries": shard.tries,
        "read": shard.progress.read,
        "changed": shard.progress.changed,
        "failed": shard.progress.failed,
        "expires_at": seconds(shard.started_at + KEPT),
        **due_attributes(shard.updated_at),
    }
    named = {"cursor": shard.cursor, "app_id": shard.app_id, "session_id": shard.session_id}
    row |= {name: value for name, value in named.items() if value is not None}
    return row


def shard_of(row: Item) -> JobShard:
    """Return the shard of a row."""
    return JobShard(
        job_id=read.text(row, "job_id"),
        name=JobName(read.text(row, "name")),
        number=read.whole(row, "number"),
        shards=read.whole(row, "shards"),
        started_at=read.offset_instant(row, "started_at"),
        updated_at=read.offset_instant(row, "updated_at"),
        state=JobState(read.text(row, "state")),
        page=read.whole(row, "page"),
        cursor=read.optional_text(row, "cursor"),
        tries=read.whole(row, "tries"),
        begun_page=read.whole(row, "begun_page"),
        holder=read.optional_text(row, "holder"),
        held_until=read.optional_instant(row, "held_until"),
        progress=Progress(
            read.whole(row, "read"), read.whole(row, "changed"), read.whole(row, "failed")
        ),
        error=read.whole(row, "error") if "error" in row else None,
        most=read.whole(row, "most") if "most" in row else None,
        app_id=read.optional_text(row, "app_id"),
        session_id=read.optional_text(row, "session_id"),
        revivals=read.whole(row, "revivals") if "revivals" in row else 0,
        refused=_refused_of(read.optional_text(row, "refused")),
    )


def refused_value(refused: Sequence[RefusedLine]) -> str | None:
    """Return the attribute that holds the refused lines of an import: places and codes."""
    told = [(one.line, one.code) for one in refused]
    return json.dumps(told, separators=(",", ":")) if told else None


def _refused_of(value: str | None) -> tuple[RefusedLine, ...]:
    return () if value is None else tuple(RefusedLine(*one) for one in json.loads(value))


def due_attributes(updated_at: datetime, after: timedelta = LATENESS) -> dict[str, Value]:
    """Return the attributes by which a shard is found once it is late, or has rested."""
    return {"due_shard": DUE_PARTITION, "due_at": milliseconds(updated_at + after)}
