"""Dates as words, so that they can be blinded and looked up like terms.

A day has five: itself, its month and its year, and the first two without the year, because people
ask "in June" as often as "in June 2023". No term of a text begins with the sign that these do.
"""

import re
from collections.abc import Iterator, Mapping
from datetime import date, datetime, timedelta
from itertools import islice

from mneme.domain.dates.expressions import time_spans
from mneme.domain.dates.span import Direction, Grain, TimeSpan

DATES_LIMIT = 8
"""Most dates of one text that are kept: what names more is a list."""

DAY_SHARE, MONTH_SHARE, NEAR_SHARE, YEAR_SHARE = 1.0, 0.6, 0.5, 0.3
NEAR_DAYS = 2

_MONTHS_OF_A_SEASON = 3
_DAYS_OF_A_WEEK = 7
_YEAR = re.compile(r"(?<!\d)\d{4}(?!\d)")
_RELATIVE = re.compile(
    r"\b(?:ago|last|this|next|past|previous|coming|yesterday|today|tonight|tomorrow|earlier)\b"
    r"|[去今明前后昨上下这本]|以?前",
    re.IGNORECASE,
)
_LEAP_YEAR = 2024
"""Stands for any year, as every day of the calendar is in it."""


def day_words(day: date) -> tuple[str, ...]:
    """Return the words of a day."""
    return (*month_words(day), f"@{day:%Y-%m-%d}", f"@-{day:%m-%d}")


def month_words(day: date) -> tuple[str, ...]:
    """Return the words of a month."""
    return (f"@{day:%Y}", f"@{day:%Y-%m}", f"@-{day:%m}")


def talked_about(text: str, said_at: datetime) -> tuple[str, ...]:
    """Return the words of the dates a text talks about; "last week" is seven days.

    Raises ValueError for an instant without an offset.
    """
    spans = islice(time_spans(text, said_at), DATES_LIMIT)
    return tuple(dict.fromkeys(word for span in spans for word in _words(span)))


def asked_dates(text: str, now: datetime) -> dict[str, float]:
    """Return the words of the dates that a question asks for, each with how well it fits.

    The day itself 1, its month .6, a day beside it .5, its year .3; without a year in the question
    any year will do. "Today" and "this month" ask for nothing: they are about the question.
    """
    asked: dict[str, float] = {}
    for span in islice(time_spans(text, now), DATES_LIMIT):
        told = text[span.text_start : span.text_end]
        relative = bool(_RELATIVE.search(told))
        if relative and span.direction is Direction.POINT:
            continue
        dated = relative or bool(_YEAR.search(told))
        for word, share in _asked(span, dated=dated):
            asked[word] = max(share, asked.get(word, 0.0))
    return asked


def fit(words: tuple[str, ...], asked: Mapping[str, float]) -> float:
    """Return how well the best of the words fits what is asked for, in [0, 1]."""
    return max((asked[word] for word in words if word in asked), default=0.0)


def _words(span: TimeSpan) -> Iterator[str]:
    if span.grain in {Grain.YEAR, Grain.DECADE}:
        yield from (f"@{year}" for year in _years(span))
        return
    of = day_words if span.grain in {Grain.HOUR, Grain.DAY, Grain.WEEK} else month_words
    for day in _parts(span):
        yield from of(day)


def _asked(span: TimeSpan, *, dated: bool) -> Iterator[tuple[str, float]]:
    if span.grain in {Grain.YEAR, Grain.DECADE}:
        yield from ((f"@{year}", YEAR_SHARE) for year in _years(span))
        return
    for part in _parts(span):
        if dated:
            yield f"@{part:%Y}", YEAR_SHARE
        yield _month(part, dated=dated), MONTH_SHARE
        if span.grain in {Grain.HOUR, Grain.DAY, Grain.WEEK}:
            yield from _around(part, dated=dated)


def _years(span: TimeSpan) -> range:
    return range(span.start.year, span.end.year)


def _around(day: date, *, dated: bool) -> Iterator[tuple[str, float]]:
    if not dated:
        day = day.replace(year=_LEAP_YEAR)
    for away in range(-NEAR_DAYS, NEAR_DAYS + 1):
        near = _moved(day, away)
        if near is not None:
            word = f"@{near:%Y-%m-%d}" if dated else f"@-{near:%m-%d}"
            yield word, NEAR_SHARE if away else DAY_SHARE


def _month(day: date, *, dated: bool) -> str:
    return f"@{day:%Y-%m}" if dated else f"@-{day:%m}"


def _parts(span: TimeSpan) -> Iterator[date]:
    """Yield the first day of each day or month of a span that is no whole year."""
    first = span.start.date()
    if span.grain is Grain.SEASON:
        months = (first.month - 1 + away for away in range(_MONTHS_OF_A_SEASON))
        yield from (date(first.year + m // 12, m % 12 + 1, 1) for m in months)
    elif span.grain is Grain.WEEK:
        days = min((span.end - span.start).days, _DAYS_OF_A_WEEK)
        found = (_moved(first, away) for away in range(max(days, 1)))
        yield from (day for day in found if day is not None)
    else:
        yield first


def _moved(day: date, days: int) -> date | None:
    try:
        return day + timedelta(days=days)
    except OverflowError:  # the calendar ends there
        return None
