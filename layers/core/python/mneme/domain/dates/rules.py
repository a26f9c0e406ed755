"""The machinery of time expressions: rules that are tried on a text, and which match counts.

No rule may repeat without a bound: each pattern is tried at every character, and a text of any
shape must take time in proportion to its length.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from enum import Enum, auto
from functools import partial
from typing import Protocol, TypeVar

from mneme.domain.dates.calendar_periods import Period, nearest

Resolve = Callable[[re.Match[str], datetime], Period | None]
"""Returns what the match means at that local time; None or ValueError if it means no time."""

MOST = 256
"""Expressions of one text beyond this number are not resolved: no honest message has as many."""

_LEAP = 8


class Tense(Enum):
    """What the words around an expression say about when it was or will be."""

    PAST = auto()
    FUTURE = auto()
    UNKNOWN = auto()


@dataclass(frozen=True, slots=True)
class Rule:
    """One kind of expression. Only a text that holds one of the hints (lower case) can match."""

    hints: tuple[str, ...]
    pattern: re.Pattern[str]
    resolve: Resolve


@dataclass(frozen=True, slots=True)
class Found:
    """A match and what it means; a match that means nothing still takes its place."""

    start: int
    end: int
    period: Period | None


class _Placed(Protocol):
    @property
    def start(self) -> int: ...
    @property
    def end(self) -> int: ...


_AnyPlaced = TypeVar("_AnyPlaced", bound=_Placed)


@dataclass(frozen=True, slots=True)
class _Candidate:
    start: int
    end: int
    match: re.Match[str]
    resolve: Resolve


def find(rules: Iterable[Rule], text: str, now: datetime) -> list[Found]:
    """Return the matches of all the rules that do not overlap, resolved, up to MOST of them."""
    candidates = longest(_candidates(rules, text))[:MOST]
    return [
        Found(each.start, each.end, period_or_none(partial(each.resolve, each.match, now)))
        for each in candidates
    ]


def longest(placed: Iterable[_AnyPlaced]) -> list[_AnyPlaced]:
    """Return those that do not overlap, in order; of two that do, the earlier, then the longer."""
    kept: list[_AnyPlaced] = []
    for each in sorted(placed, key=lambda each: (each.start, -each.end)):
        if not kept or each.start >= kept[-1].end:
            kept.append(each)
    return kept


def choose(candidates: Sequence[Period], today: date, tense: Tense) -> Period:
    """Return the candidate that the tense asks for; the nearest one if it asks for none.

    The candidates are in order. A past one has begun by today, a future one has not ended.
    Raises ValueError if there is none.
    """
    if tense is Tense.PAST:
        fit = [each for each in candidates if each.first <= today][-1:]
    elif tense is Tense.FUTURE:
        fit = [each for each in candidates if each.last >= today][:1]
    else:
        fit = list(candidates)
    return nearest(fit, today)


def yearly(of: Callable[[int], Period], now: datetime, tense: Tense) -> Period:
    """Return what the tense asks for of a period that comes each year, such as a month.

    29 February comes each fourth or eighth year.
    """
    nearby = (-1, 0, 1)
    around = existing(partial(of, now.year + away) for away in nearby)
    if len(around) < len(nearby):
        around = existing(partial(of, now.year + away) for away in range(-_LEAP, _LEAP + 1))
    return choose(around, now.date(), tense)


def existing(candidates: Iterable[Callable[[], Period]]) -> list[Period]:
    """Return those candidates that the calendar has: 29 February is not in every year."""
    periods = (period_or_none(candidate) for candidate in candidates)
    return [period for period in periods if period is not None]


def period_or_none(make: Callable[[], Period | None]) -> Period | None:
    """Return the period, None where the calendar has none or the words tell none."""
    try:
        return make()
    except (ValueError, OverflowError):
        return None


def _candidates(rules: Iterable[Rule], text: str) -> Iterator[_Candidate]:
    lower = text.lower()
    for rule in rules:
        if any(hint in lower for hint in rule.hints):
            for match in rule.pattern.finditer(text):
                yield _Candidate(match.start(), match.end(), match, rule.resolve)
