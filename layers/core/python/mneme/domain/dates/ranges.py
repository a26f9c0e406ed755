"""Ranges of time: "from 3 to 5 May", 五月三号到六月五号, and how far the end of one reaches."""

import re
from enum import Enum, auto

from mneme.domain.dates.span import Grain, TimeSpan
from mneme.domain.extraction.main_language import is_chinese

_LOOK_BACK = 20
_FLAGS = re.ASCII | re.IGNORECASE
_FROM = re.compile(r"\b(?:from|between)\s{1,3}(?:the\s{1,3})?$", _FLAGS)
_TO = re.compile(
    r",?\s{0,3}(?:(?:to|through|thru|until|till|and|-|–|—)\s{0,3}(?:the\s{1,3})?|[到至~—–-])",
    _FLAGS,
)
_WITHIN = re.compile(r"\d(?:st|nd|rd|th)?\s?(?:-|–|to|through|until)\s?\d|[到至~—-]", _FLAGS)
"""What joins the two days of one expression: "3 to 5 May", 五月三号到五号."""


class Bound(Enum):
    """How much of the span that ends something still belongs to it.

    ONSET: nothing, it ends as the span begins. DAY: a single day belongs to it, nothing of a longer
    span. WHOLE: all of it.
    """

    ONSET = auto()
    DAY = auto()
    WHOLE = auto()


def is_range(text: str, first: TimeSpan, last: TimeSpan) -> bool:
    """Return whether the two are the beginning and the end of one range."""
    if _TO.fullmatch(text, first.text_end, last.text_start) is None or last.start < first.start:
        return False
    before = text[max(0, first.text_start - _LOOK_BACK) : first.text_start]
    return is_chinese(text) or _FROM.search(before) is not None


def ends_range(text: str, before: TimeSpan | None, span: TimeSpan) -> bool:
    """Return whether the span is a range of days by itself, or the end of one with that before."""
    if before is not None and is_range(text, before, span):
        return True
    told = text[span.text_start : span.text_end]
    several = (span.end - span.start).days > 1 and span.grain is Grain.DAY
    return several and _WITHIN.search(told) is not None
