"""English expressions that point: "yesterday", "last week", "on Friday", "this weekend".

The rules where usage differs:

- "last Friday" and "the Friday before" are the latest Friday before today, "next Friday" is the
  Friday of next week, "this Friday" that of this week.
- A weekday alone is the latest one where the words around speak of the past, else the next one;
  today is never meant. A weekend alone is chosen likewise, without a tense the nearest; "this
  weekend" told in the past before Saturday is the last one.
- What recurs ("every Friday", "Monday to Friday") is no time.
"""

import re
from datetime import date, datetime, timedelta

from mneme.domain.dates import calendar_periods as calendar
from mneme.domain.dates.amounts import Amount, Unit
from mneme.domain.dates.calendar_periods import Period
from mneme.domain.dates.english_calendar_words import (
    AFTER_LEAD,
    BEGIN,
    END,
    FLAGS,
    GAP,
    SHORT_WEEKDAY,
    WEEKDAY,
    weekday_number,
)
from mneme.domain.dates.rules import Rule, Tense, choose
from mneme.domain.dates.tense import english_tense

_DAYS = {
    "yesterday": -1,
    "last night": -1,
    "last evening": -1,
    "night before last": -2,
    "day before yesterday": -2,
    "today": 0,
    "tonight": 0,
    "this morning": 0,
    "this afternoon": 0,
    "this evening": 0,
    "tomorrow": 1,
    "tmrw": 1,
    "day after tomorrow": 2,
}
_SIDES = {"last": -1, "this": 0, "next": 1, "coming": 1, "upcoming": 1, "past": -1}
_SATURDAY = 5

_DAY = re.compile(
    rf"{BEGIN}(?:the{GAP})?"
    rf"(?P<day>{'|'.join(sorted(_DAYS, key=len, reverse=True)).replace(' ', GAP)}){END}",
    FLAGS,
)
_UNIT = re.compile(
    rf"{BEGIN}(?:(?P<twice>(?P<double>week|weekend|month|year){GAP}"
    rf"(?:before{GAP}last|after{GAP}next))"
    rf"|(?P<told>the{GAP})?(?:this{GAP}(?=past|last|coming|upcoming))?"
    rf"(?P<which>last|this|next|past|coming|upcoming){GAP}"
    rf"(?:calendar{GAP}|school{GAP}|academic{GAP})?(?P<unit>weekend|week|month|year)){END}"
    rf"(?P<of>{GAP}of\b)?",
    FLAGS,
)
_EDGE = re.compile(
    rf"{BEGIN}(?:the{GAP})?(?P<edge>end|beginning|start){GAP}of{GAP}the{GAP}(?P<unit>week|month|year){END}",
    FLAGS,
)
_WEEKEND = re.compile(
    rf"{BEGIN}(?:(?:(?:over|at|on|during|for){GAP}|{AFTER_LEAD})the{GAP}weekend"
    rf"|the{GAP}weekend(?={GAP}(?:was|went))){END}",
    FLAGS,
)
_RECURRING = (
    "every|each|any|some|many|most|black|ruby|freaky|casual|cyber|holy|palm|ash"
    "|following|super|taco|fat|shrove|another|an?|one|per|other|alternate"
)
_DAY_NAME = rf"(?:{WEEKDAY}|{SHORT_WEEKDAY})"
_NAMED_DAY = re.compile(
    rf"{BEGIN}(?:(?P<recurring>{_RECURRING}){GAP}|(?:this{GAP}(?=past|last|coming|upcoming))?"
    rf"(?P<which>last|this|next|past|coming|upcoming){GAP})?"
    rf"(?P<day>{_DAY_NAME})(?![\w\u00c0-\u024f])"
    rf"(?:(?P<range>\s{{0,3}}(?:-|–|to|through|thru|till|until)\s{{0,3}}{_DAY_NAME}{END})"
    rf"|(?P<hour>{GAP}(?:morning|afternoon|evening|night|noon))"
    rf"|(?P<twice>{GAP}before{GAP}last)"
    rf"|,?{GAP}(?:of{GAP})?(?P<week>last|this|next){GAP}week"
    rf"|(?P<other>{GAP}(?:school|roast|blues|best)))?{END}",
    FLAGS,
)
_POINTED = re.compile(r"\b(?:on|the)\s{1,3}$", FLAGS)


