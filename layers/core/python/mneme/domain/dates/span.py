"""What a time expression means: a span of the calendar, and where it stands in the text."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class Grain(StrEnum):
    """How exactly a span was told; a weekend is two days, a decade ten years or a part of them."""

    HOUR = "hour"
    DAY = "day"
    WEEK = "week"
    MONTH = "month"
    SEASON = "season"
    YEAR = "year"
    DECADE = "decade"


class Direction(StrEnum):
    """Where a span lies from its reference's day: wholly before, wholly after, or touching it."""

    PAST = "past"
    FUTURE = "future"
    POINT = "point"


@dataclass(frozen=True, slots=True)
class TimeSpan:
    """One resolved time expression: `start` to `end`, which is exclusive.

    Both instants carry the offset of the reference they were resolved against, and both have a
    UTC equivalent. `text_start` and `text_end` bound the expression in the text.
    """

    start: datetime
    end: datetime
    text_start: int
    text_end: int
    grain: Grain
    direction: Direction

    def overlaps(self, other: "TimeSpan") -> bool:
        """Return whether the two have an instant in common."""
        return self.start < other.end and other.start < self.end
