"""A change record: what happened to a memory, why and on whose behalf."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from mneme.domain.evolution.decisions import Verdict
from mneme.domain.memory import Source


class Operation(StrEnum):
    """What was done."""

    ADD = "ADD"
    UPDATE = "UPDATE"
    MERGE = "MERGE"
    SUPERSEDE = "SUPERSEDE"
    SKIP = "SKIP"
    ARCHIVE = "ARCHIVE"
    RESTORE = "RESTORE"
    DELETE = "DELETE"
    FORGET = "FORGET"
    PURGE = "PURGE"
    PROMOTE = "PROMOTE"
    SWITCH = "SWITCH"
    EXPORT = "EXPORT"


class Actor(StrEnum):
    """On whose behalf."""

    SYSTEM = "SYSTEM"
    USER = "USER"
    ADMIN = "ADMIN"


class OfEpisode(StrEnum):
    """What was done to the messages of a conversation: the reason in the change record."""

    KEPT = "episode"
    EDITED = "edited"


class OfCapacity(StrEnum):
    """Why a memory made room for others: the reason in the change record."""

    EVICTED = "capacity"
    DOUBLE = "double"
    """Another memory says the same: the two became one."""
    COMPRESSED = "compressed"
    """A model wrote one memory of several that are alike."""


class OfSwitch(StrEnum):
    """How a switch was set: the reason in the change record."""

    ON = "switched_on"
    OFF = "switched_off"


class OfPurge(StrEnum):
    """What was purged: the reason in the change record."""

    EVERYTHING = "purged"
    ERASED = "erased"
    """Everything, and the keys with it."""
    APP = "app_purged"
    SESSION = "session_purged"

    @property
    def everything(self) -> bool:
        """Whether nothing of what was there before is left."""
        return self in {OfPurge.EVERYTHING, OfPurge.ERASED}


class OfTransfer(StrEnum):
    """What was taken out as a whole, or came in so: the reason in the change record."""

    EXPORTED = "exported"
    IMPORTED = "imported"


@dataclass(frozen=True, slots=True)
class ChangeRecord:
    """One change. `reason` is a code; contents are read through the revisions.

    It is of `Reason`, `Asked`, `OfEpisode`, `OfCapacity`, `OfSwitch`, `OfPurge` or
    `OfTransfer`.
    `memory_ids` has one member, but for the messages of an episode, which are kept together, and
    for what is of no memory. `app_id` is the app whose switch was set, or that was purged; None:
    all of the user.
    `shadow` is what would have been decided, where decisions are only observed. `sanitized` tells
    that what it came from was taken out, as what it is about was purged.
    """

    operation: Operation
    memory_ids: tuple[str, ...]
    revision_before: int | None
    revision_after: int | None
    reason: str
    actor: Actor
    at: datetime
    sources: tuple[Source, ...] = ()
    shadow: Verdict | None = None
    app_id: str | None = None
    sanitized: bool = False
