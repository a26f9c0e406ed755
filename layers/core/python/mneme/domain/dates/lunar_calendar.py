"""The Chinese lunar calendar of the years 1901 to 2099, and the two solar terms that are feasts.

A lunar month begins on the day of a new moon, seen from 120° E; a leap month has the number of the
month before it. The table was computed with lunar-python 1.4.8 (MIT) and agrees with borax 4.1.3
(MIT) on every day but those of two months, in 2089 and 2097, that begin within minutes of midnight.
Every function raises ValueError for what the calendar lacks.
"""

from datetime import date, timedelta
from itertools import accumulate
from math import floor

FIRST_YEAR, LAST_YEAR = 1901, 2099

_NEW_YEAR_OF_1901 = date(1901, 2, 19)
_TABLE = """
    04ae0 0a570 054d5 0d260 0d950 16554 056a0 09ad0 055d2 04ae0 0a5b6 0a4d0 0d250 1d255
    0b540 0d6a0 0ada2 095b0 14977 04970 0a4b0 0b4b5 06a50 06d40 1ab54 02b60 09570 052f2
    04970 06566 0d4a0 0ea50 16a95 05ad0 02b60 186e3 092e0 1c8d7 0c950 0d4a0 1d8a6 0b550
    056a0 1a5b4 025d0 092d0 0d2b2 0a950 0b557 06ca0 0b550 15355 04da0 0a5b0 14573 052b0
    0a9a8 0e950 06aa0 0aea6 0ab50 04b60 0aae4 0a570 05260 0f263 0d950 05b57 056a0 096d0
    04dd5 04ad0 0a4d0 0d4d4 0d250 0d558 0b540 0b6a0 195a6 095b0 049b0 0a974 0a4b0 0b27a
    06a50 06d40 0af46 0ab60 09570 04af5 04970 064b0 074a3 0ea50 06b58 05ac0 0ab60 096d5
    092e0 0c960 0d954 0d4a0 0da50 07552 056a0 0abb7 025d0 092d0 0cab5 0a950 0b4a0 0baa4
    0ad50 055d9 04ba0 0a5b0 15176 052b0 0a930 07954 06aa0 0ad50 05b52 04b60 0a6e6 0a4e0
    0d260 0ea65 0d530 05aa0 076a3 096d0 04afb 04ad0 0a4d0 1d0b6 0d250 0d520 0dd45 0b5a0
    056d0 055b2 049b0 0a577 0a4b0 0aa50 1b255 06d20 0ada0 14b63 09370 049f8 04970 064b0
    168a6 0ea50 06b20 1a6c4 0aae0 092e0 0d2e3 0c960 0d557 0d4a0 0da50 05d55 056a0 0a6d0
    055d4 052d0 0a9b8 0a950 0b4a0 0b6a6 0ad50 055a0 0aba4 0a5b0 052b0 0b273 06930 07337
    06aa0 0ad50 14b55 04b60 0a570 054e4 0d160 0e968 0d520 0daa0 16aa6 056d0 04ae0 0a9d4
    0a2d0 0d150 0f252
"""
_YEARS = tuple(int(year, 16) for year in _TABLE.split())
"""A lunar year each. From the left: whether its leap month has 30 days, likewise its months 1 to 12
(a bit each), and which month is doubled by a leap month, 0 if none is."""
_MONTHS = 12
_SHORT, _LONG = 29, 30
_TERMS = {"qingming": (4, 4.80869, 0.24219), "winter solstice": (12, 21.898, 0.24272)}
"""Month, and where in it the term lies: for 2000, and how much further with each common year."""


def lunar_day(year: int, month: int, day: int, *, leap: bool = False) -> date:
    """Return the day of a lunar date; a leap month is the second one of its number."""
    months = _months(year)
    place = months.index((month, leap))
    lengths = [_length(year, number, is_leap) for number, is_leap in months]
    if not 1 <= day <= lengths[place]:
        raise ValueError("no such day in that month")
    return _NEW_YEARS[year - FIRST_YEAR] + timedelta(days=sum(lengths[:place]) + day - 1)


def new_years_eve(year: int) -> date:
    """Return the day before the lunar new year that falls in the year."""
    return lunar_day(year, 1, 1) - timedelta(days=1)


def solar_term(name: str, year: int) -> date:
    """Return the day of a solar term: "qingming" (清明) or "winter solstice" (冬至)."""
    if not FIRST_YEAR <= year <= LAST_YEAR:
        raise ValueError("a year beyond the table")
    month, in_2000, a_year = _TERMS[name]
    since = year - 2000
    return date(year, month, floor(in_2000 + a_year * since) - since // 4)


def _months(year: int) -> list[tuple[int, bool]]:
    """Return the months of a lunar year in order, each with whether it is a leap month."""
    if not FIRST_YEAR <= year <= LAST_YEAR:
        raise ValueError("a year beyond the table")
    doubled = _YEARS[year - FIRST_YEAR] & 0xF
    both = ((month, leap) for month in range(1, _MONTHS + 1) for leap in (False, True))
    return [(month, leap) for month, leap in both if not leap or month == doubled]


def _length(year: int, month: int, leap: bool) -> int:
    shift = 16 if leap else 16 - month
    return _LONG if _YEARS[year - FIRST_YEAR] >> shift & 1 else _SHORT


def _days(year: int) -> int:
    return sum(_length(year, month, leap) for month, leap in _months(year))


_NEW_YEARS = tuple(
    accumulate(
        range(FIRST_YEAR, LAST_YEAR),
        lambda begun, year: begun + timedelta(days=_days(year)),
        initial=_NEW_YEAR_OF_1901,
    )
)
"""The first day of each lunar year."""
