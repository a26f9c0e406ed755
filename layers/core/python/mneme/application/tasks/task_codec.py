"""A task's payload and facts as bytes, before they are sealed. Versioned JSON."""

import json
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from mneme.application.repositories.part_words import part_words, parts_of_words
from mneme.domain.conversation import Conversation, Message, Role
from mneme.domain.errors import InternalFault
from mneme.domain.evolution.edited_message import EditedMessage
from mneme.domain.extraction.policy import DEFAULT_EXTRACTION, ExtractionPolicy, Mode, Style
from mneme.domain.extraction.portions import Portion
from mneme.domain.fact import Category, Entity, Fact, Temporality
from mneme.domain.memory import Kind, MemType, Ownership, Provenance, Source
from mneme.domain.scope import Level, Scope
from mneme.domain.session import Promotion, SessionClosing

_VERSION = 1


def encode_conversation(conversation: Conversation) -> bytes:
    """Return the conversation as bytes; equal conversations give equal bytes.

    What a caller may leave out is written only if given: the digest of a body that is sent again
    must not change because a release of ours knows more fields.
    """
    fields: dict[str, object] = {
        "scope": _scope(conversation.scope),
        "ownership": conversation.ownership,
        "accepted_at": conversation.accepted_at.isoformat(),
        "messages": [
            [m.message_id, m.role, m.content, m.name, _moment(m.time)]
            for m in conversation.messages
        ],
    }
    if conversation.policy != DEFAULT_EXTRACTION:
        fields["policy"] = _policy(conversation.policy)
    if conversation.timezone is not None:
        fields["timezone"] = conversation.timezone
    return _encode(fields)


def decode_conversation(data: bytes) -> Conversation:
    """Undo `encode_conversation`."""
    fields = _decode(data)
    return Conversation(
        scope=_scope_of(fields["scope"]),
        ownership=None if fields["ownership"] is None else Ownership(fields["ownership"]),
        accepted_at=datetime.fromisoformat(fields["accepted_at"]),
        messages=tuple(
            Message(message_id, Role(role), content, name, _moment_of(time))
            for message_id, role, content, name, time in fields["messages"]
        ),
        policy=_policy_of(fields["policy"]) if "policy" in fields else DEFAULT_EXTRACTION,
        timezone=fields.get("timezone"),
    )


def encode_facts(
    scope: Scope,
    facts: tuple[Fact, ...],
    mode: Mode = Mode.DECIDE,
    edited: Sequence[EditedMessage] = (),
) -> bytes:
    """Return facts as bytes, with the scope they belong to and the mode of their evolution.

    The `edited` messages take back what they said before.
    """
    fields: dict[str, object] = {
        "scope": _scope(scope),
        "mode": mode,
        "facts": [_fact(fact) for fact in facts],
    }
    if edited:
        fields["edited"] = [_edited(one) for one in edited]
    return _encode(fields)


def decode_facts(data: bytes) -> tuple[Scope, tuple[Fact, ...]]:
    """Return the scope and the facts of `encode_facts`."""
    fields = _decode(data)
    return _scope_of(fields["scope"]), tuple(_fact_of(fact) for fact in fields["facts"])


def encode_promotion(scope: Scope, facts: tuple[Fact, ...], promotion: Promotion) -> bytes:
    """Return the facts that a session leaves, and the memories they came from, as bytes."""
    return _encode(
        {
            "scope": _scope(scope),
            "mode": Mode.DECIDE,
            "facts": [_fact(fact) for fact in facts],
            "promoted": list(promotion.promoted),
            "dropped": list(promotion.dropped),
        }
    )


def decode_promotion(data: bytes) -> Promotion:
    """Return from which memories of a session the facts of `encode_promotion` came."""
    fields = _decode(data)
    return Promotion(tuple(fields["promoted"]), tuple(fields["dropped"]))


def encode_closing(closing: SessionClosing) -> bytes:
    """Return the end of a session as bytes."""
    return _encode(
        {
            "scope": _scope(closing.scope),
            "epoch": closing.epoch,
            "to_be_continued": closing.to_be_continued,
            "must_keep": sorted(closing.must_keep),
        }
    )


def decode_closing(data: bytes) -> SessionClosing:
    """Undo `encode_closing`."""
    fields = _decode(data)
    return SessionClosing(
        scope=_scope_of(fields["scope"]),
        epoch=fields["epoch"],
        to_be_continued=fields["to_be_continued"],
        must_keep=frozenset(fields["must_keep"]),
    )


def encode_portions(portions: Sequence[Portion]) -> bytes:
    """Return what a model has answered about a conversation so far as bytes."""
    return _encode(
        {
            "portions": [
                [each.message_ids, [_fact(fact) for fact in each.facts], sorted(each.translated)]
                for each in portions
            ]
        }
    )


