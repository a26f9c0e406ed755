"""Field types of a line of an export: what was told once, with marks where it was redacted.

What is stored of a text may be longer than what was told, by its marks: a line is as long as
what was told may be.
"""

from datetime import UTC, datetime
from typing import Annotated, Any

from pydantic import (
    AfterValidator,
    Field,
    ValidatorFunctionWrapHandler,
    WithJsonSchema,
    WrapValidator,
)
from pydantic_core import PydanticCustomError

from mneme.contracts.http.fields import (
    MESSAGE_BYTES,
    TAG_LENGTH,
    TOO_LARGE,
    CallerId,
    CheckedTagValue,
    EntityName,
    Instant,
    checked_tag_names,
)
from mneme.domain.memory import TagValue
from mneme.domain.memory_patch import TAG_LIMIT
from mneme.domain.reinforcement import MOST_COUNTED
from mneme.domain.sensitive.content import with_short_marks, without_marks

MARKED_BYTES = 4 * MESSAGE_BYTES
"""What a text may have with the marks of what was redacted, beside what it had when it was told."""

MARKED_LENGTH = 32 * TAG_LENGTH
"""No mark is longer than 32 characters, and none stands for less than one."""

MEMORIES_SINCE = datetime(1970, 1, 1, tzinfo=UTC)
"""No clock that a memory was kept by showed an earlier instant."""


def _bounded(text: str) -> str:
    size = len(without_marks(text).encode())
    if size > MESSAGE_BYTES or len(text.encode()) > MARKED_BYTES:
        raise PydanticCustomError(
            TOO_LARGE, "must have at most {limit} bytes", {"limit": MESSAGE_BYTES}
        )
    if not text.strip():
        raise PydanticCustomError("blank", "must not be empty or blank")
    return text


LineText = Annotated[
    str,
    AfterValidator(_bounded),
    WithJsonSchema({"type": "string", "minLength": 1, "maxLength": MARKED_BYTES}),
]


def _marked(value: object, checked: ValidatorFunctionWrapHandler) -> Any:
    """Check a text as it was told; it stays as it is."""
    if not isinstance(value, str):
        return checked(value)
    checked(with_short_marks(value))
    return value


_MARKED_SCHEMA = {"type": "string", "minLength": 1, "maxLength": MARKED_LENGTH}

MarkedName = Annotated[CallerId, WrapValidator(_marked), WithJsonSchema(_MARKED_SCHEMA)]
"""Who speaks, or which slot is filled."""

MarkedEntity = Annotated[EntityName, WrapValidator(_marked), WithJsonSchema(_MARKED_SCHEMA)]
"""The name or the type of a thing."""


def _marked_names(tags: dict[str, TagValue]) -> dict[str, TagValue]:
    checked_tag_names(map(with_short_marks, tags))
    return tags


MarkedTags = Annotated[
    dict[str, Annotated[CheckedTagValue, WrapValidator(_marked)]],
    Field(max_length=TAG_LIMIT),
    AfterValidator(_marked_names),
]
"""Tags as callers define them."""


def _done(at: datetime) -> datetime:
    if at < MEMORIES_SINCE:
        raise PydanticCustomError("too_early", "must not be before 1970: something was done then")
    return at


Done = Annotated[Instant, AfterValidator(_done)]
"""When something was done with a memory, by the clock of who kept it."""

Share = Annotated[float, Field(ge=0, le=1)]
"""JSON has one kind of number: 1 is as good as 1.0."""

Count = Annotated[int, Field(ge=0, le=MOST_COUNTED)]
