"""When a text says that something was or will be: its time expressions, resolved.

English and Chinese expressions are found side by side in any text. Days are those of the
reference's own offset, times of day are left out, and whatever the calendar does not have
("30 February", "999999999 days ago") is no span. Every text takes time in proportion to its
length, and none makes this fail.
"""

import re
from datetime import UTC, datetime, timezone
from itertools import pairwise

from mneme.domain.dates import amounts_english as time_amounts_english
from mneme.domain.dates import dates_chinese as time_dates_chinese
from mneme.domain.dates import dates_english as time_dates_english
from mneme.domain.dates import dates_lunar as time_dates_lunar
from mneme.domain.dates import dates_numeric as time_dates_numeric
from mneme.domain.dates import decades, holidays
from mneme.domain.dates import expressions_chinese as time_expressions_chinese
from mneme.domain.dates import expressions_english as time_expressions_english
from mneme.domain.dates import months_english as time_months_english
from mneme.domain.dates.anchors import anchored
from mneme.domain.dates.names import is_name
from mneme.domain.dates.ranges import is_range
from mneme.domain.dates.recurrence import is_yearly_day
from mneme.domain.dates.rules import Found, Tense, find, longest
from mneme.domain.dates.span import Direction, Grain, TimeSpan
from mneme.domain.dates.tense import tense_around
from mneme.domain.extraction.sentences import has_han
from mneme.domain.simplified_text import simplified

_ENGLISH = (
    *time_dates_numeric.RULES,
    *time_expressions_english.RULES,
    *time_amounts_english.RULES,
    *time_months_english.RULES,
    *time_dates_english.RULES,
    *holidays.ENGLISH_RULES,
    *decades.ENGLISH_RULES,
)
_CHINESE = (
    *time_expressions_chinese.RULES,
    *time_dates_chinese.RULES,
    *time_dates_lunar.RULES,
    *holidays.CHINESE_RULES,
    *decades.CHINESE_RULES,
)

_PLAIN = str.maketrans("０１２３４５６７８９－／．’\u00a0\u3000", "0123456789-/.'  ")
"""Other spellings of digits, marks and spaces, each of one character as before."""

_LOOK_AROUND = 20
_NO_START_BEFORE = re.compile(
    r"(?:\b(?:until|till?|through|thru|before|by|than|like|as|unlike|to)\s{1,3}(?:the\s{1,3})?|到|至|比|截止)$",
    re.ASCII | re.IGNORECASE,
)
_NO_START_BEHIND = re.compile(r"\s{0,3}(?:之前|以前|前|为止)")

_OF_DECADE = re.compile(r"\b(?:of|from)\s{1,3}$", re.ASCII | re.IGNORECASE)
_OF_DECADE_BEHIND = re.compile(r"的(?!时候)")
_FROM_DECADE_ON = re.compile(r"\s{1,3}(?:on|onwards?|to|until|till|through)\b", re.IGNORECASE)
"""The music of the nineties is not of them alone: 我喜欢九十年代的歌 holds today."""


def time_spans(text: str, reference: datetime) -> tuple[TimeSpan, ...]:
    """Return the time expressions of the text in order, resolved against the reference.

    The reference is when the text was said; every instant has its offset. Spans do not overlap in
    the text. Raises ValueError for a reference without an offset.
    """
    offset = reference.utcoffset()
    if offset is None:
        raise ValueError("a reference time needs an offset")
    now, zone = reference.replace(tzinfo=None), timezone(offset)
    plain = as_read(text)
    found = (one for one in _found(plain, now) if not is_name(plain, one.start, one.end))
    spans = (_span(one, now, zone) for one in found)
    return tuple(span for span in spans if span is not None)


def as_read(text: str) -> str:
    """Return the text as rules read it, of the same length: simplified characters, plain marks."""
    return simplified(text.translate(_PLAIN))


def valid_from(text: str, reference: datetime) -> TimeSpan | None:
    """Return the span in which what the text states happened or began, None if it tells none.

    It is the closest of the spans that do not lie ahead. Several that have no time in common
    contradict each other and tell none; nor does the end of something ("until May"), a comparison
    ("than last year"), a plan ("today I'm going to …") or a birthday.
    """
    told, text = time_spans(text, reference), as_read(text)
    ends = {last for first, last in pairwise(told) if is_range(text, first, last)}
    spans = [
        span
        for span in told
        if span.direction is not Direction.FUTURE and span not in ends and _may_start(text, span)
    ]
    closest = min(spans, key=lambda span: span.end - span.start, default=None)
    if closest is None or not all(span.overlaps(closest) for span in spans):
        return None
    return closest


def _found(text: str, now: datetime) -> list[Found]:
    rules = (*_ENGLISH, *_CHINESE) if has_han(text) else _ENGLISH
    return longest(anchored(text, find(rules, text, now)))


def _span(found: Found, now: datetime, zone: timezone) -> TimeSpan | None:
    if found.period is None:
        return None
    start, end = (at.replace(tzinfo=zone) for at in (found.period.start, found.period.end))
    if not (_has_utc(start) and _has_utc(end)):
        return None
    direction = Direction.POINT
    if found.period.end <= now:
        direction = Direction.PAST
    elif found.period.start > now:
        direction = Direction.FUTURE
    return TimeSpan(start, end, found.start, found.end, found.period.grain, direction)


def _has_utc(instant: datetime) -> bool:
    try:
        instant.astimezone(UTC)
    except OverflowError:
        return False
    return True


def _may_start(text: str, span: TimeSpan) -> bool:
    before = text[max(0, span.text_start - _LOOK_AROUND) : span.text_start]
    if _NO_START_BEFORE.search(before) or _NO_START_BEHIND.match(text, span.text_end):
        return False
    if is_yearly_day(text, span.text_start, span.text_end) or _tells_kind(text, before, span):
        return False
    if span.direction is Direction.PAST:
        return True
    return tense_around(text, span.text_start, span.text_end) is not Tense.FUTURE


def _tells_kind(text: str, before: str, span: TimeSpan) -> bool:
    """Return whether a decade tells of which kind something is, and not when."""
    if span.grain is not Grain.DECADE:
        return False
    if _OF_DECADE_BEHIND.match(text, span.text_end):
        return True
    goes_on = _FROM_DECADE_ON.match(text, span.text_end) is not None
    return _OF_DECADE.search(before) is not None and not goes_on
