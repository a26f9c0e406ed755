"""English dates within a month: "13 July 2026", "July 3rd", "the third of June", "on the 13th".

Without a year, or a month, the tense around decides: the latest such date in the past, the next
one in the future, else the nearest. `may`, `march` and `mar` are words too: there they need a
capital, a year or an "of", and what they count must not follow ("March 5 miles").
"""

import re
from datetime import date, datetime
from functools import partial

from mneme.domain.dates import calendar_periods as calendar
from mneme.domain.dates.calendar_periods import Period
from mneme.domain.dates.english_calendar_words import (
    AFTER_LEAD,
    BEGIN,
    END,
    FLAGS,
    GAP,
    MONTH,
    MONTH_HINTS,
    OF_YEAR,
    SHORT_WEEKDAY,
    WEEKDAY,
    month_number,
    told_year,
)
from mneme.domain.dates.number_words import ENGLISH_ORDINAL, english_ordinal
from mneme.domain.dates.rules import Rule, choose, existing, yearly
from mneme.domain.dates.tense import english_tense

AMBIGUOUS = frozenset({"may", "march", "mar"})

_WEEKDAY = (
    rf"(?:(?:(?:last|this|next|coming){GAP})?(?:{WEEKDAY}|{SHORT_WEEKDAY}),?{GAP}(?:the{GAP})?)?"
)
_NUMBER = r"(?:3[01]|[12]\d|0?[1-9])"
_SUFFIX = "(?:st|nd|rd|th)"
_RANGE = rf"(?:\s?(?:-|–|to|through|until)\s?(?P<last>{_NUMBER}){_SUFFIX}?)?"

_DAY_FIRST = re.compile(
    rf"{BEGIN}(?<![.,:/$€£¥#]){_WEEKDAY}(?:(?P<day>{_NUMBER})(?P<nth>{_SUFFIX})?{_RANGE}"
    rf"|the{GAP}(?P<word>{ENGLISH_ORDINAL}))\s{{0,3}}(?P<of>of{GAP})?(?P<month>{MONTH})"
    rf"(?![\w\u00c0-\u024f]){OF_YEAR}{END}",
    FLAGS,
)
_MONTH_FIRST = re.compile(
    rf"{BEGIN}{_WEEKDAY}(?P<month>{MONTH}){GAP}(?P<of>the{GAP})?(?P<day>{_NUMBER})"
    rf"(?P<nth>{_SUFFIX})?{_RANGE}(?![\d%:/]|[.,]\d){OF_YEAR}{END}",
    FLAGS,
)
_GOES_ON = (
    "and|at|in|for|with|after|before|when|while|from|because|but|so|i|we|he|she|they|it|my|our"
)
"""What may follow "on the 13th"; any other word is what is counted."""
_DAY_ALONE = re.compile(
    rf"{BEGIN}(?:(?:on{GAP}|{AFTER_LEAD})the{GAP}(?P<day>{_NUMBER}){_SUFFIX}"
    rf"(?=\s{{0,3}}(?:$|[.,;:!?)])|{GAP}(?:{_GOES_ON})\b)"
    rf"|the{GAP}(?P<nth>{_NUMBER}){_SUFFIX}{GAP}of{GAP}(?P<side>last|this|next){GAP}month{END})",
    FLAGS,
)
_COUNTED = re.compile(r"\s(?!was\b|has\b|his\b|this\b)(?:people|[a-z]{2,15}s)\b", re.ASCII)
_SIDES = {"last": -1, "this": 0, "next": 1}


def _date(match: re.Match[str], now: datetime) -> Period | None:
    if not _is_date(match):
        return None
    words = match.groupdict()
    first = int(words["day"]) if words["day"] else english_ordinal(words["word"].lower())
    last = int(words["last"] or first)
    return _within_month(match, now, month_number(words["month"]), first, last)


def _within_month(match: re.Match[str], now: datetime, month: int, first: int, last: int) -> Period:
    def of(year: int) -> Period:
        return calendar.days(date(year, month, first), date(year, month, last))

    year = told_year(match, now)
    if year is not None:
        return of(year)
    return yearly(of, now, english_tense(match))


def _is_date(match: re.Match[str]) -> bool:
    if match["month"].lower().rstrip(".") not in AMBIGUOUS or match["year"] or match["side"]:
        return True
    if match["of"] or match["nth"]:
        return True
    return match["month"][0].isupper() and not _COUNTED.match(match.string, match.end())


def _day_alone(match: re.Match[str], now: datetime) -> Period:
    first, number = now.date().replace(day=1), int(match["day"] or match["nth"])

    def away(months: int) -> Period:
        return calendar.day(calendar.same_day(first, months).replace(day=number))

    if match["side"]:
        return away(_SIDES[match["side"].lower()])
    candidates = existing(partial(away, months) for months in range(-2, 3))
    return choose(candidates, now.date(), english_tense(match))


RULES = (
    Rule(MONTH_HINTS, _DAY_FIRST, _date),
    Rule(MONTH_HINTS, _MONTH_FIRST, _date),
    Rule(("st", "nd", "rd", "th"), _DAY_ALONE, _day_alone),
)
