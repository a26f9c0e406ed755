"""What a caller sends to be remembered: a conversation of messages."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

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
