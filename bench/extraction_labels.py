"""Reads the labelled messages of `bench/data/extraction`, described in the README beside them."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path
from typing import Any

from mneme.domain.conversation import Conversation, Message, Role
from mneme.domain.scope import Level, Scope

FOLDER = Path(__file__).parent / "data" / "extraction"


@dataclass(frozen=True)
class Days:
    """The days, both included, on one of which a fact began to hold or will."""

    earliest: date
    latest: date

    def __contains__(self, day: date) -> bool:
        """Return whether the day is one of them."""
        return self.earliest <= day <= self.latest


@dataclass(frozen=True)
class Label:
    """A fact that a message holds; one that is `one_off` must not be kept."""

    must_contain: tuple[tuple[str, ...], ...]
    category: str
    fact_key: str | None
    valid_from: Days | None
    one_off: bool

    def is_met_by(self, text: str) -> bool:
        """Return whether the text says at least one alternative of every list."""
        lower = text.lower()
        return all(
            any(word.lower() in lower for word in alternatives)
            for alternatives in self.must_contain
        )


@dataclass(frozen=True)
class LabelledMessage:
    """A message and what should be kept of it."""

    id: str
    language: str
    kind: str
    role: Role
    name: str | None
    time: datetime
    content: str
    labels: tuple[Label, ...]

    @property
    def durable(self) -> list[Label]:
        """The labels that should be kept."""
        return [label for label in self.labels if not label.one_off]

    def conversation(self) -> Conversation:
        """Return the message as the only one of a conversation."""
        message = Message("m", self.role, self.content, self.name, self.time)
        return Conversation(Scope(Level.GLOBAL), (message,), self.time)


def load(half: str) -> list[LabelledMessage]:
    """Return the messages of one half, in order."""
    text = (FOLDER / f"{half}.jsonl").read_text(encoding="utf-8")
    return [_message(row) for row in _rows(text)]


def _rows(text: str) -> Iterator[Mapping[str, Any]]:
    return (json.loads(line) for line in text.removesuffix("\n").split("\n"))


def _message(row: Mapping[str, Any]) -> LabelledMessage:
    return LabelledMessage(
        id=row["id"],
        language=row["language"],
        kind=row["kind"],
        role=Role(row["role"]),
        name=row["name"],
        time=datetime.fromisoformat(row["time"]),
        content=row["content"],
        labels=tuple(_label(fact) for fact in row["facts"]),
    )


def _label(row: Mapping[str, Any]) -> Label:
    return Label(
        must_contain=tuple(tuple(alternatives) for alternatives in row["must_contain"]),
        category=row["category"],
        fact_key=row["fact_key"],
        valid_from=_days(row["valid_from"]),
        one_off=row["one_off"],
    )


def _days(told: str | Mapping[str, str] | None) -> Days | None:
    if told is None:
        return None
    first, last = (told, told) if isinstance(told, str) else (told["earliest"], told["latest"])
    return Days(date.fromisoformat(first), date.fromisoformat(last))
