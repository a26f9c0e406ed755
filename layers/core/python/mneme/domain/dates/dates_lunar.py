"""Dates of the Chinese lunar calendar: 农历八月十五, 正月初三, 大年初五, 去年腊月二十三.

A date is lunar if it says so, or is told as only lunar ones are (正月, 腊月, 初八); 八月十五 alone
is none. The year is the lunar one: 2024年腊月二十三 lies in January 2025.
"""

import re
from datetime import datetime

from mneme.domain.dates import calendar_periods as calendar
from mneme.domain.dates.calendar_periods import Period
from mneme.domain.dates.dates_chinese import YEAR, told_year
from mneme.domain.dates.lunar_calendar import lunar_day
from mneme.domain.dates.number_words import chinese_number
from mneme.domain.dates.rules import Rule, yearly
from mneme.domain.dates.tense import chinese_tense

_NAMED_MONTHS = {"正": "一", "冬": "十一", "腊": "十二"}
_TENS = {"廿": "二十", "卅": "三十"}

_UNITS = "[一二三四五六七八九]"
_DAY = rf"(?:初[一二三四五六七八九十]|[二三]?十{_UNITS}?|[廿卅]{_UNITS}?)"
_EARLY = r"(?P<day>初[一二三四五六七八九十])(?![个位名次种件条天中高级期年班])"
_IN_MONTH = (
    rf"(?P<leap>闰)?(?P<month>1[0-2]|[1-9]|十[一二]?|{_UNITS}|[正冬腊])月"
    rf"(?P<day>{_DAY}|[12]\d|30|0?[1-9])[日号]?(?![\d{_UNITS[1:-1]}])"
)
_CALENDAR = "(?:农历|阴历|旧历)的?"
_YEAR = rf"(?:{YEAR}的?)"

_TOLD_LUNAR = re.compile(rf"{_CALENDAR}{_YEAR}?{_IN_MONTH}")
_YEAR_TOLD_LUNAR = re.compile(rf"{_YEAR}{_CALENDAR}{_IN_MONTH}")
_NAMED_MONTH = re.compile(rf"{_YEAR}?(?P<month>[正冬腊])月(?P<day>{_DAY})")
_EARLY_DAY = re.compile(rf"{_YEAR}?(?<!十)(?P<month>十[一二]?|{_UNITS})月{_EARLY}")
_NEW_YEAR_DAY = re.compile(rf"{_YEAR}?(?:大年|(?<![今去明前后本每])年){_EARLY}")


def _lunar(match: re.Match[str], now: datetime) -> Period:
    parts = match.groupdict()
    month, day = _number(parts.get("month") or "正"), _number(parts["day"])
    leap = bool(parts.get("leap"))

    def of(year: int) -> Period:
        return calendar.day(lunar_day(year, month, day, leap=leap))

    year = told_year(match, now)
    return of(year) if year is not None else yearly(of, now, chinese_tense(match))


def _number(marks: str) -> int:
    for mark, number in (_NAMED_MONTHS | _TENS).items():
        marks = marks.replace(mark, number)
    return chinese_number(marks.removeprefix("初"))


RULES = (
    Rule(("农历", "阴历", "旧历"), _TOLD_LUNAR, _lunar),
    Rule(("农历", "阴历", "旧历"), _YEAR_TOLD_LUNAR, _lunar),
    Rule(("正月", "冬月", "腊月"), _NAMED_MONTH, _lunar),
    Rule(("月初",), _EARLY_DAY, _lunar),
    Rule(("年初",), _NEW_YEAR_DAY, _lunar),
)
