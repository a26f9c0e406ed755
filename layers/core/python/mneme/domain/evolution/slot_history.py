"""Where a fact that arrives late belongs in the history of its slot (DESIGN §9).

A slot has one value at a time. A value that is told when later ones are known already held from its
own time until the next of them began, and ends the one before it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from mneme.domain.evolution.decisions import UNLIMITED, Candidate, Interval, Reason, Verdict
from mneme.domain.evolution.precedence import ended, holds_from, is_history, speaks_of
from mneme.domain.fact import Fact
from mneme.domain.memory import Head, Status
from mneme.domain.task import Decision


@dataclass(frozen=True, slots=True)
class Chapter:
    """A revision of a memory of the slot, and when it held; `told` is what it says.

    `same`: it says what the fact says. `last`: its memory says nothing after it. `current`: its
    memory says so now.
    """

    told: Candidate
    ends: datetime | None
    same: bool
    last: bool
    current: bool

    @property
    def is_deleted(self) -> bool:
        """Whether nothing may be shown of it any more: it still was the value of its time."""
        return self.told.status is Status.DELETED

    @property
    def is_empty(self) -> bool:
        """Whether it was the value of no time: it was taken back, or replaced where it began."""
        begins = self.told.valid_at
        at_once = begins is not None and self.ends is not None and self.ends <= begins
        return at_once and not self.is_deleted


def in_the_past(
    fact: Fact, chapters: Sequence[Chapter], conflicts_with: tuple[str, ...], now: datetime
) -> Verdict | None:
    """Return the verdict on a fact that is history to one of the chapters, None if it is to none.

    `conflicts_with` are the memories that stay in conflict with it.
    """
    start = holds_from(fact, now)
    chapters = [one for one in chapters if not one.is_empty]
    later = [one for one in chapters if is_history(fact, one.told) and not _is_over(one, start)]
    if not later:
        return None
    held = [one for one in chapters if not one.is_deleted and _holds(one, start)]
    known = next((one for one in held if one.same), None)
    if known is not None:
        return _known(known)
    until, after = min(((ended(fact, one.told, now), one) for one in later), key=lambda one: one[0])
    earlier = [one for one in held if one not in later]
    closes = next((_place(one) for one in earlier if _yields(one, fact)), None)
    if after.same and after.current and not after.is_deleted:
        return _known(after, closes)
    interval = Interval(until, after.told.memory_id, closes)
    for one in held:
        if one in later and one.last and until > start and _goes_on(one, fact, until):
            interval = Interval(until, after.told.memory_id, _place(one), one.told.memory_id)
    reason = Reason.OLDER_OBSERVATION
    return Verdict(Decision.ADD, reason, conflicts_with=conflicts_with, interval=interval)


def until_what_comes(
    fact: Fact, verdict: Verdict, members: Iterable[Head], now: datetime
) -> Verdict:
    """Return the verdict on a fact that holds until the value to come that its slot knows of."""
    if verdict.decision is Decision.SKIP or verdict.interval != UNLIMITED:
        return verdict
    start = holds_from(fact, now)
    to_come = [
        (head.valid_at, head.memory_id)
        for head in members
        if head.status is Status.ACTIVE
        and head.provenance.rank >= fact.provenance.rank
        and head.memory_id not in verdict.targets
        and head.valid_at is not None
        and head.valid_at > max(start, now)
    ]
    return replace(verdict, interval=Interval(*min(to_come))) if to_come else verdict


def _known(one: Chapter, closes: tuple[str, int] | None = None) -> Verdict:
    interval = Interval(closes=closes, repeats=_place(one))
    return Verdict(Decision.SKIP, Reason.SAME_CONTENT, (one.told.memory_id,), interval=interval)


def _place(one: Chapter) -> tuple[str, int]:
    return one.told.memory_id, one.told.revision


def _is_over(one: Chapter, at: datetime) -> bool:
    return one.ends is not None and one.ends <= at


def _holds(one: Chapter, at: datetime) -> bool:
    return (one.told.valid_at is None or one.told.valid_at <= at) and not _is_over(one, at)


def _yields(one: Chapter, fact: Fact) -> bool:
    """Return whether the fact ends a chapter that is past: it is no weaker, and was told later."""
    told = one.told
    if one.ends is None or told.provenance.rank > fact.provenance.rank:
        return False
    return (told.told_at or told.observed_at) <= speaks_of(fact)


def _goes_on(one: Chapter, fact: Fact, at: datetime) -> bool:
    """Return whether a value of the fact's rank was told before it, and still held after it."""
    return not _is_over(one, at) and one.told.provenance is fact.provenance
