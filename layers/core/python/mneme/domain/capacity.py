"""How much a user's memory holds, and who leaves first when a part of it is full.

Source: seed 3 chapter 7, "capacity eviction".
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from mneme.domain.counting import Count, Counter, Room, counted
from mneme.domain.memory import Head, Kind, Status
from mneme.domain.visibility import has_expired
from mneme.domain.weight import WeightPolicy, current_weight, weight_fading_at

MOST_MEMORIES = 1_000_000
"""Above this no limit can be set."""

NEAR_TENTHS = 8
"""What holds so many tenths of its limit is near it: what is alike is made one, if a model can."""

KEPT_TENTHS = 9
"""What is full is brought down to so many tenths of its limit."""


class Limit(StrEnum):
    """What is limited, by the names that settings use."""

    TOTAL = "total"
    GLOBAL = "global"
    APP = "app"
    CONSTRAINT = "constraint"
    PERSONA = "persona"
    IMPORTANT = "important"
    """Percent of each of the others that may be marked important."""


DEFAULT_LIMITS: Mapping[Limit, int] = {
    Limit.TOTAL: 2000,
    Limit.GLOBAL: 500,
    Limit.APP: 200,
    Limit.CONSTRAINT: 50,
    Limit.PERSONA: 20,
    Limit.IMPORTANT: 20,
}

_LIMIT_OF_ROOM = {
    Room.TOTAL: Limit.TOTAL,
    Room.GLOBAL: Limit.GLOBAL,
    Room.APP: Limit.APP,
    Room.CONSTRAINT: Limit.CONSTRAINT,
    Room.PERSONA: Limit.PERSONA,
}
"""A session has none of its own: it counts towards the total."""


@dataclass(frozen=True, slots=True)
class CapacityLimits:
    """The limits of one tenant's users; every limit has a value."""

    values: Mapping[Limit, int]

    def of(self, counter: Counter) -> Count | None:
        """Return how many memories, and important ones, a counter may hold; None: any number."""
        limit = _LIMIT_OF_ROOM.get(counter.room)
        if limit is None:
            return None
        memories = self.values[limit]
        return Count(memories, memories * self.values[Limit.IMPORTANT] // 100)

    def kept(self, counter: Counter) -> int:
        """Return to how many memories a counter is brought down once it was full."""
        limit = self.of(counter)
        return MOST_MEMORIES if limit is None else limit.memories * KEPT_TENTHS // 10

    def is_near(self, counter: Counter, memories: int) -> bool:
        """Return whether so many memories are near the limit of a counter, if it has one."""
        limit = self.of(counter)
        return limit is not None and memories * 10 >= limit.memories * NEAR_TENTHS


def parsed_limits(text: str) -> dict[Limit, int]:
    """Return the limits that `total=2000,app=300` names. Raises ValueError for what is none."""
    found: dict[Limit, int] = {}
    for part in filter(None, (one.strip() for one in text.split(","))):
        name, _, number = (piece.strip() for piece in part.partition("="))
        if name not in set(Limit) or not number.isdecimal() or Limit(name) in found:
            raise ValueError(f"must be some of {', '.join(Limit)}, each once, as NAME=NUMBER")
        found[Limit(name)] = int(number)
    return checked_limits(found)


def checked_limits(limits: Mapping[Limit, int]) -> dict[Limit, int]:
    """Return the limits. Raises ValueError for a number that is out of bounds."""
    for limit, number in limits.items():
        most = 100 if limit is Limit.IMPORTANT else MOST_MEMORIES
        if not 0 <= number <= most:
            raise ValueError(f"{limit} must be from 0 to {most}")
    return dict(limits)


def shown_limits(limits: Mapping[Limit, int]) -> str:
    """Undo `parsed_limits`, in the order of the names."""
    return ",".join(f"{name}={limits[name]}" for name in Limit if name in limits)


def may_leave(head: Head) -> bool:
    """Return whether a memory may be evicted.

    Important ones, an agent's PERSONA, explicit CONSTRAINTs and what is derived stay.
    """
    return counted(head) and head.kind is Kind.FACT and not head.is_important


def leaving_order(
    head: Head, now: datetime, by: WeightPolicy
) -> tuple[bool, float, float, datetime, str]:
    """Return the sort key of evictions: what has expired, then the weakest, then the least used.

    Of equally strong ones those that were never recalled go first, and of those the oldest.
    """
    recalled = head.last_recalled_at
    used = float("-inf") if recalled is None else recalled.timestamp()
    weight = current_weight(head, now, by)
    return not has_expired(head, now), weight, used, head.created_at, head.memory_id


def leaves_before(head: Head, due: datetime, now: datetime, by: WeightPolicy) -> bool:
    """Return whether a memory leaves before all that neither fade nor expire until `due`.

    Whatever may leave decays at full rate: what fades later is stronger now.
    """
    if due <= now:
        return False  # what is due may have expired, which leaves before all others
    weakest = weight_fading_at(due, now, by)
    return has_expired(head, now) or current_weight(head, now, by) < weakest


def status_once_evicted(head: Head, now: datetime, by: WeightPolicy) -> Status:
    """Return where an evicted memory goes: what has not faded wholly, to the archive."""
    faded = current_weight(head, now, by) <= by.archived_below
    return Status.DELETED if faded else Status.ARCHIVED
