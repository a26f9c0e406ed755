"""`add`: a conversation to remember."""

from datetime import datetime, timedelta

from pydantic import Field, model_validator

from mneme.contracts.http.extraction import ExtractionModel
from mneme.contracts.http.fields import (
    CallerId,
    Instant,
    MessageText,
    TimeZone,
    UserId,
    refusal,
)
from mneme.contracts.http.model import AnswerModel, Redacted, WireModel
from mneme.domain.conversation import Conversation, Message, Role
from mneme.domain.errors import InvalidRequest
from mneme.domain.extraction.policy import DEFAULT_EXTRACTION
from mneme.domain.memory import Ownership
from mneme.domain.scope import Level, requested_scope

MESSAGE_LIMIT = 64
AHEAD_LIMIT = timedelta(days=1)
"""A clock may be wrong by hours, as where an offset was forgotten; what is further ahead is a
mistake, and would be the newest that is known of its matter until then."""


class MessageModel(WireModel):
    """One message; `time` is its own time, `name` its speaker."""

    message_id: CallerId = Field(
        description="names the message in its session: the same id with another text is an edit,"
        " and what only the earlier text said ends. Without a session a message is the same if id,"
        " speaker, text and time are. One without a time too is read whenever it comes, but brings"
        " back nothing that was deleted or corrected since"
    )
    role: Role
    content: MessageText
    name: CallerId | None = None
    time: Instant | None = Field(None, description="no more than a day ahead of the server's clock")


class AddRequest(WireModel):
    """Send a conversation. It is accepted at once; facts are taken from it afterwards."""

    user_id: UserId
    app_id: CallerId | None = Field(None, description="absent: a global memory")
    session_id: CallerId | None = None
    level: Level | None = Field(None, description="default: APP with an app_id, else GLOBAL")
    ownership: Ownership | None = Field(
        Ownership.USER, description="whose statements to keep as facts; null keeps both sides'"
    )
    messages: list[MessageModel] = Field(
        min_length=1,
        max_length=MESSAGE_LIMIT,
        description="each of at most 16 KiB, and the whole body of at most 1 MiB: 64 messages of"
        " full length do not fit, and are answered 41301 with the field `body`. Of one message at"
        " most 100 facts are taken and of all together 1,000; `task` tells how many are `left_out`",
    )
    extraction: ExtractionModel | None = Field(None, description="how facts are to be taken")
    timezone: TimeZone | None = Field(
        None,
        description="where the caller lives: the IANA name of a zone, as Europe/Berlin. Days that"
        " messages name are those of this zone, unless the message's `time` has an offset of its"
        " own other than UTC",
    )
    idempotency_key: CallerId | None = Field(
        None,
        description="the same key and body name the same task. After a purge, or once the task was"
        " DROPPED because memory was switched off, the key is free and the write is told anew",
    )
    bulk: bool = Field(
        False, description="history being loaded: worked on behind live conversations"
    )
    temporary: bool = Field(False, description="accept, but store nothing and learn nothing")

    @model_validator(mode="after")
    def _distinct_messages(self) -> "AddRequest":
        ids = [message.message_id for message in self.messages]
        if len(set(ids)) != len(ids):
            raise refusal("messages", "each message_id must be given once")
        return self

    def conversation(self, accepted_at: datetime) -> Conversation:
        """Return the conversation as the domain sees it.

        Raises InvalidRequest for a message from more than a day ahead.
        """
        for number, message in enumerate(self.messages):
            if message.time is not None and message.time - accepted_at > AHEAD_LIMIT:
                field = f"messages[{number}].time"
                raise InvalidRequest("must not be more than a day in the future", field=field)
        return Conversation(
            scope=requested_scope(self.level, self.app_id, self.session_id),
            messages=tuple(
                Message(m.message_id, m.role, m.content, m.name, m.time) for m in self.messages
            ),
            accepted_at=accepted_at,
            ownership=self.ownership,
            policy=DEFAULT_EXTRACTION if self.extraction is None else self.extraction.policy(),
            timezone=self.timezone,
        )


class AddAnswer(AnswerModel):
    """The receipt; read what became of it by `task`. `task_id` is null if temporary."""

    task_id: str | None
    accepted: bool
    redacted: Redacted = Field(default_factory=dict)
