"""English words that tell an end: "until Friday", "through March", "valid before 1 May"."""

import re

from mneme.domain.dates.ranges import Bound, ends_range
from mneme.domain.dates.span import TimeSpan

_FLAGS = re.ASCII | re.IGNORECASE
_REACH = 80
_CLAUSE_END = re.compile(r"[.!?;,\n]\s|\n|\b(?:but|so)\b", re.IGNORECASE)
_THE = r"\s{1,3}(?:(?:about|around|the)\s{1,3})?$"

_UNTIL = re.compile(
    rf"\b(?:until|till?|up\s{{1,3}}to)(?:\s{{1,3}}and\s{{1,3}}including)?{_THE}", _FLAGS
)
_THROUGH = re.compile(
    rf"(?:\b(?:through|thru)|\bnow\s{{1,3}}(?:and|to)){_THE}",
    _FLAGS,
)
_GOES_OVER = re.compile(
    r"\b(?:go|goes|going|went|gone|get|gets|getting|got|look|looks|looking|looked|read|reads"
    r"|reading|run|running|ran|scroll\w{0,4}|flip\w{0,5}|sift\w{0,4}|live|lived|lives"
    rf"|(?:half|mid|part)[ -]?way)\s{{1,3}}(?:through|thru){_THE}",
    _FLAGS,
)
"""What is gone through, or half over, does not end something."""
_BEFORE = re.compile(rf"\b(?:before|prior\s{{1,3}}to){_THE}", _FLAGS)
_MAY_LAST = re.compile(r"\bat\s{1,3}least\b", _FLAGS)
_GOES_ON = re.compile(
    r"'s\b|\s{1,3}(?:or\s{1,3}(?:later|longer|beyond|so)|at\s{1,3}least)\b", _FLAGS
)
"""Behind an end that is not meant: "until Friday or later", "through Monday's notes"."""
_NOT_YET = re.compile(r"\b(?:not|never|no|nor|(?:did|was|were|had|have|has|wo|would)n't)\b", _FLAGS)
"""Beside these, "until" tells when something began: "I didn't know until 2020"."""
_NOT_NOW = re.compile(
    r"\b(?:cannot|(?:ca|must|should|do|does|is|are|need)n't)\b"
    r"|(?:\b(?:can|must|do|does|is|are|am|may|should)|'(?:m|re))\s{1,3}not\b"
    r"(?!\s{1,3}[a-z]{2,12}ing\b)",
    _FLAGS,
)
"""Beside these, it tells what will be otherwise then: "I can't drive until Friday"."""
_TERM = re.compile(
    r"\b(?:valid|good|usable|redeemable|available|covered|insured|runs?|lasts?|visa|passport|permit"
    r"|licen[cs]e|contract|lease|insurance|membership|subscription|warranty|ticket|pass|voucher"
    r"|coupon|discount|offer|card)\b",
    _FLAGS,
)
_STATE = re.compile(
    r"\b(?:i|we|he|she|they)(?:'(?:m|re|s|ll\s{1,3}be)|\s{1,3}(?:am|is|are|will\s{1,3}be))"
    r"\s{1,3}(?:[a-z]{2,10}ly\s{1,3})?(?:in|at|on|out|away|off|abroad|here|there|home|busy|free"
    r"|staying)\b|\b(?:closed|open|shut|valid|available|unavailable)\b",
    _FLAGS,
)
"""What is so for a range of days; what takes place in one is an event and never ends."""


def bound(text: str, before: TimeSpan | None, span: TimeSpan) -> Bound | None:
    """Return how far what the text states reaches into the span, None if it does not end there.

    `before` is the time expression before it.
    """
    lead = _CLAUSE_END.split(text[max(0, span.text_start - _REACH) : span.text_start])[-1]
    if _MAY_LAST.search(lead) or _GOES_ON.match(text, span.text_end):
        return None
    if _THROUGH.search(lead):
        return None if _GOES_OVER.search(lead) else Bound.WHOLE
    if _UNTIL.search(lead):
        return _until(lead)
    if _BEFORE.search(lead):
        return Bound.ONSET if _TERM.search(lead) or _NOT_NOW.search(lead) else None
    if ends_range(text, before, span) and _STATE.search(text, *_around(span)):
        return Bound.WHOLE
    return None


def _around(span: TimeSpan) -> tuple[int, int]:
    return max(0, span.text_start - _REACH), span.text_end + _REACH


def _until(lead: str) -> Bound | None:
    if _NOT_NOW.search(lead):
        return Bound.ONSET
    if _NOT_YET.search(lead):
        return None
    return Bound.WHOLE if _TERM.search(lead) else Bound.DAY
