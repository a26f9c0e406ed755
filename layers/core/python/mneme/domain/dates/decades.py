"""Decades: "in the nineties", "the early 2000s", 上世纪八十年代, 90年代末.

A decade runs from a year that ends in 0 to the one that ends in 9; its early years are the first
four, its middle the next three, its late ones the last three. Two digits mean the 20th century
from "the thirties" on; "the twenties" and 二十年代 alone could be of either and are no time, nor is
"the 1900s", which may be the century.
"""

import re
from datetime import date, datetime

from mneme.domain.dates import calendar_periods as calendar
from mneme.domain.dates.calendar_periods import Period
from mneme.domain.dates.english_calendar_words import BEGIN, END, FLAGS, GAP
from mneme.domain.dates.number_words import chinese_number
from mneme.domain.dates.rules import Rule
from mneme.domain.dates.span import Grain

_WORDS = {
    "thirties": 1930,
    "forties": 1940,
    "fifties": 1950,
    "sixties": 1960,
    "seventies": 1970,
    "eighties": 1980,
    "nineties": 1990,
    "noughties": 2000,
    "naughties": 2000,
}
_PARTS = {"early": (0, 3), "mid": (4, 6), "late": (7, 9)}
_CHINESE_PARTS = {"初": "early", "早": "early", "前": "early", "中": "mid", "末": "late"}
_CHINESE_PARTS |= {"后": "late", "晚": "late", "底": "late"}
_CENTURIES = {"上世纪": 1900, "上个世纪": 1900, "二十世纪": 1900, "20世纪": 1900}
_CENTURIES |= {"本世纪": 2000, "这个世纪": 2000, "二十一世纪": 2000, "21世纪": 2000}
_CENTURIES |= {"十九世纪": 1800, "19世纪": 1800}
_DECADE, _CENTURY = 10, 100
_AMBIGUOUS = 20
"""Decades of two digits up to this one are of the last century or of this one."""

_PART = r"(?:(?P<part>early|mid|late)(?:\s{1,3}|-|\s{0,3}to\s{0,3}late\s{1,3}))?"
_THINGS = (
    "music|movies?|films?|songs?|hits?|pop|rock|fashion|styles?|house|houses|classics?|cars?|games?"
    "|shows?|sitcoms?|vibes?|kids?|child|children|bands?|anime|cartoons?"
)
_DECADE_TOLD = re.compile(
    rf"{BEGIN}(?:(?P<the>the{GAP})?{_PART}(?:(?P<year>(?:18|19|20)[1-9]0|2000)'?s"
    rf"|'?(?P<short>[0-9]0)'?s|(?P<word>{'|'.join(_WORDS)}))){END}(?!{GAP}(?:{_THINGS})\b)",
    FLAGS,
)
_LEAD = re.compile(rf"\b(?:in|since|during|until|till|from|by){GAP}$", FLAGS)
_LOOK_BACK = 12
_MEASURED = re.compile(
    r"\b(?:degrees?|temperatures?|fahrenheit|weather|heat|hot|humid|mph|grades?|scores?|percent"
    r"|rate|pulse|pressure|bpm)\b|(?:\b(?:is|are|be|stays?)|'(?:s|m|re))\s{1,3}in\s{1,3}the"
    r"\s{1,3}[\w' -]{0,20}s\b",
    FLAGS,
)
"""Beside these "the nineties" are numbers."""

_CHINESE_DECADE = re.compile(
    rf"(?P<century>{'|'.join(sorted(_CENTURIES, key=len, reverse=True))})?(?:的)?"
    r"(?<![\d一二三四五六七八九十])(?P<year>(?:1[89]|20)\d0|[1-9]0|00"
    r"|一[八九][〇零一二三四五六七八九][〇零]|二[〇零][〇零一二][〇零]"
    r"|[一二三四五六七八九]十|[二三四五六七八九零〇][〇零])"
    r"年代(?:的?(?P<part>[初早前中末后晚底](?:期|叶)?))?"
)


def _english(match: re.Match[str], _: datetime) -> Period | None:
    before = match.string[max(0, match.start() - _LOOK_BACK) : match.start()]
    alone = not match["the"] and not (match["part"] and _LEAD.search(before))
    if not match["year"] and (alone or _MEASURED.search(match.string)):
        return None
    if match["year"]:
        first = int(match["year"])
    elif match["word"]:
        first = _WORDS[match["word"].lower()]
    else:
        first = _short(int(match["short"]))
    return _years(first, (match["part"] or "").lower())


def _chinese(match: re.Match[str], _: datetime) -> Period:
    told = chinese_number(match["year"])
    if match["century"]:
        first = _CENTURIES[match["century"]] + told % _CENTURY
    else:
        first = told if told >= _CENTURY else _short(told)
    return _years(first, _CHINESE_PARTS.get((match["part"] or "")[:1], ""))


def _short(of_century: int) -> int:
    """Return the first year of a decade of two digits; raises ValueError if it may be either."""
    if of_century == 0:
        return 2000
    if of_century <= _AMBIGUOUS:
        raise ValueError("of this century or of the last")
    return 1900 + of_century


def _years(first: int, part: str) -> Period:
    begin, end = _PARTS.get(part, (0, _DECADE - 1))
    return calendar.days(date(first + begin, 1, 1), date(first + end, 12, 31), Grain.DECADE)


ENGLISH_RULES = (Rule(("0s", "0's", *_WORDS), _DECADE_TOLD, _english),)
CHINESE_RULES = (Rule(("年代",), _CHINESE_DECADE, _chinese),)
