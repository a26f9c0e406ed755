"""English months, seasons and years: "in May", "last March", "last summer", "since 2019".

A month alone is told by the word before it ("in", "since", "early" …), a year alone too. Which
year a month without one means, the tense around decides. "Last" is the latest that is over, "next"
the first that starts after today.
"""

import re
from datetime import datetime

from mneme.domain.dates import calendar_periods as calendar
from mneme.domain.dates.calendar_periods import Period
from mneme.domain.dates.dates_english import AMBIGUOUS
from mneme.domain.dates.english_calendar_words import (
    BEGIN,
    BEHIND_HYPHEN,
    END,
    FLAGS,
    GAP,
    MONTH,
    MONTH_HINTS,
    OF_YEAR,
    SEASON,
    SEASONS,
    YEAR,
    month_number,
    told_year,
)
from mneme.domain.dates.rules import Rule, Tense, yearly
from mneme.domain.dates.tense import english_tense

_LOOK_BACK = 30
_WHICH = rf"(?:this{GAP}(?=past|last|coming))?(?P<which>last|this|next|past|coming){GAP}"

_MONTH = re.compile(
    rf"{BEHIND_HYPHEN}(?:{_WHICH})?(?P<month>{MONTH})(?!'|[\w\u00c0-\u024f])"
    rf"(?!{GAP}(?:the{GAP})?\d{{1,2}}\b){OF_YEAR}{END}",
    FLAGS,
)
_SEASON = re.compile(
    rf"{BEGIN}(?:{_WHICH})?(?P<season>{SEASON}){OF_YEAR}{END}",
    FLAGS,
)
_SEASON_LEAD = re.compile(
    rf"\b(?:in|during|over|since|until|till?|through|thru|(?:end|beginning|start|rest){GAP}of)"
    rf"{GAP}the{GAP}$",
    FLAGS,
)
_YEAR = re.compile(rf"{BEGIN}(?<![$€£¥#/.,]){YEAR}(?!/){END}", FLAGS)

_PLAIN_LEAD = re.compile(
    rf"\b(?:in|since|during|until|till?|(?:end|start|beginning|middle|month){GAP}of)\s{{1,3}}$",
    FLAGS,
)
_LEAD = re.compile(
    r"(?:\b(?:through|thru|before|after|around|early|late|from|about|by)\s{1,3}|\bmid(?:-|\s))$",
    FLAGS,
)
_YEAR_BEFORE = re.compile(rf"\b(?P<side>last|this|next){GAP}year,?{GAP}(?:in|on){GAP}$", FLAGS)
_YEAR_LEAD = re.compile(
    rf"(?:\b(?:in|since|during|until|till?|through|thru|before|after|by|from|between|around|circa|year|early|late"
    rf"|mid|(?:end|start|beginning){GAP}of)\s{{1,3}}(?:the{GAP}year{GAP})?"
    rf"|\b(?:from|between){GAP}(?:[a-z]{{3,9}}\.?{GAP})?{YEAR}\s{{0,3}}(?:to|and|through|thru|-|–|—)\s{{0,3}})$",
    FLAGS,
)
_COUNTED = re.compile(r"\s(?!was\b|has\b|his\b|this\b|as\b|is\b)[a-z]{1,15}s\b", re.ASCII)
_SIDES = {"last": -1, "this": 0, "next": 1}
_NAMES = frozenset({"april", "may", "june", "august"})


def _month(match: re.Match[str], now: datetime) -> Period | None:
    before = match.string[max(0, match.start() - _LOOK_BACK) : match.start()]
    if not _is_month(match, before):
        return None
    number, year = month_number(match["month"]), told_year(match, now)
    beside = _YEAR_BEFORE.search(before)
    if beside is not None:
        year = now.year + _SIDES[beside["side"].lower()]
    if year is not None:
        return calendar.month(year, number)
    if match["which"]:
        return _pointed_month(match["which"].lower(), now, number)
    return yearly(lambda told: calendar.month(told, number), now, english_tense(match))


def _is_month(match: re.Match[str], before: str) -> bool:
    name = match["month"].lower().rstrip(".")
    capital = match["month"][0].isupper()
    if match["year"] or match["side"]:
        return capital or name not in AMBIGUOUS
    if match["which"]:
        return capital or (name not in AMBIGUOUS and len(name) > len("sept"))
    if _PLAIN_LEAD.search(before):
        return capital or len(name) > len("sept") or name in {"may", "june", "july"}
    by_person = name in _NAMES and before.rstrip().lower().endswith(("by", "about"))
    return capital and _LEAD.search(before) is not None and not by_person


def _pointed_month(which: str, now: datetime, number: int) -> Period:
    if which == "this":
        return calendar.month(now.year, number)
    if which in {"last", "past"}:
        return calendar.month(now.year - (number >= now.month), number)
    return calendar.month(now.year + (number <= now.month), number)


def _season(match: re.Match[str], now: datetime) -> Period | None:
    first_month, year = SEASONS[match["season"].lower()], told_year(match, now)
    if year is not None:
        return calendar.season(year, first_month)
    if match["which"]:
        return _pointed_season(match["which"].lower(), now, first_month)
    tense = english_tense(match)
    before = match.string[max(0, match.start() - _LOOK_BACK) : match.start()]
    if not _SEASON_LEAD.search(before) or tense is Tense.UNKNOWN:
        return None
    return yearly(lambda told: calendar.season(told, first_month), now, tense)


def _pointed_season(which: str, now: datetime, first_month: int) -> Period:
    if which == "this":
        return calendar.current_season(now.date(), first_month)
    if which in {"last", "past"}:
        return calendar.latest_season(now.date(), first_month)
    return calendar.coming_season(now.date(), first_month)


def _year(match: re.Match[str], _: datetime) -> Period | None:
    before = match.string[max(0, match.start() - _LOOK_BACK) : match.start()]
    if not _YEAR_LEAD.search(before) or _COUNTED.match(match.string, match.end()):
        return None
    return calendar.year(int(match.group()))


RULES = (
    Rule(MONTH_HINTS, _MONTH, _month),
    Rule(tuple(SEASONS), _SEASON, _season),
    Rule(("18", "19", "20"), _YEAR, _year),
)
