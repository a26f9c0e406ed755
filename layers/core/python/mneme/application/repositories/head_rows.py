"""A head as a row of `heads`. Absent values are absent attributes."""

from datetime import datetime, timedelta, timezone

from mneme.application.ports.table_store import Item, Value
from mneme.application.repositories import row_values as read
from mneme.application.repositories.row_keys import head_key
from mneme.application.repositories.row_values import milliseconds
from mneme.domain.memory import (
    Head,
    Kind,
    MemType,
    Ownership,
    Provenance,
    Status,
    WeightAnchor,
)
from mneme.domain.scope import Level, Scope


def head_row(partition: str, head: Head) -> dict[str, Value]:
    """Return the row of a head."""
    key = head_key(partition, head.memory_id)
    row: dict[str, Value] = {
        "pk": key.partition,
        "sk": key.sort,
        "level": head.scope.level.value,
        "scope_key": head.scope.key,
        "epoch": head.epoch,
        "key_epoch": head.key_epoch,
        "status": head.status.value,
        "revision": head.revision,
        "ownership": head.ownership.value,
        "mem_type": head.mem_type.value,
        "kind": head.kind.value,
        "provenance": head.provenance.value,
        "important": head.is_important,
        "weight": head.anchor.value,
        "weight_at": milliseconds(head.anchor.at),
        "class_cap": head.class_cap,
        "observed_at": milliseconds(head.observed_at),
        "created_at": milliseconds(head.created_at),
        "changed_at": milliseconds(head.changed_at),
        "recall_count": head.recall_count,
        "used_count": head.used_count,
        "version": head.version,
        "index_version": head.index_version,
    }
    if head.scope.app_id is not None:
        row["app_id"] = head.scope.app_id
    if head.scope.session_id is not None:
        row["session_id"] = head.scope.session_id
    if head.unconsolidated:
        row["unconsolidated"] = True
    row.update(_instants(head))
    offset = None if head.expire_at is None else head.expire_at.utcoffset()
    if offset:
        row["expire_offset"] = offset // timedelta(minutes=1)
    return row


def head_of(row: Item) -> Head:
    """Return the head of a row."""
    return Head(
        memory_id=read.text(row, "sk"),
        scope=Scope(
            Level(read.text(row, "level")),
            read.optional_text(row, "app_id"),
            read.optional_text(row, "session_id"),
        ),
        epoch=read.whole(row, "epoch"),
        key_epoch=read.whole(row, "key_epoch"),
        status=Status(read.text(row, "status")),
        revision=read.whole(row, "revision"),
        ownership=Ownership(read.text(row, "ownership")),
        mem_type=MemType(read.text(row, "mem_type")),
        kind=Kind(read.text(row, "kind")),
        provenance=Provenance(read.text(row, "provenance")),
        is_important=read.flag(row, "important"),
        anchor=WeightAnchor(read.decimal(row, "weight"), read.instant(row, "weight_at")),
        class_cap=read.decimal(row, "class_cap"),
        observed_at=read.instant(row, "observed_at"),
        valid_at=read.optional_instant(row, "valid_at"),
        invalid_at=read.optional_instant(row, "invalid_at"),
        expire_at=_expire_at(row),
        created_at=read.instant(row, "created_at"),
        changed_at=read.instant(row, "changed_at"),
        recall_count=read.whole(row, "recall_count"),
        used_count=read.whole(row, "used_count"),
        last_recalled_at=read.optional_instant(row, "last_recalled_at"),
        deleted_at=read.optional_instant(row, "deleted_at"),
        version=read.whole(row, "version"),
        index_version=read.whole(row, "index_version"),
        unconsolidated=read.flag(row, "unconsolidated"),
    )


def _instants(head: Head) -> dict[str, int]:
    optional: dict[str, datetime | None] = {
        "valid_at": head.valid_at,
        "invalid_at": head.invalid_at,
        "expire_at": head.expire_at,
        "last_recalled_at": head.last_recalled_at,
        "deleted_at": head.deleted_at,
    }
    return {name: milliseconds(at) for name, at in optional.items() if at is not None}


def _expire_at(row: Item) -> datetime | None:
    """Return when it expires, with the offset it was given: revisions do not hold it."""
    at = read.optional_instant(row, "expire_at")
    offset = timedelta(minutes=read.whole(row, "expire_offset", 0))
    return at.astimezone(timezone(offset)) if at and offset else at
