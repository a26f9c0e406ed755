"""Holidays by their names: Christmas Day, 国庆节, 春节.

Without a year, the tense around decides as it does for any date. What is liked or kept every year
(我喜欢圣诞节, "every Christmas", 我们在老家过春节) is no time.
"""

import re
from collections.abc import Iterable
from datetime import date, datetime

from mneme.domain.dates import calendar_periods as calendar
from mneme.domain.dates import moving_feasts
from mneme.domain.dates.calendar_periods import Period
from mneme.domain.dates.dates_chinese import YEAR as CHINESE_YEAR
from mneme.domain.dates.dates_chinese import told_year as chinese_year
from mneme.domain.dates.english_calendar_words import BEGIN, END, FLAGS, GAP, OF_YEAR, told_year
from mneme.domain.dates.moving_feasts import Feast
from mneme.domain.dates.rules import Rule, Tense, yearly
from mneme.domain.dates.tense import chinese_tense, english_tense, tense_around

_FIXED_ENGLISH = {
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
_FIXED_CHINESE = {
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


def _on(month: int, day: int) -> Feast:
    return lambda year: date(year, month, day)


_ENGLISH = {name: _on(*day) for name, day in _FIXED_ENGLISH.items()} | moving_feasts.ENGLISH
_CHINESE = {name: _on(*day) for name, day in _FIXED_CHINESE.items()} | moving_feasts.CHINESE


def _any(names: Iterable[str]) -> str:
    longest_first = sorted(names, key=lambda name: (-len(name), name))
    return "|".join(re.escape(name).replace(r"\ ", GAP) for name in longest_first)


_NAMED = re.compile(
    rf"{BEGIN}(?:(?P<which>last|this|next){GAP})?(?P<name>{_any(_ENGLISH)}){END}{OF_YEAR}"
    rf"(?!{GAP}(?:trees?|presents?|gifts?|cards?|songs?|markets?|part(?:y|ies)|dinners?|jumpers?"
    r"|eggs?|lanterns?|bunn(?:y|ies))\b)",
    FLAGS,
)
_LOOK_BACK = 20
_LEAD = re.compile(
    rf"{BEGIN}(?P<lead>on|at|since|until|till?|through|thru|over|around|before|after|by|during)"
    rf"{GAP}(?:the{GAP})?$",
    FLAGS,
)
_THINGS = (
    "[树帽歌卡礼老夜餐路村粽粥糕]|快乐|安康|月饼|晚会|联欢|红包|习俗|传统|文化|的?由来|档|灯会|上河|诗"
    "|对联|春联|祝福"
)
"""What is called by a holiday or belongs to it and is no time."""
_NAMED_CHINESE = re.compile(
    rf"(?:{CHINESE_YEAR}的?)?(?<!政治)(?<!喜欢过)(?<!不过)(?<![李喜欢爱厌祝每个逢于的])"
    rf"(?P<name>{_any(_CHINESE)})(?:节|假期|小?长假|期间|当天|那天|前后)?(?!节?(?:{_THINGS}))"
)
_RECURS = re.compile(r"\b(?:always|every|usually|never|each|traditionally)\b", FLAGS)
_RECURS_CHINESE = re.compile(r"每|总是|一般|通常|从来|都会|经常")


def _english(match: re.Match[str], now: datetime) -> Period | None:
    if _RECURS.search(match.string):
        return None
    lead = _LEAD.search(match.string[max(0, match.start() - _LOOK_BACK) : match.start()])
    if lead is None and match["which"] is None:
        return None
    feast = _ENGLISH[" ".join(match["name"].lower().split())]

    def of(year: int) -> Period:
        return calendar.day(feast(year))

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
    feast = _CHINESE[match["name"]]

    def of(year: int) -> Period:
        return calendar.day(feast(year))

    year = chinese_year(match, now)
    if year is not None:
        return of(year)
    spent = match.string[: match.start()].endswith("过")
    if not spent:
        return yearly(of, now, chinese_tense(match))
    tense = tense_around(match.string, match.start() - 1, match.end())
    return None if tense is Tense.UNKNOWN else yearly(of, now, tense)


ENGLISH_RULES = (Rule(tuple({name.split()[0] for name in _ENGLISH}), _NAMED, _english),)
CHINESE_RULES = (Rule(tuple(_CHINESE), _NAMED_CHINESE, _chinese),)
