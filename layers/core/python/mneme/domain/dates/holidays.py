"""Holidays of a fixed date, such as Christmas Day or 国庆节.

Without a year, the tense around decides as it does for any date. What is liked or kept every year
(我喜欢圣诞节, "every Christmas") is no time, and a moving feast (春节, Easter) is none that rules
could date.
"""

import re
from datetime import date, datetime

from mneme.domain.dates import calendar_periods as calendar
from mneme.domain.dates.calendar_periods import Period
from mneme.domain.dates.dates_chinese import YEAR as CHINESE_YEAR
from mneme.domain.dates.dates_chinese import told_year as chinese_year
from mneme.domain.dates.english_calendar_words import BEGIN, END, FLAGS, GAP, OF_YEAR, told_year
from mneme.domain.dates.rules import Rule, Tense, yearly
from mneme.domain.dates.tense import chinese_tense, english_tense

_ENGLISH = {
    "new year's eve": (12, 31),
    "new years eve": (12, 31),
    "new year's day": (1, 1),
    "new years day": (1, 1),
    "new year's": (1, 1),
    "new year": (1, 1),
    "valentine's day": (2, 14),
    "valentines day": (2, 14),
    "valentine's": (2, 14),
    "st patrick's day": (3, 17),
    "st. patrick's day": (3, 17),
    "april fools' day": (4, 1),
    "april fool's day": (4, 1),
    "may day": (5, 1),
    "juneteenth": (6, 19),
    "independence day": (7, 4),
    "bastille day": (7, 14),
    "halloween": (10, 31),
    "bonfire night": (11, 5),
    "christmas eve": (12, 24),
    "christmas day": (12, 25),
    "christmas": (12, 25),
    "xmas": (12, 25),
    "boxing day": (12, 26),
}
_CHINESE = {
    "元旦": (1, 1),
    "情人节": (2, 14),
    "妇女节": (3, 8),
    "三八节": (3, 8),
    "植树节": (3, 12),
    "愚人节": (4, 1),
    "劳动节": (5, 1),
    "五一": (5, 1),
    "青年节": (5, 4),
    "儿童节": (6, 1),
    "六一": (6, 1),
    "建军节": (8, 1),
    "教师节": (9, 10),
    "国庆": (10, 1),
    "双十国庆": (10, 10),
    "万圣节": (10, 31),
    "双十一": (11, 11),
    "双11": (11, 11),
    "光棍节": (11, 11),
    "平安夜": (12, 24),
    "圣诞": (12, 25),
    "跨年夜": (12, 31),
    "跨年": (12, 31),
}


def _any(names: dict[str, tuple[int, int]]) -> str:
    longest_first = sorted(names, key=lambda name: (-len(name), name))
    return "|".join(re.escape(name).replace(r"\ ", GAP) for name in longest_first)


_NAMED = re.compile(
    rf"{BEGIN}(?:(?P<which>last|this|next){GAP})?(?P<name>{_any(_ENGLISH)}){END}{OF_YEAR}"
    rf"(?!{GAP}(?:trees?|presents?|gifts?|cards?|songs?|markets?|part(?:y|ies)|dinners?|jumpers?)\b)",
    FLAGS,
)
_LOOK_BACK = 20
_LEAD = re.compile(
    rf"{BEGIN}(?P<lead>on|at|since|until|till?|through|thru|over|around|before|after|by|during)"
    rf"{GAP}(?:the{GAP})?$",
    FLAGS,
)
_NAMED_CHINESE = re.compile(
    rf"(?:{CHINESE_YEAR}的?)?(?<![李喜欢爱厌过祝每个逢于的])(?P<name>{_any(_CHINESE)})"
    r"(?:节|假期|长假|期间|当天|那天)?(?![树帽歌卡礼老夜餐路村])"
)
_RECURS = re.compile(r"\b(?:always|every|usually|never|each|traditionally)\b", FLAGS)
_RECURS_CHINESE = re.compile(r"每|总是|一般|通常|从来|都会|经常")


def _english(match: re.Match[str], now: datetime) -> Period | None:
    if _RECURS.search(match.string):
        return None
    lead = _LEAD.search(match.string[max(0, match.start() - _LOOK_BACK) : match.start()])
    if lead is None and match["which"] is None:
        return None
    month, number = _ENGLISH[" ".join(match["name"].lower().split())]

    def of(year: int) -> Period:
        return calendar.day(date(year, month, number))

    year = told_year(match, now)
    if year is not None:
        return of(year)
    which = (match["which"] or "").lower()
    if which == "this":
        return of(now.year)
    tense = {"last": Tense.PAST, "next": Tense.FUTURE}.get(which)
    if tense is None:
        since = lead is not None and lead["lead"].lower() == "since"
        tense = Tense.PAST if since else english_tense(match)
    return yearly(of, now, tense)


def _chinese(match: re.Match[str], now: datetime) -> Period | None:
    if _RECURS_CHINESE.search(match.string):
        return None
    month, number = _CHINESE[match["name"]]

    def of(year: int) -> Period:
        return calendar.day(date(year, month, number))

    year = chinese_year(match, now)
    return of(year) if year is not None else yearly(of, now, chinese_tense(match))


ENGLISH_RULES = (Rule(tuple({name.split()[0] for name in _ENGLISH}), _NAMED, _english),)
CHINESE_RULES = (Rule(tuple(_CHINESE), _NAMED_CHINESE, _chinese),)
