"""What comes again: a day of every year that begins nothing, an end that ends no habit."""

import re

_FLAGS = re.ASCII | re.IGNORECASE
_LOOK_BACK = 40

_DATED = re.compile(
    r"[月号节]|中秋|端午|除夕|清明|七夕|重阳|初[一二三四五六七八九十]|圣诞|元旦|国庆"
    r"|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec|christmas|easter|new year|halloween)",
    re.IGNORECASE,
)
_FEAST = "birthday|b-?day|anniversary|name ?day|date of birth|dob"
_FEAST_BEFORE = re.compile(
    rf"(?:\b(?:{_FEAST})(?:[^.!?;,\n]{{0,20}}(?:\b(?:is|was|falls)\b|'s\b|:)[^.!?;,\n]{{0,12}}"
    r"|\s{1,3}on\s{1,3}(?:the\s{1,3})?)"
    r"|(?:生日|生辰|纪念日|忌日)[^。！？；，,\n]{0,6})$",
    _FLAGS,
)
_FEAST_BEHIND = re.compile(
    rf"\s{{0,3}}(?:(?:is|was)\b[^.!?;\n]{{0,24}}\b(?:{_FEAST})\b"
    r"|[^。！？；，,\n]{0,8}(?:生日|纪念日|忌日)(?!那天|当天|[会派聚]))",
    _FLAGS,
)

_WEEKDAY = re.compile(r"\b(?:mon|tue|wed|thu|fri|sat|sun)|周|星期|礼拜|weekend", re.IGNORECASE)
_YEAR = re.compile(r"\d{4}|[〇零一二三四五六七八九]{4}|今年|明年|后年|\b(?:this|next) year")
_EACH = r"\b(?:every|each)\s{1,3}(?:other\s{1,3}|single\s{1,3}|second\s{1,3})?"
_USUALLY = re.compile(
    r"\b(?:usually|normally|generally|always|typically|often|mostly|sometimes|as a rule"
    r"|most\s{1,3}[a-z]{3,12}s)\b"
    rf"|{_EACH}(?:year|summer|winter|spring|autumn|fall|season|semester|term|time)\b"
    r"|一般|通常|平时|总是|经常|常常|往往|每年|每逢|每到|每次|每个?(?:季度|学期|夏天|冬天|暑假|寒假)",
    _FLAGS,
)
_EACH_MONTH = re.compile(rf"{_EACH}(?:month|quarter)\b|\bmonthly\b|每一?个?月", _FLAGS)
_EACH_WEEK = re.compile(
    rf"{_EACH}(?:week|weekend|fortnight)\b|\bweekly\b|每一?个?(?:周|星期|礼拜)(?![一二三四五六日天])",
    _FLAGS,
)


def is_yearly_day(text: str, start: int, end: int) -> bool:
    """Return whether the part of the text is the date of a birthday or another day of each year."""
    if not _DATED.search(text, start, end):
        return False
    before = text[max(0, start - _LOOK_BACK) : start]
    return _FEAST_BEFORE.search(before) is not None or _FEAST_BEHIND.match(text, end) is not None


def is_repeated_end(text: str, start: int, end: int) -> bool:
    """Return whether the part of the text is an end that comes again: "until Friday every week".

    "Every week until May" has an end of its own.
    """
    told = text[start:end]
    if _YEAR.search(told):
        return False
    if _USUALLY.search(text):
        return True
    if _DATED.search(told) and not told.endswith("号"):
        return False
    if _EACH_MONTH.search(text):
        return "月" not in told
    return _WEEKDAY.search(told) is not None and _EACH_WEEK.search(text) is not None
