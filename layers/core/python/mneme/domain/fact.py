"""A fact: what extraction takes from a conversation, before evolution decides about it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from mneme.domain.memory import Kind, MemType, Ownership, Provenance, Source, TagValue


@dataclass(frozen=True, slots=True)
class Fact:
    """One self-contained statement with the messages it came from.

    `observed_at` is when it was said, with its offset; `valid_at` since when it holds, None for
    the time it was said.
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
