"""Feasts whose day the moon decides: 春节, 中秋, "Dragon Boat Festival", Easter.

A feast is that of the calendar year in which it falls: 2025年除夕 is the eve of the lunar new year
of 2025. Years that the lunar calendar's table lacks raise ValueError.
"""

from collections.abc import Callable
from datetime import date, timedelta
from functools import partial

from mneme.domain.dates.lunar_calendar import lunar_day, new_years_eve, solar_term

Feast = Callable[[int], date]
"""Returns the day of the feast in a calendar year."""


def easter(year: int) -> date:
    """Return the Sunday of Easter in the western churches (Meeus, Astronomical Algorithms)."""
    century, of_century = divmod(year, 100)
    leaps, rest = divmod(century, 4)
    moved = (century - (century + 8) // 25 + 1) // 3
    moon = (19 * (year % 19) + century - leaps - moved + 15) % 30
    to_sunday = (32 + 2 * rest + 2 * (of_century // 4) - moon - of_century % 4) % 7
    late = (year % 19 + 11 * moon + 22 * to_sunday) // 451
    month, day = divmod(moon + to_sunday - 7 * late + 114, 31)
    return date(year, month, day + 1)


def _lunar(month: int, day: int) -> Feast:
    return lambda year: lunar_day(year, month, day)


def _in_january(month: int, day: int) -> Feast:
    """Return a feast of the end of a lunar year, which as a rule falls into the next January."""
    return lambda year: lunar_day(year - 1, month, day)


def _near_easter(days: int) -> Feast:
    return lambda year: easter(year) + timedelta(days=days)


_QINGMING: Feast = partial(solar_term, "qingming")
_ENGLISH_LUNAR: dict[tuple[str, ...], Feast] = {
    ("chinese new year's eve", "lunar new year's eve"): new_years_eve,
    ("chinese new year", "lunar new year", "spring festival"): _lunar(1, 1),
    ("lantern festival",): _lunar(1, 15),
    ("qingming festival", "qingming", "tomb sweeping day", "tomb-sweeping day"): _QINGMING,
    ("dragon boat festival",): _lunar(5, 5),
    ("qixi festival", "qixi"): _lunar(7, 7),
    ("mid-autumn festival", "mid autumn festival", "moon festival"): _lunar(8, 15),
    ("double ninth festival", "chongyang festival"): _lunar(9, 9),
    ("good friday",): _near_easter(-2),
    ("easter sunday", "easter"): _near_easter(0),
    ("easter monday",): _near_easter(1),
}
_CHINESE_LUNAR: dict[tuple[str, ...], Feast] = {
    ("除夕夜", "除夕", "大年三十"): new_years_eve,
    ("春节", "农历新年"): _lunar(1, 1),
    ("元宵节",): _lunar(1, 15),
    ("清明",): _QINGMING,
    ("端午",): _lunar(5, 5),
    ("七夕",): _lunar(7, 7),
    ("中元节",): _lunar(7, 15),
    ("中秋",): _lunar(8, 15),
    ("重阳",): _lunar(9, 9),
    ("冬至",): partial(solar_term, "winter solstice"),
    ("腊八",): _in_january(12, 8),
    ("复活节",): easter,
}

ENGLISH: dict[str, Feast] = {name: on for names, on in _ENGLISH_LUNAR.items() for name in names}
CHINESE: dict[str, Feast] = {name: on for names, on in _CHINESE_LUNAR.items() for name in names}
