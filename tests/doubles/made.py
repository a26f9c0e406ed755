"""Builders of what travels through the write path, with sane defaults."""

from datetime import UTC, datetime, timedelta
from typing import Any

from mneme.domain.conversation import Conversation, Message, Role
from mneme.domain.fact import Fact
from mneme.domain.memory import (
    Head,
    Kind,
    MemType,
    Ownership,
    Provenance,
    Source,
    Status,
    WeightAnchor,
)
from mneme.domain.scope import Level, Scope

NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
GLOBAL = Scope(Level.GLOBAL)


def an_app(app_id: str = "planner", session_id: str | None = None) -> Scope:
    """Return the scope of an app."""
    return Scope(Level.APP, app_id, session_id)


def said(*texts: str, session_id: str | None = "s-1", **parts: Any) -> Conversation:
    """Return a conversation in which the user says this, in messages m1, m2, …"""
    messages = tuple(a_message(text, f"m{n}") for n, text in enumerate(texts, start=1))
    defaults = {
        "scope": Scope(Level.GLOBAL, session_id=session_id),
        "messages": messages,
        "accepted_at": NOW,
    }
    return Conversation(**{**defaults, **parts})


def a_message(
    text: str = "I am allergic to peanuts.",
    message_id: str = "m1",
    role: Role = Role.USER,
    **parts: Any,
) -> Message:
    """Return a message."""
    return Message(message_id, role, text, **parts)


def a_fact(text: str = "I am allergic to peanuts.", **parts: Any) -> Fact:
    """Return a fact that the user has just stated."""
    defaults = {
        "ownership": Ownership.USER,
        "sources": (Source("s-1", "m1"),),
        "observed_at": NOW,
    }
    return Fact(text, **{**defaults, **parts})


def a_head(**parts: Any) -> Head:
    """Return the head of an active fact of everywhere, observed now."""
    defaults = {
        "memory_id": "m",
        "scope": GLOBAL,
        "epoch": 1,
        "key_epoch": 1,
        "status": Status.ACTIVE,
        "revision": 1,
        "ownership": Ownership.USER,
        "mem_type": MemType.SEMANTIC,
        "kind": Kind.FACT,
        "provenance": Provenance.AUTOMATIC,
        "is_important": False,
        "anchor": WeightAnchor(0.8, NOW),
        "class_cap": 0.8,
        "observed_at": NOW,
        "valid_at": None,
        "invalid_at": None,
        "expire_at": None,
        "created_at": NOW,
        "changed_at": NOW,
    }
    return Head(**{**defaults, **parts})


def later(**parts: float) -> datetime:
    """Return an instant after `NOW`: parts of a timedelta, such as `hours=1`."""
    return NOW + timedelta(**parts)
