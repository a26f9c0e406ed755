"""English expressions that hang on another one: "the week before 9 June 2023", "the end of May"."""

import re
from collections.abc import Sequence
from datetime import timedelta
from functools import partial

from mneme.domain.dates import calendar_periods as calendar
from mneme.domain.dates.amounts import Amount, Unit
from mneme.domain.dates.amounts_english import AMOUNT, amount
from mneme.domain.dates.calendar_periods import Period
from mneme.domain.dates.english_calendar_words import (
    BEGIN,
    FLAGS,
    GAP,
    NO_DIGIT_BEFORE,
    WEEKDAY,
    weekday_number,
)
from mneme.domain.dates.rules import Found, period_or_none
from mneme.domain.dates.span import Grain

_LOOK_BACK = 60
_ANCHOR = re.compile(
    rf"{BEGIN}{NO_DIGIT_BEFORE}(?:{AMOUNT}|(?:the{GAP})?(?:(?P<weekday>{WEEKDAY})"
    rf"|(?P<one>day|night|weekend|week|month|year)|(?P<edge>end|beginning|start))){GAP}"
    rf"(?P<side>before|after|following|prior{GAP}to|from|of){GAP}(?:the{GAP}|on{GAP})?$",
    FLAGS,
)
_WHOLE = frozenset({Grain.WEEK, Grain.MONTH, Grain.SEASON, Grain.YEAR})
_BEFORE = ("before", "prior")


def anchored(text: str, found: Sequence[Found]) -> list[Found]:
    """Return what was found, and besides what hangs on it, which reaches further to the left."""
    return [*found, *(each for base in found for each in _hanging(text, base))]


def _hanging(text: str, base: Found) -> list[Found]:
    if base.period is None:
        return []
    start = max(0, base.start - _LOOK_BACK)
    match = _ANCHOR.search(text[start : base.start])
    if match is None:
        return []
    period = period_or_none(partial(_resolved, match, base.period))
    if period is None:
        return []
    return [Found(start + match.start(), base.end, period)]


def _resolved(match: re.Match[str], base: Period) -> Period | None:
    side = match["side"].lower()
    if side == "of":
        return _part(match, base)
    if match["edge"]:
        return None
    return _before(match, base) if side.startswith(_BEFORE) else _after(match, base)


def _part(match: re.Match[str], base: Period) -> Period | None:
    if match["edge"]:
        if base.grain not in _WHOLE:
            return None
        return (calendar.last_day if match["edge"].lower() == "end" else calendar.first_day)(base)
    if match["weekday"] and base.grain is Grain.WEEK:
        return calendar.weekday_of(base.first, weekday_number(match["weekday"]))
    unit = (match["one"] or "").lower()
    if base.grain is Grain.DAY and unit in {"week", "weekend"}:
        return calendar.week(base.first) if unit == "week" else calendar.weekend(base.first)
    return None


def _before(match: re.Match[str], base: Period) -> Period:
    if match["weekday"]:
        return calendar.weekday_before(base.first, weekday_number(match["weekday"]))
    told = _told(match)
    if told.unit is Unit.WEEKEND:
        near = calendar.weekend(base.first)
        return Amount.of(told.least - (near.last < base.first), told.unit).ago(near.start)
    return told.ago(base.start)


def _after(match: re.Match[str], base: Period) -> Period | None:
    if match["weekday"]:
        return calendar.weekday_after(base.last, weekday_number(match["weekday"]))
    told = _told(match)
    if told.unit is Unit.WEEKEND:
        near = calendar.weekend(base.last)
        return Amount.of(told.least - (near.first > base.last), told.unit).ahead(near.start)
    return told.ahead(base.end - timedelta.resolution)


def _told(match: re.Match[str]) -> Amount:
    if match["one"] is None:
        return amount(match)
    name = match["one"].lower()
    return Amount.of(1, Unit.DAY if name == "night" else Unit(name))