def decode_portions(data: bytes) -> tuple[Portion, ...]:
    """Undo `encode_portions`."""
    return tuple(
        Portion(tuple(ids), tuple(_fact_of(fact) for fact in facts), frozenset(translated))
        for ids, facts, translated in _decode(data)["portions"]
    )


def decode_mode(data: bytes) -> Mode:
    """Return the mode in which the facts of `encode_facts` are to evolve."""
    return Mode(_decode(data).get("mode", Mode.DECIDE))


def decode_edited(data: bytes) -> tuple[EditedMessage, ...]:
    """Return the edited messages of `encode_facts`."""
    return tuple(_edited_of(one) for one in _decode(data).get("edited", ()))


def _fact(fact: Fact) -> dict[str, object]:
    fields: dict[str, object] = {
        "text": fact.text,
        "ownership": fact.ownership,
        "sources": [[source.session_id, source.message_id] for source in fact.sources],
        "observed_at": fact.observed_at.isoformat(),
        "mem_type": fact.mem_type,
        "kind": fact.kind,
        "provenance": fact.provenance,
        "is_important": fact.is_important,
        "speaker": fact.speaker,
        "fact_key": fact.fact_key,
        "valid_at": _moment(fact.valid_at),
        "invalid_at": _moment(fact.invalid_at),
        "expire_at": _moment(fact.expire_at),
        "custom_tags": dict(fact.custom_tags),
        "confidence": fact.confidence,
        "category": fact.category,
        "entities": [[entity.name, entity.type] for entity in fact.entities],
        "temporality": fact.temporality,
    }
    return fields | ({"parts": part_words(fact.parts)} if fact.parts else {})


def _fact_of(fields: dict[str, Any]) -> Fact:
    return Fact(
        text=fields["text"],
        ownership=Ownership(fields["ownership"]),
        sources=tuple(Source(session_id, message) for session_id, message in fields["sources"]),
        observed_at=datetime.fromisoformat(fields["observed_at"]),
        mem_type=MemType(fields["mem_type"]),
        kind=Kind(fields["kind"]),
        provenance=Provenance(fields["provenance"]),
        is_important=fields["is_important"],
        speaker=fields["speaker"],
        fact_key=fields["fact_key"],
        valid_at=_moment_of(fields["valid_at"]),
        invalid_at=_moment_of(fields["invalid_at"]),
        expire_at=_moment_of(fields["expire_at"]),
        custom_tags=fields["custom_tags"],
        confidence=fields["confidence"],
        category=Category(fields.get("category", Category.OTHER)),
        entities=tuple(Entity(name, kind) for name, kind in fields.get("entities", ())),
        temporality=Temporality(fields.get("temporality", Temporality.DURABLE)),
        parts=parts_of_words(fields.get("parts", ())),
    )


def _edited(one: EditedMessage) -> dict[str, object]:
    return {
        "source": [one.source.session_id, one.source.message_id],
        "holder": one.holder,
        "said_at": one.said_at.isoformat(),
        "readers": one.readers,
        "gone": sorted(one.gone),
        "removed": one.removed,
        "text": one.text,
    }


def _edited_of(fields: dict[str, Any]) -> EditedMessage:
    return EditedMessage(
        source=Source(*fields["source"]),
        holder=fields["holder"],
        said_at=datetime.fromisoformat(fields["said_at"]),
        readers=tuple(fields["readers"]),
        gone=frozenset(fields["gone"]),
        removed=tuple(fields["removed"]),
        text=fields["text"],
    )


def _policy(policy: ExtractionPolicy) -> dict[str, object]:
    return {
        "focus": policy.focus,
        "style": policy.style,
        "mode": policy.mode,
        "tags": dict(policy.tags),
        "entity_types": list(policy.entity_types),
    }


def _policy_of(fields: dict[str, Any]) -> ExtractionPolicy:
    return ExtractionPolicy(
        focus=fields["focus"],
        style=None if fields["style"] is None else Style(fields["style"]),
        mode=Mode(fields["mode"]),
        tags=fields["tags"],
        entity_types=tuple(fields["entity_types"]),
    )


def _scope(scope: Scope) -> list[str | None]:
    return [scope.level, scope.app_id, scope.session_id]


def _scope_of(fields: list[Any]) -> Scope:
    level, app_id, session_id = fields
    return Scope(Level(level), app_id, session_id)


def _moment(at: datetime | None) -> str | None:
    return None if at is None else at.isoformat()


def _moment_of(value: str | None) -> datetime | None:
    return None if value is None else datetime.fromisoformat(value)


def _encode(fields: dict[str, object]) -> bytes:
    document = {"version": _VERSION, **fields}
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode()


def _decode(data: bytes) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(data)
    if document.get("version") != _VERSION:
        raise InternalFault("a task's data has an unknown version")
    return document
