"""A patch: what of a memory a caller wants otherwise. What is not named stays."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from enum import Enum

from mneme.domain.errors import InvalidRequest
from mneme.domain.memory import Head, TagValue, WeightAnchor
from mneme.domain.weight import WeightPolicy, current_weight, weight_of_class

TAG_LIMIT = 20


class Keep(Enum):
    """What is not named in a patch; None there means: remove."""

    KEEP = "keep"


@dataclass(frozen=True, slots=True)
class MemoryPatch:
    """The wishes of one update; tags are merged as RFC 7396 merges objects."""

    content: str | None = None
    is_important: bool | None = None
    expire_at: datetime | Keep | None = Keep.KEEP
    custom_tags: Mapping[str, TagValue | None] | Keep | None = Keep.KEEP


@dataclass(frozen=True, slots=True)
class MemoryUpdate:
    """What one memory shall become; `expected_revision` is the one the caller has seen."""

    memory_id: str
    patch: MemoryPatch
    expected_revision: int | None = None


def merged_tags(tags: Mapping[str, TagValue], patch: MemoryPatch) -> dict[str, TagValue]:
    """Return the tags after the patch. Raises InvalidRequest if they are too many."""
    if isinstance(patch.custom_tags, Keep):
        return dict(tags)
    if patch.custom_tags is None:
        return {}
    merged = {**tags, **patch.custom_tags}
    left = {name: value for name, value in merged.items() if value is not None}
    if len(left) > TAG_LIMIT:
        raise InvalidRequest(f"must leave at most {TAG_LIMIT} tags", field="custom_tags")
    return left


def patched_head(head: Head, patch: MemoryPatch, now: datetime, by: WeightPolicy) -> Head:
    """Return the head with the metadata of the patch; nothing else of it is moved.

    Who becomes important, or bound to a time, is at least as strong as the new class begins.
    """
    important = head.is_important if patch.is_important is None else patch.is_important
    expire_at = head.expire_at if isinstance(patch.expire_at, Keep) else patch.expire_at
    if (important, expire_at) == (head.is_important, head.expire_at):
        return head
    cap = weight_of_class(replace(head, is_important=important, expire_at=expire_at), now, by)
    current = current_weight(head, now, by)
    strength = max(current, cap) if cap > head.class_cap else current
    return replace(
        head,
        is_important=important,
        expire_at=expire_at,
        anchor=WeightAnchor(strength, now),
        class_cap=cap,
    )
