"""Field types of the wire: ids, instants, bounded text and tags, each with a clear refusal."""

import json
import math
import re
from collections.abc import Callable, Iterable
from datetime import UTC, datetime, timedelta
from typing import Annotated, Any, TypeVar
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pydantic import AfterValidator, BeforeValidator, Field, WithJsonSchema
from pydantic_core import PydanticCustomError

from mneme.domain import identity
from mneme.domain.errors import InvalidRequest
from mneme.domain.fact import FACT_BYTES
from mneme.domain.memory import ENTITY_LENGTH, TagValue
from mneme.domain.memory_patch import TAG_LIMIT


def refusal(field: str, reason: str) -> PydanticCustomError:
    """Return the error of a rule between fields; `field` is the one to be named."""
    return PydanticCustomError("between_fields", "{reason}", {"field": field, "reason": reason})


MESSAGE_BYTES = 16 * 1024
MEMORY_BYTES = FACT_BYTES
QUERY_BYTES = 8 * 1024
FOCUS_BYTES = 1024
TAG_LENGTH = 128
RESERVED_TAGS = frozenset(
    {
        "tenant",
        "tenant_id",
        "user_id",
        "app_id",
        "session_id",
        "level",
        "scope",
        "ownership",
        "mem_type",
        "kind",
        "status",
        "memory_id",
        "epoch",
        "weight",
    }
)

TOO_LARGE = "payload_too_large"
"""The error type that becomes code 41301."""


def _checked(check: Callable[[object, str], str]) -> Callable[[object], str]:
    def validate(value: object) -> str:
        try:
            return check(value, "")
        except InvalidRequest as refusal:
            raise PydanticCustomError(
                "invalid_id", "{reason}", {"reason": refusal.message}
            ) from refusal

    return validate


_ID_SCHEMA = {"type": "string", "minLength": 1, "maxLength": identity.ID_LENGTH}

CallerId = Annotated[str, BeforeValidator(_checked(identity.caller_id)), WithJsonSchema(_ID_SCHEMA)]
"""An app, session or message id: 1–128 characters, compared by equality only."""

UserId = Annotated[
    str,
    BeforeValidator(_checked(identity.user_id)),
    WithJsonSchema({"anyOf": [_ID_SCHEMA, {"type": "integer", "minimum": 0}]}),
]
"""A user id; an integer is the same user as its decimal string."""


_INSTANT_CHARACTERS = re.compile(r"[0-9TtZzWw:.,+ -]+")
"""Checked first: the parser takes any character between date and time, and NUL for an end."""


def _instant(value: object) -> datetime:
    if not isinstance(value, str):
        raise PydanticCustomError(
            "instant_type", "must be a string such as 2026-01-31T09:30:00+01:00"
        )
    text = value.upper() if _INSTANT_CHARACTERS.fullmatch(value) else ""
    try:
        instant = datetime.fromisoformat(text)
        offset = instant.utcoffset()
        if offset is not None:
            instant.astimezone(UTC)
    except (ValueError, OverflowError) as error:
        raise PydanticCustomError(
            "instant", "must be an instant of ISO 8601 with an offset"
        ) from error
    if offset is None:
        raise PydanticCustomError("naive_instant", "must carry an offset, such as Z or +01:00")
    if offset % timedelta(minutes=1):
        raise PydanticCustomError("instant", "must have an offset of whole minutes")
    return instant


Instant = Annotated[
    datetime,
    BeforeValidator(_instant),
    WithJsonSchema({"type": "string", "format": "date-time"}),
]
"""An instant to the microsecond, with its offset, which is kept; naive instants are refused."""


def _time_zone(name: str) -> str:
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        # OSError: the name of a folder of zones, such as "Europe".
        raise PydanticCustomError(
            "time_zone", "must be the IANA name of a time zone, such as Europe/Berlin"
        ) from error
    return name


TimeZone = Annotated[str, Field(max_length=64), AfterValidator(_time_zone)]
"""The IANA name of a time zone."""


def _at_most(limit: int) -> Callable[[str], str]:
    def validate(value: str) -> str:
        if len(value.encode("utf-8")) > limit:
            raise PydanticCustomError(
                TOO_LARGE, "must have at most {limit} bytes", {"limit": limit}
            )
        if not value.strip():
            raise PydanticCustomError("blank", "must not be empty or blank")
        return value

    return validate


def _text(limit: int) -> Any:
    return Annotated[
        str,
        AfterValidator(_at_most(limit)),
        WithJsonSchema({"type": "string", "minLength": 1, "maxLength": limit}),
    ]


MessageText = _text(MESSAGE_BYTES)
MemoryText = _text(MEMORY_BYTES)
QueryText = _text(QUERY_BYTES)
FocusText = _text(FOCUS_BYTES)


EntityName = Annotated[str, Field(min_length=1, max_length=ENTITY_LENGTH, pattern=r"\S")]
"""The name of a person, a place or a thing, as facts are tagged with it."""


def _tag_value(value: object) -> object:
    finite = not isinstance(value, float) or math.isfinite(value)
    if not isinstance(value, str | int | float) or not finite:
        raise PydanticCustomError("tag_value", "must be a string, a number or a boolean")
    if len(value if isinstance(value, str) else json.dumps(value)) > TAG_LENGTH:
        raise PydanticCustomError("tag_value", "must have at most 128 characters")
    return value


Tag = TypeVar("Tag")


def checked_tag_names(names: Iterable[str]) -> None:
    """Raise PydanticCustomError if tags cannot have these names."""
    for name in names:
        if not identity.seen(name) or len(name) > TAG_LENGTH:
            raise PydanticCustomError("tag_name", "tag names have 1-128 characters")
        if identity.seen(name).casefold() in RESERVED_TAGS:
            raise PydanticCustomError("reserved_tag", "`{name}` is a reserved name", {"name": name})


def _tags(tags: dict[str, Tag]) -> dict[str, Tag]:
    checked_tag_names(tags)
    return tags


CheckedTagValue = Annotated[TagValue, BeforeValidator(_tag_value)]

Tags = Annotated[dict[str, CheckedTagValue], Field(max_length=TAG_LIMIT), AfterValidator(_tags)]
"""Caller-defined tags: inert labels, at most 20; names that would look like a scope are refused."""

SomeTags = Annotated[
    dict[str, CheckedTagValue],
    Field(min_length=1, max_length=TAG_LIMIT),
    AfterValidator(_tags),
]
"""At least one such tag."""


def _patched_value(value: object) -> object:
    return None if value is None else _tag_value(value)


TagsPatch = Annotated[
    dict[str, Annotated[TagValue | None, BeforeValidator(_patched_value)]],
    Field(max_length=2 * TAG_LIMIT),
    AfterValidator(_tags),
]
"""Changes of tags, merged as RFC 7396 merges objects: null removes a tag."""

RevisionNumber = Annotated[int, Field(ge=1, le=999_999)]
"""The number of a revision of a memory, from 1."""

Cursor = Annotated[str, Field(min_length=1, max_length=2048)]
"""Where a list goes on, as an earlier answer told it; nobody else's and no other list's."""
