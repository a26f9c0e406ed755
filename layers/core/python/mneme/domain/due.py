"""When something must happen to a memory: the day by which a lifecycle job finds it (DESIGN §11).

A date is a lower bound, and whole days as far as it can be. What only moves the instant further
away (a recall, an update) leaves the date as it is: a job that comes too early dates anew. So a
recall moves no index entry, and the cost of a job follows what is due.

Memories of level SESSION end with their session, which has a date of its own; those here hold for
them as for all others, should nobody end it.
"""

import math
import zlib
from collections.abc import Iterator
from dataclasses import astuple, dataclass, field, replace
from datetime import UTC, datetime, timedelta

from mneme.domain.memory import Due, DueAction, Head, Kind, Status
from mneme.domain.weight import WeightPolicy, days_until_archived, decay_factor

__all__ = [
    "FLEETING",
    "Dating",
    "Due",
    "DueAction",
    "Retention",
    "dated",
    "due_of",
    "over_before",
]

FLEETING = frozenset({Kind.TURN, Kind.CONTINUITY})
"""Kept for a time and no longer: they are purged where others are archived."""

_Moment = tuple[datetime, DueAction]


@dataclass(frozen=True, slots=True)
class Retention:
    """For how many days what is no longer current is kept.

    `past_revision_days` are those of what a memory said before, `candidate_days` those in which a
    candidate can be confirmed, `deleted_days` those in which what is deleted can be restored.
    """

    archived_days: int = 180
    superseded_days: int = 180
    past_revision_days: int = 180
    candidate_days: int = 30
    deleted_days: int = 30

    @property
    def past_for(self) -> timedelta:
        """Return how long a past revision is kept."""
        return timedelta(days=self.past_revision_days)

    def of(self, status: Status) -> timedelta:
        """Return how long a memory is kept in a state; ValueError for ACTIVE, which has no end."""
        days = {
            Status.ARCHIVED: self.archived_days,
            Status.SUPERSEDED: self.superseded_days,
            Status.CANDIDATE: self.candidate_days,
            Status.DELETED: self.deleted_days,
        }.get(status)
        if days is None:
            raise ValueError(f"a memory may be {status} for ever")
        return timedelta(days=days)


@dataclass(frozen=True, slots=True)
class Dating:
    """What dates are reckoned with.

    `version` is the same for the same numbers, and another one for others (but once in four
    billion times): a date tells by it whether it still holds.
    """

    weights: WeightPolicy
    retention: Retention
    version: int = field(init=False)

    def __post_init__(self) -> None:
        """Find the version; with which weight a memory begins moves no date."""
        fades = self.weights
        fading = (fades.fading_days, fades.important_factor, fades.archived_below)
        numbers = [float(number) for number in (*fading, *astuple(self.retention))]
        object.__setattr__(self, "version", zlib.crc32(repr(numbers).encode()))


def due_of(head: Head, now: datetime, by: Dating) -> Due | None:
    """Return what must happen to a memory first, and a lower bound of when; None if nothing ever.

    The bound is the beginning of the day (UTC) of that instant. On the day itself it is the
    instant: what is dated now is not found again before it is due.
    """
    moments = sorted(_moments(head, by), key=lambda moment: moment[0])
    if not moments:
        return None
    at, action = moments[0]
    day = _day_of(at)
    return Due(at if day <= now < at else day, action, by.version)


def dated(before: Head | None, after: Head, now: datetime, by: Dating) -> Head:
    """Return a head that is about to be written, with its date.

    What has a date for the same action, still to come and no later than its new one, keeps it: an
    index entry that moves costs two write units. A head that is to be dated anew as it stands is
    its own `before`, and its date must have come. What is new, and should have been looked after
    long ago where it comes from, is due today: nobody is late.
    """
    grown = before is not None and after.revision > before.revision
    if grown and after.past_since is None:
        after = replace(after, past_since=now)
    due = due_of(after, now, by)
    if before is None and due is not None:
        due = replace(due, at=max(due.at, _day_of(now)))
    kept = None if before is None else before.due
    if due is not None and kept is not None and _holds(kept, due, now):
        due = kept
    return replace(after, due=due)


def over_before(now: datetime) -> datetime:
    """Return the latest date of which the whole day is over: all that has one is truly due.

    Unless it was recalled or changed meanwhile. Who reads no further meets each memory once, and
    acts up to a day late; recall looks at `expire_at` itself.
    """
    return _day_of(now) - timedelta(days=1)


def _holds(kept: Due, due: Due, now: datetime) -> bool:
    same = (kept.action, kept.decay_version) == (due.action, due.decay_version)
    return same and now < kept.at <= due.at


def _moments(head: Head, by: Dating) -> Iterator[_Moment]:
    """Yield each thing that is going to happen to the memory, as it stands."""
    if head.status is Status.ACTIVE:
        yield from _of_active(head, by.weights)
    else:
        yield _purge_of(head, by.retention), DueAction.PURGE
    if head.kind in FLEETING and head.expire_at is not None:
        yield head.expire_at, DueAction.PURGE
    if head.past_since is not None:
        yield head.past_since + by.retention.past_for, DueAction.PRUNE


def _of_active(head: Head, by: WeightPolicy) -> Iterator[_Moment]:
    if head.expire_at is not None and head.kind not in FLEETING:
        yield head.expire_at, DueAction.EXPIRE
    factor = decay_factor(head.kind, by, important=head.is_important)
    days = days_until_archived(head.anchor, factor, by)
    if math.isfinite(days):
        yield head.anchor.at + timedelta(days=days), DueAction.FADE


def _purge_of(head: Head, kept: Retention) -> datetime:
    if head.status is Status.CANDIDATE:
        since = head.created_at
    elif head.status is Status.DELETED:
        since = head.deleted_at or head.changed_at
    else:
        since = head.changed_at
    return since + kept.of(head.status)


def _day_of(at: datetime) -> datetime:
    return at.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
