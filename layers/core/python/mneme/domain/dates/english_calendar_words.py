"""The calendar's words in English, and the pieces that patterns over them are made of."""

import re
from datetime import datetime

from mneme.domain.dates.number_words import ENGLISH_NUMBER

FLAGS = re.ASCII | re.IGNORECASE
"""ASCII, so that an expression beside Chinese text still stands by itself."""

BEGIN = r"(?<![\w\u00c0-\u024f-])"
BEHIND_HYPHEN = r"(?<![\w\u00c0-\u024f])"
END = r"(?![\w\u00c0-\u024f]|-[a-z0-9])"
GAP = r"\s{1,3}"
NO_DIGIT_BEFORE = r"(?<![$€£¥#/:+])(?<!\d[.,])"

WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_WEEKDAY_STEMS = {name[:3]: number for number, name in enumerate(WEEKDAYS)}
WEEKDAY = "|".join(WEEKDAYS)
SHORT_WEEKDAY = r"(?-i:Mon|Tues?|Wed|Thu(?:rs?)?|Fri|Sat|Sun)\.?"
"""Only with a capital: `sat` and `sun` are words."""

MONTHS = (
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
)
_MONTH_STEMS = {name[:3]: number for number, name in enumerate(MONTHS, start=1)}
MONTH = rf"(?:{'|'.join(MONTHS)}|(?:jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\b\.?)"

_SIDES = {"last": -1, "this": 0, "next": 1}
SEASONS = {"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12}
SEASON = "|".join(SEASONS)

YEAR = r"(?:1[89]|20)\d\d(?![\d%°]|[.,:]\d)"
"""A year that people's statements are about, standing by itself."""

OF_YEAR = (
    rf"(?:,?\s{{0,3}}(?:of{GAP})?(?P<year>{YEAR})"
    rf"|,?{GAP}(?:of{GAP})?(?P<side>last|this|next){GAP}year)?"
)
"""The year behind a date, in digits or seen from this one."""

MONTH_HINTS = tuple(_MONTH_STEMS)

AFTER_LEAD = (
    r"(?:(?<=\buntil\s)|(?<=\btill\s)|(?<=\bthrough\s)|(?<=\bbefore\s)|(?<=\bby\s)|(?<=\bsince\s))"
)
"""Behind a word that tells an end or a beginning, which is no part of the expression."""

COUNT = rf"(?:\d{{1,5}}|{ENGLISH_NUMBER}|an?)"


def weekday_number(name: str) -> int:
    """Return 0 for any spelling of Monday, 6 for Sunday."""
    return _WEEKDAY_STEMS[name[:3].lower()]


def month_number(name: str) -> int:
    """Return 1 for any spelling of January, 12 for December."""
    return _MONTH_STEMS[name[:3].lower()]


def told_year(match: re.Match[str], now: datetime) -> int | None:
    """Return the year that OF_YEAR matched, None if it matched none."""
    if match["year"]:
        return int(match["year"])
    return now.year + _SIDES[match["side"].lower()] if match["side"] else None
