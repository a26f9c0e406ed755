"""A memory: a family with one small hot head and numbered revisions."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from mneme.domain.retrieval.unit_context import NO_CONTEXT, UnitContext
from mneme.domain.scope import Scope

TagValue = str | int | float | bool

SOURCE_LIMIT = 50
"""Most source messages one revision lists."""


class Ownership(StrEnum):
    """Whose statement it is."""

    USER = "USER"
    AGENT = "AGENT"


class MemType(StrEnum):
    """The cognitive type."""

    SEMANTIC = "SEMANTIC"
    EPISODIC = "EPISODIC"
    PROCEDURAL = "PROCEDURAL"


class Kind(StrEnum):
    """What role the memory plays; TURN is a verbatim message."""

    FACT = "FACT"
    PERSONA = "PERSONA"
    CONSTRAINT = "CONSTRAINT"
    PROFILE = "PROFILE"
    SUMMARY = "SUMMARY"
    CONTINUITY = "CONTINUITY"
    TURN = "TURN"


class Status(StrEnum):
    """State of the whole memory, kept in its head."""

    CANDIDATE = "CANDIDATE"
    ACTIVE = "ACTIVE"
    SUPERSEDED = "SUPERSEDED"
    ARCHIVED = "ARCHIVED"
    DELETED = "DELETED"


class Provenance(StrEnum):
    """How the memory came to be. A lower rank never supersedes a higher one."""

    EXPLICIT_REQUEST = "EXPLICIT_REQUEST"
    USER_CONFIRMED = "USER_CONFIRMED"
    AUTOMATIC = "AUTOMATIC"
    CANDIDATE = "CANDIDATE"

    @property
    def rank(self) -> int:
        """Return the rank, higher is stronger."""
        return _PROVENANCE_RANK[self]


_PROVENANCE_RANK = {
    Provenance.EXPLICIT_REQUEST: 3,
    Provenance.USER_CONFIRMED: 2,
    Provenance.AUTOMATIC: 1,
    Provenance.CANDIDATE: 0,
}


@dataclass(frozen=True, slots=True)
class Source:
    """The message a memory came from."""

    session_id: str | None
    message_id: str


@dataclass(frozen=True, slots=True)
class Part:
    """A statement that went into a memory's text, and the messages that told it."""

    text: str
    sources: tuple[Source, ...]


ENTITY_LENGTH = 128
"""Characters of an entity's name."""


@dataclass(frozen=True, slots=True)
class Entity:
    """A thing a fact names, of a type the caller declared."""

    name: str
    type: str


@dataclass(frozen=True, slots=True)
class WeightAnchor:
    """Weight `value` in [0, 1] as it was at the instant `at`: a commit or the last recall."""

    value: float
    at: datetime


class DueAction(StrEnum):
    """What the lifecycle does to a memory when its day has come.

    FADE: its weight falls below the threshold, it is archived. EXPIRE: it ends by its own
    `expire_at`, it is archived. PRUNE: its oldest past revision is purged. PURGE: it is purged.
    """

    FADE = "FADE"
    EXPIRE = "EXPIRE"
    PRUNE = "PRUNE"
    PURGE = "PURGE"


@dataclass(frozen=True, slots=True)
class Due:
    """What must happen to a memory no earlier than `at`; reckoned with that version of decay."""

    at: datetime
    action: DueAction
    decay_version: int


@dataclass(frozen=True, slots=True)
class Head:
    """The current state of a memory. Every change compares-and-sets `version`.

    `epoch` is the effective epoch of the scope when it was written; `key_epoch` the user's epoch
    whose data key encrypts its revisions. `index_version` moves only with what the index shows.
    `unconsolidated`: it was added while no model answered, and not compared with what was known.
    `lapsed`: it was deleted for want of room, with its session or by time, and by nobody's wish;
    or superseded for want of room by one that says it as well.
    `past_since`: since when the oldest of its past revisions is past; None if none is kept. `due`:
    what must happen to it first, None if nothing ever, or while it was never dated.
    """

    memory_id: str
    scope: Scope
    epoch: int
    key_epoch: int
    status: Status
    revision: int
    ownership: Ownership
    mem_type: MemType
    kind: Kind
    provenance: Provenance
    is_important: bool
    anchor: WeightAnchor
    class_cap: float
    observed_at: datetime
    valid_at: datetime | None
    invalid_at: datetime | None
    expire_at: datetime | None
    created_at: datetime
    changed_at: datetime
    recall_count: int = 0
    used_count: int = 0
    last_recalled_at: datetime | None = None
    last_used_at: datetime | None = None
    deleted_at: datetime | None = None
    version: int = 1
    index_version: int = 1
    unconsolidated: bool = False
    lapsed: bool = False
    past_since: datetime | None = None
    due: Due | None = None

    @property
    def is_unwanted(self) -> bool:
        """Whether a person deleted it: what it says stays away until it is said anew."""
        return self.status is Status.DELETED and not self.lapsed

    @property
    def is_compressed(self) -> bool:
        """Whether another memory says it as well, and took its place for want of room."""
        return self.status is Status.SUPERSEDED and self.lapsed

    @property
    def weight_cap(self) -> float:
        """What its weight never exceeds before `index_version` moves.

        Recalls strengthen a memory up to its class's initial weight; whatever raises either moves
        the index version with it.
        """
        return max(self.anchor.value, self.class_cap)


@dataclass(frozen=True, slots=True)
class Embedding:
    """A vector as little-endian float32 bytes, already rotated, with the id of its model."""

    model: str
    vector: bytes


@dataclass(frozen=True, slots=True)
class Revision:
    """One version of a memory's content, decrypted.

    `terms` are the blind terms (8-byte keyed hashes as 16 hex digits, repeated as they occur);
    `context` is what it is ranked by besides.
    `parts` are the statements that it was made of, or that say the same in other words; none if it
    was told in these words only. `observed_at` keeps the offset it was given with. `supersedes`
    lists the memories that ended with this one, `superseded_by` is that which this one ended with.
    """

    memory_id: str
    revision: int
    content: str
    ownership: Ownership
    sources: tuple[Source, ...]
    observed_at: datetime
    created_at: datetime
    valid_at: datetime | None = None
    invalid_at: datetime | None = None
    speaker: str | None = None
    fact_key: str | None = None
    custom_tags: Mapping[str, TagValue] = field(default_factory=dict)
    entities: tuple[Entity, ...] = ()
    confidence: float = 1.0
    conflicts_with: tuple[str, ...] = ()
    supersedes: tuple[str, ...] = ()
    superseded_by: str | None = None
    embedding: Embedding | None = None
    terms: tuple[str, ...] = ()
    context: UnitContext = NO_CONTEXT
    modality: str = "text"
    parts: tuple[Part, ...] = ()

    @property
    def linked(self) -> frozenset[str]:
        """The memories that it names."""
        by = () if self.superseded_by is None else (self.superseded_by,)
        return frozenset((*self.conflicts_with, *self.supersedes, *by))


def end_of_past(revision: Revision, following: Revision) -> datetime:
    """Return when a past revision ceased to hold: when it was closed, or the next one began."""
    return revision.invalid_at or following.valid_at or following.created_at
