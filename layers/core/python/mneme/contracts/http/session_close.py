"""`session/close`: a session is over; what of it is worth keeping is kept."""

from pydantic import Field, model_validator

from mneme.contracts.http.fields import CallerId, UserId, refusal
from mneme.contracts.http.model import AnswerModel, WireModel

MUST_KEEP_LIMIT = 100


class SessionCloseRequest(WireModel):
    """End a session: whatever was sent before is done first, in the user's own order.

    Of its memories of level SESSION those go on at level APP (GLOBAL without an `app_id`) that are
    important, were recalled or used, or are durable: no event, unless it fills a slot, and
    without an end of their own. The others are deleted. A session that nobody closes ends so 24
    hours after its last use.
    """

    user_id: UserId
    app_id: CallerId | None = Field(None, description="the session's, as its memories were told")
    session_id: CallerId
    to_be_continued: bool = Field(
        False,
        description="keep for 24 hours what the session was about, as one memory of kind CONTINUITY"
        " that the next session can recall; nothing of one that is over already",
    )
    must_keep: list[CallerId] = Field(
        default_factory=list,
        max_length=MUST_KEEP_LIMIT,
        description="ids of messages of the session that are kept, whatever they say: their"
        " memories or, where none was taken from them, their words",
    )

    @model_validator(mode="after")
    def _distinct_messages(self) -> "SessionCloseRequest":
        if len(set(self.must_keep)) != len(self.must_keep):
            raise refusal("must_keep", "each message_id must be given once")
        return self


class SessionCloseAnswer(AnswerModel):
    """The receipt; `task` tells with which result each memory was kept.

    A memory for which there was no room is archived, and its result tells the code 42901 (42902:
    too many important ones): it can be restored once there is room.
    """

    task_id: str
    accepted: bool
