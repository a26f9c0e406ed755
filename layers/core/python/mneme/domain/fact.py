"""A fact: what extraction takes from a conversation, before evolution decides about it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from mneme.domain.memory import (
    Entity,
    Kind,
    MemType,
    Ownership,
    Part,
    Provenance,
    Source,
    TagValue,
)

__all__ = ["FACT_BYTES", "Category", "Entity", "Fact", "Temporality"]

FACT_BYTES = 4 * 1024
"""Most that one memory says, in UTF-8."""


class Category(StrEnum):
    """What a fact is about."""

    PREFERENCE = "preference"
    PERSONAL = "personal"
    PLAN = "plan"
    ACTIVITY = "activity"
    HEALTH = "health"
    PROFESSIONAL = "professional"
    OTHER = "other"


class Temporality(StrEnum):
    """Whether it will matter after this turn. What is ONE_OFF is not kept."""

    DURABLE = "durable"
    ONE_OFF = "one_off"


def type_in_slot(mem_type: MemType, fact_key: str | None) -> MemType:
    """Return the type of what fills a slot, if it fills one: its value holds, however it is told.

    "I moved to Rome" tells an event, and where somebody lives.
    """
    is_event = mem_type is MemType.EPISODIC and fact_key is not None
    return MemType.SEMANTIC if is_event else mem_type


@dataclass(frozen=True, slots=True)
class Fact:
    """One self-contained statement with the messages it came from.

    `observed_at` is when it was said, with its offset; `valid_at` since when it holds, None for
    the time it was said. Its provenance is CANDIDATE if extraction was in doubt. `parts` are those
    of a memory that is told to another place, or goes on as its next revision.
    """

    text: str
    ownership: Ownership
    sources: tuple[Source, ...]
    observed_at: datetime
    mem_type: MemType = MemType.SEMANTIC
    kind: Kind = Kind.FACT
    provenance: Provenance = Provenance.AUTOMATIC
    is_important: bool = False
    speaker: str | None = None
    fact_key: str | None = None
    valid_at: datetime | None = None
    invalid_at: datetime | None = None
    expire_at: datetime | None = None
    custom_tags: Mapping[str, TagValue] = field(default_factory=dict)
    confidence: float = 1.0
    category: Category = Category.OTHER
    entities: tuple[Entity, ...] = ()
    temporality: Temporality = Temporality.DURABLE
    parts: tuple[Part, ...] = ()
