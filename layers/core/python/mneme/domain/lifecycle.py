"""What time does to a memory (DESIGN §11): how its head stands when its day has come."""

from dataclasses import replace
from datetime import datetime
from enum import StrEnum

from mneme.domain.due import Retention
from mneme.domain.memory import Head, Kind, Status, WeightAnchor
from mneme.domain.visibility import has_expired
from mneme.domain.weight import WeightPolicy, weight_of_class


class Lapse(StrEnum):
    """Why the lifecycle changed a memory: the reason in the change record."""

    FADED = "faded"
    EXPIRED = "expired"
    OUTDATED = "outdated"
    """It was kept for as long as its state is."""
    PAST = "past_revisions"
    """Revisions that were replaced long ago went; the memory stays."""


class Retired(StrEnum):
    """What the daily run did to a memory whose day had come: the codes that are counted."""

    ARCHIVED = "archived"
    PURGED = "purged"
    PRUNED = "pruned"
    DATED_ANEW = "dated_anew"


def archived_head(before: Head, now: datetime) -> Head:
    """Return the head of a memory that leaves the active ones for the archive."""
    return replace(
        before,
        status=Status.ARCHIVED,
        changed_at=now,
        version=before.version + 1,
        index_version=before.index_version + 1,
    )


def may_be_archived(head: Head) -> bool:
    """Return whether the archive may hold anything of a memory.

    No message is ever archived: of one that is ACTIVE that is believed.
    """
    return head.kind is not Kind.TURN or head.status is not Status.ACTIVE


def comes_back(head: Head, told_at: datetime, now: datetime) -> bool:
    """Return whether an archived memory says it again when the same is told.

    So does one past its end, which the lifecycle is late to archive: but what was told before that
    end has come to it as well.
    """
    if not has_expired(head, now):
        return head.status is Status.ARCHIVED
    ended = head.expire_at is not None and told_at >= head.expire_at
    return ended and head.status in {Status.ARCHIVED, Status.ACTIVE}


def returned_head(before: Head, status: Status, now: datetime, by: WeightPolicy) -> Head:
    """Return the head of a memory that comes back: as its class begins, its past end forgotten."""
    after = replace(
        before,
        status=status,
        expire_at=None if has_expired(before, now) else before.expire_at,
        deleted_at=None,
        lapsed=False,
        changed_at=now,
        version=before.version + 1,
        index_version=before.index_version + 1,
    )
    weight = weight_of_class(after, now, by)
    return replace(after, anchor=WeightAnchor(weight, now), class_cap=weight)


def condemned_head(before: Head, now: datetime, kept: Retention) -> Head:
    """Return the head of a memory that nobody can restore any more, before its content goes.

    Its date stays as it is: whoever goes on with what was cut off here finds it where it was.
    """
    day = now if before.due is None else min(now, before.due.at)
    return replace(
        before,
        status=Status.DELETED,
        deleted_at=min(before.deleted_at or now, day - kept.of(Status.DELETED)),
        lapsed=before.lapsed or before.status is not Status.DELETED,
        changed_at=now,
        version=before.version + 1,
        index_version=before.index_version + 1,
    )


def pruned_head(before: Head, past_since: datetime | None) -> Head:
    """Return the head of a memory whose oldest past revisions went.

    `past_since` is since when the oldest of the others is past, None if none is left.
    """
    return replace(before, past_since=past_since, version=before.version + 1)
