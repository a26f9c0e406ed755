"""When something must happen to a memory: the day by which a lifecycle job finds it (DESIGN §11).

A date is a lower bound, and whole days as far as it can be. What only moves the instant further
away (a recall, an update) leaves the date as it is: a job that comes too early dates anew. So a
recall moves no index entry, and the cost of a job follows what is due.

Memories of level SESSION end with their session, which has a date of its own; those here hold for
them as for all others, should nobody end it.
"""

import math
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from mneme.domain.memory import Due, DueAction, Head, Kind, Status
from mneme.domain.weight import DECAY_VERSION, days_until, decay_factor

__all__ = [
    "ARCHIVED_FOR",
    "CANDIDATE_FOR",
    "DELETED_FOR",
    "FLEETING",
    "PAST_FOR",
    "SUPERSEDED_FOR",
    "Due",
    "DueAction",
    "dated",
    "due_of",
    "over_before",
]

ARCHIVED_FOR = SUPERSEDED_FOR = PAST_FOR = timedelta(days=180)
"""How long what is archived or superseded, and a past revision, is kept."""

CANDIDATE_FOR = DELETED_FOR = timedelta(days=30)
"""How long a candidate waits to be confirmed, and what is deleted can be restored."""

FLEETING = frozenset({Kind.TURN, Kind.CONTINUITY})
"""Kept for a time and no longer: they are purged where others are archived."""

_Moment = tuple[datetime, DueAction]


def due_of(head: Head, now: datetime) -> Due | None:
    """Return what must happen to a memory first, and a lower bound of when; None if nothing ever.

    The bound is the beginning of the day (UTC) of that instant. On the day itself it is the
    instant: what is dated now is not found again before it is due.
    """
    moments = sorted(_moments(head), key=lambda moment: moment[0])
    if not moments:
        return None
    at, action = moments[0]
    day = _day_of(at)
    return Due(at if day <= now < at else day, action, DECAY_VERSION)


def dated(before: Head | None, after: Head, now: datetime) -> Head:
    """Return a head that is about to be written, with its date.

    What has a date for the same action, still to come and no later than its new one, keeps it: an
    index entry that moves costs two write units. A head that is to be dated anew as it stands is
    its own `before`, and its date must have come.
    """
    grown = before is not None and after.revision > before.revision
    if grown and after.past_since is None:
        after = replace(after, past_since=now)
    due = due_of(after, now)
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


def _moments(head: Head) -> Iterator[_Moment]:
    """Yield each thing that is going to happen to the memory, as it stands."""
    if head.status is Status.ACTIVE:
        yield from _of_active(head)
    else:
        yield _purge_of(head), DueAction.PURGE
    if head.kind in FLEETING and head.expire_at is not None:
        yield head.expire_at, DueAction.PURGE
    if head.past_since is not None:
        yield head.past_since + PAST_FOR, DueAction.PRUNE


def _of_active(head: Head) -> Iterator[_Moment]:
    if head.expire_at is not None and head.kind not in FLEETING:
        yield head.expire_at, DueAction.EXPIRE
    days = days_until(head.anchor, decay_factor(head.kind, important=head.is_important))
    if math.isfinite(days):
        yield head.anchor.at + timedelta(days=days), DueAction.FADE


def _purge_of(head: Head) -> datetime:
    if head.status is Status.CANDIDATE:
        return head.created_at + CANDIDATE_FOR
    if head.status is Status.DELETED:
        return (head.deleted_at or head.changed_at) + DELETED_FOR
    return head.changed_at + (ARCHIVED_FOR if head.status is Status.ARCHIVED else SUPERSEDED_FOR)


def _day_of(at: datetime) -> datetime:
    return at.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
