"""English expressions that count: "three weeks ago", "in two days", "the last five years".

"For three years" is the time until now where it still lasts ("I've worked there for three years",
"for three years now").
"""

import re
from datetime import datetime, timedelta

from mneme.domain.dates import calendar_periods as calendar
from mneme.domain.dates.amounts import Amount, Unit
from mneme.domain.dates.calendar_periods import Period
from mneme.domain.dates.english_calendar_words import (
    BEGIN,
    COUNT,
    END,
    FLAGS,
    GAP,
    NO_DIGIT_BEFORE,
    SEASON,
    SEASONS,
    WEEKDAY,
    weekday_number,
)
from mneme.domain.dates.number_words import english_number
from mneme.domain.dates.rules import Rule, Tense
from mneme.domain.dates.tense import english_tense

_UNITS = "minute|hour|day|weekend|week|month|year|decade"
AMOUNT = (
    rf"(?:(?P<count>{COUNT})(?P<half>{GAP}and{GAP}a{GAP}half)?"
    rf"|(?P<few>(?:an?{GAP})?(?:good{GAP})?few|several)"
    rf"|(?P<couple>(?:an?{GAP})?(?:couple|dozen)(?:{GAP}of)?)"
    rf"|(?P<half_of>half{GAP}an?)){GAP}(?:more{GAP})?"
    rf"(?P<unit>{_UNITS})s?(?P<and_half>{GAP}and{GAP}a{GAP}half)?"
)

_AHEAD = rf"(?:from{GAP}(?:now|today)|hence|later)"
_AGO = r"(?:ago|back(?=\s{0,3}(?:$|[.,;:!?)])))"

_DISTANT = re.compile(
    rf"{BEGIN}{NO_DIGIT_BEFORE}{AMOUNT}{GAP}(?:(?P<ago>{_AGO})|(?P<ahead>{_AHEAD})){END}", FLAGS
)
_WITHIN = re.compile(
    rf"{BEGIN}(?P<rate>(?:once|twice|times){GAP})?in{GAP}(?:about{GAP}|around{GAP}|another{GAP}"
    rf"|just{GAP})?{AMOUNT}(?:'s?{GAP}time|'s)?{END}(?P<measured>{GAP}of\b)?",
    FLAGS,
)
_WINDOW = re.compile(
    rf"{BEGIN}(?P<which>last|past|next|coming){GAP}{AMOUNT}{END}(?!{GAP}of\b)", FLAGS
)
_LASTING = re.compile(
    rf"{BEGIN}for{GAP}(?:about{GAP}|around{GAP}|almost{GAP}|nearly{GAP}|over{GAP})?{AMOUNT}"
    rf"(?P<now>{GAP}now)?{END}",
    FLAGS,
)
_BY_NOW = re.compile(rf"{BEGIN}{NO_DIGIT_BEFORE}{AMOUNT}{GAP}now{END}", FLAGS)
_PERFECT = re.compile(r"(?:\b(?:have|has)|'ve|'s)\b[^.!?;,\n]{0,60}$", FLAGS)
_LOOK_BACK = 66
_DECADE = 10
_NAMED = re.compile(
    rf"{BEGIN}{NO_DIGIT_BEFORE}(?P<count>{COUNT}|(?:an?{GAP})?couple(?:{GAP}of)?){GAP}"
    rf"(?:(?P<day>{WEEKDAY})|(?P<season>{SEASON}))s?{GAP}ago{END}",
    FLAGS,
)


def amount(match: re.Match[str]) -> Amount:
    """Return what AMOUNT matched; raises ValueError if its number is none."""
    name = match["unit"].lower()
    if name == "decade":
        return _decades(match)
    unit = Unit(name)
    return Amount.few(unit) if match["few"] else Amount.halves(_halves(match), unit)


def _decades(match: re.Match[str]) -> Amount:
    if match["few"]:
        few = Amount.few(Unit.YEAR)
        return Amount(few.least * _DECADE, few.most * _DECADE, Unit.YEAR)
    return Amount.of(_halves(match) * _DECADE // 2, Unit.YEAR)


def _halves(match: re.Match[str]) -> int:
    if match["half_of"]:
        return 1
    half = 1 if match["half"] or match["and_half"] else 0
    return 2 * _count(match["count"] or match["couple"]) + half


def _count(words: str) -> int:
    *_, last = words.lower().removesuffix("of").rsplit(maxsplit=1)
    return english_number(last if last in {"couple", "dozen"} else words.lower())


def _distant(match: re.Match[str], now: datetime) -> Period | None:
    if match["ago"]:
        return amount(match).ago(now)
    told = match["ahead"].lower() == "later"
    if told and english_tense(match) is Tense.PAST:
        return None  # later than something told before, not than now
    return amount(match).ahead(now)


def _within(match: re.Match[str], now: datetime) -> Period | None:
    tense, one = english_tense(match), (match["count"] or "").lower() in {"a", "an", "one", "1"}
    if match["rate"] or match["measured"] or tense is Tense.PAST:
        return None  # a rate, or how long something took
    return None if one and tense is not Tense.FUTURE else amount(match).ahead(now)


def _window(match: re.Match[str], now: datetime) -> Period | None:
    if match["which"].lower() in {"next", "coming"}:
        return amount(match).onwards(now)
    return amount(match).until(now)


def _lasting(match: re.Match[str], now: datetime) -> Period | None:
    before = match.string[max(0, match.start() - _LOOK_BACK) : match.start()]
    lasts = match["now"] or _PERFECT.search(before)
    return amount(match).until(now) if lasts else None


def _by_now(match: re.Match[str], now: datetime) -> Period:
    return amount(match).until(now)


def _named(match: re.Match[str], now: datetime) -> Period:
    back = _count(match["count"]) - 1
    if match["day"]:
        latest = calendar.weekday_before(now.date(), weekday_number(match["day"]))
        return calendar.day(latest.first - timedelta(weeks=back))
    number = SEASONS[match["season"].lower()]
    latest_year = calendar.latest_season(now.date(), number).first.year
    return calendar.season(latest_year - back, number)


RULES = (
    Rule(("ago", "back", "from", "hence", "later"), _DISTANT, _distant),
    Rule(("in ", "in\n", "in\t"), _WITHIN, _within),
    Rule(("last", "past", "next", "coming"), _WINDOW, _window),
    Rule(("for",), _LASTING, _lasting),
    Rule(("now",), _BY_NOW, _by_now),
    Rule(("ago",), _NAMED, _named),
)
