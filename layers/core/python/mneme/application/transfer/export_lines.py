"""An export's lines: JSON objects, each of a `type`, in UTF-8.

A header, the memories and messages in order of their ids, and a footer that counts them: a file
without it is cut off. Absent values are null; instants keep their offsets.
"""

import json
from datetime import datetime
from typing import Any

from mneme.domain.memory import Kind, Revision, Source
from mneme.domain.scope import Scope
from mneme.domain.told_memory import ToldMemory
from mneme.domain.transfer import FORMAT, VERSION, Counts


def header_line(user_id: str, exported_at: datetime) -> bytes:
    """Return the first line."""
    told = {"format": FORMAT, "version": VERSION, "user_id": user_id}
    return _line({"type": "header", **told, "exported_at": exported_at.isoformat()})


def footer_line(counts: Counts) -> bytes:
    """Return the last line."""
    counted: dict[str, Any] = {
        "memories": counts.memories,
        "messages": counts.messages,
        "revisions": counts.revisions,
    }
    return _line({"type": "footer", **counted})


def memory_line(memory: ToldMemory) -> bytes:
    """Return the line of a memory, or of a message (a TURN)."""
    head = memory.head
    told: dict[str, Any] = {
        "type": "message" if head.kind is Kind.TURN else "memory",
        "memory_id": head.memory_id,
        "status": head.status.value,
        "level": head.scope.level.value,
        "app_id": head.scope.app_id,
        "session_id": head.scope.session_id,
        "ownership": head.ownership.value,
        "mem_type": head.mem_type.value,
        "kind": head.kind.value,
        "provenance": head.provenance.value,
        "is_important": head.is_important,
        "weight": head.anchor.value,
        "weight_at": head.anchor.at.isoformat(),
        "weight_cap": head.class_cap,
        "observed_at": head.observed_at.isoformat(),
        "valid_at": _instant(head.valid_at),
        "invalid_at": _instant(head.invalid_at),
        "expire_at": _instant(head.expire_at),
        "created_at": head.created_at.isoformat(),
        "changed_at": head.changed_at.isoformat(),
        "deleted_at": _instant(head.deleted_at),
        "recall_count": head.recall_count,
        "used_count": head.used_count,
        "last_recalled_at": _instant(head.last_recalled_at),
        "last_used_at": _instant(head.last_used_at),
        "past_since": _instant(head.past_since),
        "unconsolidated": head.unconsolidated,
        "lapsed": head.lapsed,
        "revision": head.revision,
        "elsewhere": [_place(name, scope) for name, scope in sorted(memory.elsewhere.items())],
        "revisions": [_revision(one) for one in memory.revisions],
    }
    return _line(told)


def _revision(revision: Revision) -> dict[str, Any]:
    return {
        "revision": revision.revision,
        "content": revision.content,
        "ownership": revision.ownership.value,
        "speaker": revision.speaker,
        "fact_key": revision.fact_key,
        "custom_tags": dict(revision.custom_tags),
        "entities": [{"name": one.name, "type": one.type} for one in revision.entities],
        "confidence": revision.confidence,
        "sources": [_source(one) for one in revision.sources],
        "observed_at": revision.observed_at.isoformat(),
        "created_at": revision.created_at.isoformat(),
        "valid_at": _instant(revision.valid_at),
        "invalid_at": _instant(revision.invalid_at),
        "conflicts_with": list(revision.conflicts_with),
        "supersedes": list(revision.supersedes),
        "superseded_by": revision.superseded_by,
        "modality": revision.modality,
        "parts": [
            {"text": one.text, "sources": [_source(each) for each in one.sources]}
            for one in revision.parts
        ],
    }


def _place(memory_id: str, scope: Scope) -> dict[str, Any]:
    return {
        "memory_id": memory_id,
        "level": scope.level.value,
        "app_id": scope.app_id,
        "session_id": scope.session_id,
    }


def _source(source: Source) -> dict[str, Any]:
    return {"session_id": source.session_id, "message_id": source.message_id}


def _instant(at: datetime | None) -> str | None:
    return None if at is None else at.isoformat()


def _line(told: dict[str, Any]) -> bytes:
    text = json.dumps(told, ensure_ascii=False, separators=(",", ":"))
    # A lone surrogate has no bytes in UTF-8; as an escape it is what it was.
    return f"{text}\n".encode("utf-8", "backslashreplace")
