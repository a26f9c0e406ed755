"""Lines of an export as memories again: the way back from `export_lines`.

They are read as they were checked: whatever came from outside has passed the contract.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from mneme.domain.errors import InvalidRequest
from mneme.domain.memory import (
    Entity,
    Head,
    Kind,
    MemType,
    Ownership,
    Part,
    Provenance,
    Revision,
    Source,
    Status,
    WeightAnchor,
)
from mneme.domain.scope import Level, Scope
from mneme.domain.told_memory import Places, ToldMemory

NOWHERE = 0
"""The epoch of what belongs to nobody yet."""

Line = Mapping[str, Any]


def memory_of_line(line: Line) -> ToldMemory:
    """Return all that a line tells. Raises InvalidRequest if a place is none."""
    return ToldMemory(head_of_line(line), revisions_of_line(line), _elsewhere(line))


def head_of_line(line: Line) -> Head:
    """Return the head of a line, of no epoch yet."""
    return Head(
        memory_id=line["memory_id"],
        scope=Scope(Level(line["level"]), line["app_id"], line["session_id"]),
        epoch=NOWHERE,
        key_epoch=NOWHERE,
        status=Status(line["status"]),
        revision=line["revision"],
        ownership=Ownership(line["ownership"]),
        mem_type=MemType(line["mem_type"]),
        kind=Kind(line["kind"]),
        provenance=Provenance(line["provenance"]),
        is_important=line["is_important"],
        anchor=WeightAnchor(line["weight"], datetime.fromisoformat(line["weight_at"])),
        class_cap=line["weight_cap"],
        observed_at=datetime.fromisoformat(line["observed_at"]),
        valid_at=_instant(line["valid_at"]),
        invalid_at=_instant(line["invalid_at"]),
        expire_at=_instant(line["expire_at"]),
        created_at=datetime.fromisoformat(line["created_at"]),
        changed_at=datetime.fromisoformat(line["changed_at"]),
        deleted_at=_instant(line["deleted_at"]),
        recall_count=line["recall_count"],
        used_count=line["used_count"],
        last_recalled_at=_instant(line["last_recalled_at"]),
        last_used_at=_instant(line["last_used_at"]),
        past_since=_instant(line["past_since"]),
        unconsolidated=line["unconsolidated"],
        lapsed=line["lapsed"],
    )


def revisions_of_line(line: Line) -> tuple[Revision, ...]:
    """Return the revisions of a line, in order."""
    return tuple(_revision(line["memory_id"], one) for one in line["revisions"])


def _revision(memory_id: str, told: Line) -> Revision:
    return Revision(
        memory_id=memory_id,
        revision=told["revision"],
        content=told["content"],
        ownership=Ownership(told["ownership"]),
        speaker=told["speaker"],
        fact_key=told["fact_key"],
        custom_tags=told["custom_tags"],
        entities=tuple(Entity(one["name"], one["type"]) for one in told["entities"]),
        confidence=told["confidence"],
        sources=_sources(told),
        observed_at=datetime.fromisoformat(told["observed_at"]),
        created_at=datetime.fromisoformat(told["created_at"]),
        valid_at=_instant(told["valid_at"]),
        invalid_at=_instant(told["invalid_at"]),
        conflicts_with=tuple(told["conflicts_with"]),
        supersedes=tuple(told["supersedes"]),
        superseded_by=told["superseded_by"],
        modality=told["modality"],
        parts=tuple(Part(one["text"], _sources(one)) for one in told["parts"]),
    )


def _elsewhere(line: Line) -> Places:
    places: dict[str, Scope] = {}
    for at, one in enumerate(line["elsewhere"]):
        try:
            scope = Scope(Level(one["level"]), one["app_id"], one["session_id"])
        except InvalidRequest as refusal:
            field = f"elsewhere[{at}].{refusal.field}"
            raise InvalidRequest(refusal.message, field=field) from None
        places[one["memory_id"]] = scope
    return places


def _sources(told: Line) -> tuple[Source, ...]:
    return tuple(Source(one["session_id"], one["message_id"]) for one in told["sources"])


def _instant(text: str | None) -> datetime | None:
    return None if text is None else datetime.fromisoformat(text)
