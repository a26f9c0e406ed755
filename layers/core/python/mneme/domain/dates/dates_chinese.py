"""Chinese dates: 2026年7月13日, 七月十三号, 去年5月, 去年夏天, 前年, 上个月3号, 13号, 上个月底.

A date without a year, or a day without a month, is the latest in the past or the next in the
future, as the words around tell, else the nearest.
"""

import re
from datetime import date, datetime
from functools import partial

from mneme.domain.dates import calendar_periods as calendar
from mneme.domain.dates.calendar_periods import Period
from mneme.domain.dates.expressions_chinese import NOT_COUNTED, SIDE, side_steps
from mneme.domain.dates.number_words import chinese_number
from mneme.domain.dates.rules import Rule, choose, existing, yearly
from mneme.domain.dates.tense import chinese_tense

_YEARS = {"大前年": -3, "前年": -2, "去年": -1, "今年": 0, "明年": 1, "后年": 2, "大后年": 3}
_THIRDS: dict[str, tuple[int, int | None]] = {
    "上旬": (1, 10),
    "中旬": (11, 20),
    "下旬": (21, None),
}
_SEASONS = {"春": 3, "夏": 6, "秋": 9, "冬": 12}
_FIRST_YEAR, _LAST_YEAR = 1800, 2099

YEAR = (
    rf"(?:{NOT_COUNTED}(?P<year>\d{{4}}|[〇零一二三四五六七八九]{{4}})年(?![代级])"
    r"|(?P<named>大前年|(?<![以之从目])前年(?!轻)|(?<!过)去年(?![轻龄])|今年|明年"
    r"|大后年|(?<![以之然最此])后年(?!轻)))"
)
_EDGE = r"(?P<edge>[初底末]|上旬|中旬|下旬)"
_NUMBER = r"(?:\d{1,2}|[一二三四五六七八九十]{1,3})"
_DAY = rf"(?P<day>{_NUMBER})(?:[日号]?[到至~—-](?P<last>{_NUMBER}))?[日号](?![线楼院房店])"
_NO_MONTH = (
    "(?:[亮色光饼经嫂子球食季票薪租台老兰菊巷弄]|花(?![了钱费时])|[路街](?![上过程边况途头]))"
)

_DATE = re.compile(
    rf"(?:{YEAR}的?|(?<![\d.个第年/十-]))(?P<month>1[0-2]|0?[1-9](?!\d)|十[一二]?|[一二三四五六七八九元])"
    rf"月份?(?!天(?!气)|一[次回]|{_NO_MONTH})(?:的?{_DAY}|{_EDGE})?"
)
_SEASON = re.compile(rf"{YEAR}的?(?P<season>[春夏秋冬])[天季]?(?![节游运招晚联分令至眠])")
_WHOLE_YEAR = re.compile(rf"{YEAR}(?!的?历史)")
_SIDE_MONTH = re.compile(rf"{SIDE}月(?!{_NO_MONTH})(?:的?{_DAY}|{_EDGE})?")
_YEAR_EDGE = re.compile(rf"{YEAR}的?年?(?P<edge>[初底末])(?![一二三四五])")
_EDGE_ALONE = re.compile(
    r"(?<![\d〇零一二三四五六七八九十元去今明前后本个上下这])(?P<of>[年月])(?P<edge>[初底末])(?![一二三四五])"
)
_DAY_ALONE = re.compile(
    rf"{NOT_COUNTED}(?<![月年#A-Za-z-])(?P<day>{_NUMBER})号"
    r"(?![线楼院房门店机桌文令台码选手公球位馆厅库车人])"
)


def _date(match: re.Match[str], now: datetime) -> Period:
    month = 1 if match["month"] == "元" else chinese_number(match["month"])
    year = told_year(match, now)
    if year is not None:
        return _in_month(match, year, month)
    return yearly(lambda told: _in_month(match, told, month), now, chinese_tense(match))


def _in_month(match: re.Match[str], year: int, month: int) -> Period:
    whole = calendar.month(year, month)
    if match["edge"]:
        return _edge(whole, match["edge"])
    if not match["day"]:
        return whole
    first, last = (chinese_number(match[end] or match["day"]) for end in ("day", "last"))
    return calendar.days(date(year, month, first), date(year, month, last))


def _edge(whole: Period, edge: str) -> Period:
    """Return the first or the last day of a period, or a third of a month."""
    if edge in _THIRDS:
        first, last = _THIRDS[edge]
        end = whole.last if last is None else whole.first.replace(day=last)
        return calendar.days(whole.first.replace(day=first), end)
    return calendar.first_day(whole) if edge == "初" else calendar.last_day(whole)


def _year_edge(match: re.Match[str], now: datetime) -> Period:
    return _edge(calendar.year(told_year(match, now) or 0), match["edge"])


def _edge_alone(match: re.Match[str], now: datetime) -> Period:
    def away(steps: int) -> Period:
        if match["of"] == "年":
            return _edge(calendar.year(now.year + steps), match["edge"])
        return _edge(calendar.month(now.year, now.month + steps), match["edge"])

    around = existing(partial(away, steps) for steps in (-1, 0, 1))
    return choose(around, now.date(), chinese_tense(match))


def told_year(match: re.Match[str], now: datetime) -> int | None:
    """Return the year that YEAR matched, None if it matched none."""
    if match["named"]:
        return now.year + _YEARS[match["named"]]
    if not match["year"]:
        return None
    year = chinese_number(match["year"])
    if not _FIRST_YEAR <= year <= _LAST_YEAR:
        raise ValueError("no year that people's statements are about")
    return year


def _season(match: re.Match[str], now: datetime) -> Period:
    return calendar.season(told_year(match, now) or 0, _SEASONS[match["season"]])


def _whole_year(match: re.Match[str], now: datetime) -> Period:
    return calendar.year(told_year(match, now) or 0)


def _side_month(match: re.Match[str], now: datetime) -> Period:
    first = calendar.month(now.year, now.month + side_steps(match["side"])).first
    return _in_month(match, first.year, first.month)


def _day_alone(match: re.Match[str], now: datetime) -> Period:
    first, number = now.date().replace(day=1), chinese_number(match["day"])

    def away(months: int) -> Period:
        return calendar.day(calendar.same_day(first, months).replace(day=number))

    candidates = existing(partial(away, months) for months in range(-2, 3))
    return choose(candidates, now.date(), chinese_tense(match))


RULES = (
    Rule(("月",), _DATE, _date),
    Rule(("年",), _SEASON, _season),
    Rule(("年",), _WHOLE_YEAR, _whole_year),
    Rule(("月",), _SIDE_MONTH, _side_month),
    Rule(("年",), _YEAR_EDGE, _year_edge),
    Rule(("年初", "年底", "年末", "月初", "月底", "月末"), _EDGE_ALONE, _edge_alone),
    Rule(("号",), _DAY_ALONE, _day_alone),
)
