"""Dates in digits: 2026-07-13, 2026/7/13, 7/13/2026, 13.7.2026.

Where the day and the month could change places, the one over 12 is the day; if neither is, the
month comes first between slashes and hyphens, the day between points. A year of two digits is the
one nearest to now.
"""

import re
from datetime import date, datetime

from mneme.domain.dates import calendar_periods as calendar
from mneme.domain.dates.calendar_periods import Period
from mneme.domain.dates.rules import Rule

_BEFORE = r"(?<![\w./$€£¥#:+-])"
_AFTER = r"(?:(?=T\d\d:)|(?![\w/-]|[.:,]\d))"
_MONTHS = 12
_CENTURY = 100

_YEAR_FIRST = re.compile(
    rf"{_BEFORE}(?<![A-Za-z]\s)(?P<year>\d{{4}})\.(?P<month>\d{{1,2}})\.(?P<day>\d{{1,2}}){_AFTER}"
    rf"|{_BEFORE}(?P<year2>\d{{4}})(?P<mark>[-/])(?P<month2>\d{{1,2}})(?P=mark)"
    rf"(?P<day2>\d{{1,2}}){_AFTER}",
    re.ASCII,
)
_YEAR_LAST = re.compile(
    rf"{_BEFORE}(?P<first>\d{{1,2}})(?P<mark>[-/.])(?P<second>\d{{1,2}})(?P=mark)"
    rf"(?P<year>\d{{4}}|(?<=/)\d\d){_AFTER}",
    re.ASCII,
)


def _year_first(match: re.Match[str], _: datetime) -> Period:
    parts = match.group("year", "month", "day")
    year, month, day = parts if parts[0] else match.group("year2", "month2", "day2")
    return calendar.day(date(int(year), int(month), int(day)))


def _year_last(match: re.Match[str], now: datetime) -> Period:
    month, day = int(match["first"]), int(match["second"])
    if month > _MONTHS or (match["mark"] == "." and day <= _MONTHS):
        month, day = day, month
    return calendar.day(date(_full_year(match["year"], now), month, day))


def _full_year(told: str, now: datetime) -> int:
    year = int(told)
    if len(told) > len("26"):
        return year
    started = now.year - now.year % _CENTURY + year
    around = (started, started - _CENTURY, started + _CENTURY)
    return min(around, key=lambda each: abs(each - now.year))


RULES = (
    Rule(("-", "/", "."), _YEAR_FIRST, _year_first),
    Rule(("-", "/", "."), _YEAR_LAST, _year_last),
)
