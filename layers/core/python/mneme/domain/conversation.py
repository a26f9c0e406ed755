"""What a caller sends to be remembered: a conversation of messages."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from zoneinfo import ZoneInfo

from mneme.domain.extraction.policy import DEFAULT_EXTRACTION, ExtractionPolicy
from mneme.domain.memory import Ownership
from mneme.domain.scope import Scope


class Role(StrEnum):
    """Who speaks. SYSTEM and TOOL messages are never a source of memories."""

    USER = "user"
    ASSISTANT = "assistant"
    SYSTEM = "system"
    TOOL = "tool"


SOURCE_ROLES = frozenset({Role.USER, Role.ASSISTANT})


@dataclass(frozen=True, slots=True)
class Message:
    """One message; `time` keeps its offset, `name` is the speaker when the caller gave one."""

    message_id: str
    role: Role
    content: str
    name: str | None = None
    time: datetime | None = None

    @property
    def speaker(self) -> str:
        """Return the speaker's name, or the role for want of one."""
        return self.name or self.role.value


@dataclass(frozen=True, slots=True)
class Conversation:
    """The messages of one add, in order, and where they belong.

    `ownership` USER or AGENT narrows extraction to that side; None takes both sides.
    `accepted_at` is the reference time of a message without a time of its own; `timezone` the IANA
    name of the zone the caller lives in.
    """

    scope: Scope
    messages: tuple[Message, ...]
    accepted_at: datetime
    ownership: Ownership | None = None
    policy: ExtractionPolicy = DEFAULT_EXTRACTION
    timezone: str | None = None

    def local_time(self, message: Message) -> datetime:
        """Return when the message was said, with the offset whose days its words mean.

        That is its own offset, if it tells one. A time in UTC, or of acceptance, tells none: it is
        of the caller's zone, if that is known.
        """
        said_at = message.time or self.accepted_at
        if message.time is not None and message.time.utcoffset():
            return said_at
        return self.in_zone(said_at)

    def in_zone(self, instant: datetime) -> datetime:
        """Return the instant in the caller's zone, and as it is if no zone is known."""
        if self.timezone is None:
            return instant
        try:
            return instant.astimezone(ZoneInfo(self.timezone))
        except OverflowError:  # the first or last day of the calendar
            return instant
