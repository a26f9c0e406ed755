"""A head as a row of `heads`. Absent values are absent attributes.

Instants are milliseconds, as conditions and indexes compare them. What those leave of them, their
microseconds and offsets, stands in one list beside them: they are shown as they were given.

When a TURN was changed stands in an attribute of its own, which only the index of TURNs orders by:
a conversation of many messages does not push the facts changed last out of theirs.

When something must happen to it stands in the index `due`, in a shard of its user: a job meets the
memories of a user together. A shard takes 1,000 entries a second, all of them 50 times what a
million users write who say 100 things a day.

Until when it does not leave a full memory stands in the index `leaving`, if it may leave at all.
"""

import hashlib
from dataclasses import dataclass
from datetime import datetime

from mneme.application.ports.table_store import Item, Value
from mneme.application.repositories import row_values as read
from mneme.application.repositories.leaving_entries import LEAVES_AFTER, leaves_after
from mneme.application.repositories.row_keys import head_key
from mneme.application.repositories.row_values import milliseconds, rest_of, share, with_rest
from mneme.domain.errors import InternalFault
from mneme.domain.memory import (
    Due,
    DueAction,
    Head,
    Kind,
    MemType,
    Ownership,
    Provenance,
    Status,
    WeightAnchor,
)
from mneme.domain.scope import Level, Scope

DUE_SHARDS = 64
"""As many queries find what is due, and so many parts of it can be worked on at once."""

_SHOWN = (
    "observed_at",
    "valid_at",
    "invalid_at",
    "expire_at",
    "created_at",
    "changed_at",
    "deleted_at",
)
_TURN_CHANGED = "turn_changed_at"
_SHOWN_OF_TURNS = tuple(_TURN_CHANGED if name == "changed_at" else name for name in _SHOWN)
_RESTS = "instant_rests"
"""In the order of those that are shown."""


@dataclass(frozen=True, slots=True)
class UnreadHead:
    """A head of which only that was read which tells how strong it is: of many, few are needed."""

    row: Item
    kind: Kind
    is_important: bool
    anchor: WeightAnchor
    changed_at_ms: int

    @classmethod
    def of(cls, row: Item) -> "UnreadHead":
        """Return the head of a row."""
        kind = read.choice(row, "kind", Kind)
        return cls(
            row=row,
            kind=kind,
            is_important=read.flag(row, "important"),
            anchor=WeightAnchor(read.decimal(row, "weight"), read.instant(row, "weight_at")),
            changed_at_ms=read.whole(row, changed_attribute(turns=kind is Kind.TURN)),
        )

    def read(self) -> Head:
        """Return the whole head."""
        return head_of(self.row)


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
        "weight": share(head.anchor.value),
        "weight_at": milliseconds(head.anchor.at),
        "class_cap": share(head.class_cap),
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
    if head.lapsed:
        row["lapsed"] = True
    if head.last_recalled_at is not None:
        row["last_recalled_at"] = milliseconds(head.last_recalled_at)
    if head.last_used_at is not None:
        row["last_used_at"] = milliseconds(head.last_used_at)
    if head.past_since is not None:
        row["past_since"] = milliseconds(head.past_since)
    if head.due is not None:
        row.update(_due_attributes(partition, head.due))
    place = leaves_after(head)
    if place is not None:
        row[LEAVES_AFTER] = place
    row.update(_instants(head))
    return row


def due_shard(number: int) -> str:
    """Return the partition of the index `due` in which the shard of a number lies."""
    return f"{number:02d}"


def changed_attribute(*, turns: bool) -> str:
    """Return where the heads of TURNs, or of everything else, say when they were changed."""
    return _TURN_CHANGED if turns else "changed_at"


def changed_at_of(row: Item) -> datetime | None:
    """Return when the row says it was changed, None if it does not say."""
    return read.optional_instant(row, "changed_at") or read.optional_instant(row, _TURN_CHANGED)


def head_of(row: Item) -> Head:
    """Return the head of a row."""
    kind = read.choice(row, "kind", Kind)
    observed_at, valid_at, invalid_at, expire_at, created_at, changed_at, deleted_at = _shown(
        row, kind
    )
    return Head(
        memory_id=read.text(row, "sk"),
        scope=Scope(
            read.choice(row, "level", Level),
            read.optional_text(row, "app_id"),
            read.optional_text(row, "session_id"),
        ),
        epoch=read.whole(row, "epoch"),
        key_epoch=read.whole(row, "key_epoch"),
        status=read.choice(row, "status", Status),
        revision=read.whole(row, "revision"),
        ownership=read.choice(row, "ownership", Ownership),
        mem_type=read.choice(row, "mem_type", MemType),
        kind=kind,
        provenance=read.choice(row, "provenance", Provenance),
        is_important=read.flag(row, "important"),
        anchor=WeightAnchor(read.decimal(row, "weight"), read.instant(row, "weight_at")),
        class_cap=read.decimal(row, "class_cap"),
        observed_at=_told(observed_at, "observed_at"),
        valid_at=valid_at,
        invalid_at=invalid_at,
        expire_at=expire_at,
        created_at=_told(created_at, "created_at"),
        changed_at=_told(changed_at, changed_attribute(turns=kind is Kind.TURN)),
        recall_count=read.whole(row, "recall_count"),
        used_count=read.whole(row, "used_count"),
        last_recalled_at=read.optional_instant(row, "last_recalled_at"),
        last_used_at=read.optional_instant(row, "last_used_at"),
        deleted_at=deleted_at,
        version=read.whole(row, "version"),
        index_version=read.whole(row, "index_version"),
        unconsolidated=read.flag(row, "unconsolidated"),
        lapsed=read.flag(row, "lapsed"),
        past_since=read.optional_instant(row, "past_since"),
        due=_due_of(row),
    )


def _due_attributes(partition: str, due: Due) -> dict[str, Value]:
    shard = hashlib.sha256(partition.encode("utf-8", "surrogatepass")).digest()[0] % DUE_SHARDS
    return {
        "due_shard": due_shard(shard),
        "due_at": milliseconds(due.at),
        "due_action": due.action.value,
        "due_decay": due.decay_version,
    }


def _due_of(row: Item) -> Due | None:
    if "due_at" not in row:
        return None
    action = read.choice(row, "due_action", DueAction)
    return Due(read.instant(row, "due_at"), action, read.whole(row, "due_decay"))


def _instants(head: Head) -> dict[str, Value]:
    instants: list[datetime | None] = [getattr(head, name) for name in _SHOWN]
    rests: list[Value] = [0 if at is None else rest_of(at) for at in instants]
    kept: dict[str, Value] = {
        name: milliseconds(at)
        for name, at in zip(_attributes(head.kind), instants, strict=True)
        if at is not None
    }
    return {**kept, _RESTS: rests} if any(rests) else kept


def _shown(row: Item, kind: Kind) -> list[datetime | None]:
    """Return the instants that are shown, in their order."""
    instants = [read.optional_instant(row, name) for name in _attributes(kind)]
    rests = read.wholes(row, _RESTS)
    if not rests:
        return instants
    return [
        None if at is None else with_rest(at, rest)
        for at, rest in zip(instants, rests, strict=True)
    ]


def _attributes(kind: Kind) -> tuple[str, ...]:
    """Return where a row keeps the instants that are shown, in their order."""
    return _SHOWN_OF_TURNS if kind is Kind.TURN else _SHOWN


def _told(at: datetime | None, name: str) -> datetime:
    if at is None:
        raise InternalFault(f"a row lacks `{name}`")
    return at