def _day(match: re.Match[str], now: datetime) -> Period:
    told = " ".join(match["day"].lower().split())
    return calendar.day(now.date() + timedelta(days=_DAYS[told]))


def _unit(match: re.Match[str], now: datetime) -> Period | None:
    if match["of"]:
        return None  # of something that has its own weeks and years
    if match["twice"]:
        unit, side = Unit(match["double"].lower()), -2 if "last" in match["twice"].lower() else 2
        return _away(now, unit, side)
    unit, which = Unit(match["unit"].lower()), match["which"].lower()
    if match["told"] and which == "next" and english_tense(match) is Tense.PAST:
        return None  # next to something told before
    if which == "past" and unit is not Unit.WEEKEND:
        return Amount.of(1, unit).until(now)
    if which == "this" and unit is Unit.WEEKEND:
        return _this_weekend(match, now)
    return _away(now, unit, _SIDES[which])


def _away(now: datetime, unit: Unit, side: int) -> Period:
    return Amount.of(abs(side), unit).ago(now) if side < 0 else Amount.of(side, unit).ahead(now)


def _this_weekend(match: re.Match[str], now: datetime) -> Period:
    ahead = now.weekday() < _SATURDAY
    back = ahead and english_tense(match) is Tense.PAST
    return calendar.weekend(now.date() - timedelta(weeks=1 if back else 0))


def _weekend(match: re.Match[str], now: datetime) -> Period:
    around = [calendar.weekend(now.date() + timedelta(weeks=week)) for week in (-1, 0, 1)]
    return choose(around, now.date(), english_tense(match))


def _edge(match: re.Match[str], now: datetime) -> Period:
    """Return the first or the last day of the week, month or year that the tense asks for."""
    unit = Unit(match["unit"].lower())
    edge = calendar.last_day if match["edge"].lower() == "end" else calendar.first_day
    around = [edge(_away(now, unit, side)) for side in (-1, 0, 1)]
    return choose(around, now.date(), english_tense(match))


def _named_day(match: re.Match[str], now: datetime) -> Period | None:
    if match["recurring"] or match["range"] or match["other"]:
        return None
    number, today = weekday_number(match["day"]), now.date()
    if match["twice"]:
        latest = calendar.weekday_before(today, number)
        return calendar.weekday_before(latest.first, number)
    if match["week"]:
        of_week = today + timedelta(weeks=_SIDES[match["week"].lower()])
        return calendar.weekday_of(of_week, number)
    if match["which"]:
        return _pointed_day(match, today, number)
    if len(match["day"].rstrip(".")) <= len("Thurs") and not (match["hour"] or _is_pointed(match)):
        return None
    past = english_tense(match) is Tense.PAST or _stands_before(match)
    return (calendar.weekday_before if past else calendar.weekday_after)(today, number)


def _pointed_day(match: re.Match[str], today: date, number: int) -> Period:
    which = match["which"].lower()
    if which in {"last", "past"}:
        return calendar.weekday_before(today, number)
    if which in {"coming", "upcoming"}:
        return calendar.weekday_after(today, number)
    if which == "next":
        return calendar.weekday_of(today + timedelta(weeks=1), number)
    this = calendar.weekday_of(today, number)
    ahead = this.first > today and english_tense(match) is Tense.PAST
    return calendar.weekday_before(today, number) if ahead else this


def _is_pointed(match: re.Match[str]) -> bool:
    return _POINTED.search(match.string[max(0, match.start() - 6) : match.start()]) is not None


def _stands_before(match: re.Match[str]) -> bool:
    """Return whether "before" follows without anything that it could be before."""
    behind = match.string[match.end() : match.end() + 10].lower().split(maxsplit=1)[:1]
    return behind in (["before"], ["before."], ["before,"], ["before!"])


RULES = (
    Rule(("yesterday", "last", "today", "tonight", "this", "tomorrow", "tmrw"), _DAY, _day),
    Rule(("week", "month", "year"), _UNIT, _unit),
    Rule(("weekend",), _WEEKEND, _weekend),
    Rule(("of",), _EDGE, _edge),
    Rule(("mon", "tue", "wed", "thu", "fri", "sat", "sun"), _NAMED_DAY, _named_day),
)
