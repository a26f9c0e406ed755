"""What can be seen of a text before its words are blinded, and what a question asks for."""

import re
from enum import StrEnum

from mneme.domain.retrieval.unit_context import Mark


class Asked(StrEnum):
    """What kind of answer a question wants."""

    WHEN = "when"
    COUNT = "count"
    NAME = "name"


_QUESTION = ("?", "\uff1f")
_CLOSING = " \t\r\n\"'\u201d\u2019)\uff09\u300d"

_NUMBER = re.compile(
    r"\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozen|couple|few"
    r"|several|hundred|thousand|million|once|twice)\b"
    r"|[一二两三四五六七八九十百千万几半][个只条本次年月天岁元块斤公里米分小]",
    re.IGNORECASE,
)
_TIME = re.compile(
    r"\b(?:yesterday|today|tonight|tomorrow|ago|last|next|since|recently|(?:week|month|year|day|"
    r"morning|evening|night|weekend)s?|(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february"
    r"|march|april|may|june|july|august|september|october|november|december|spring|summer|autumn"
    r"|fall|winter|\d{4})\b|[年月日号周]|星期|礼拜|[昨今明]天|[上下]午|刚才|最近|以前|去年|春节",
    re.IGNORECASE,
)
_NAME = re.compile(r"(?<=[\w,;:\-] )[A-Z][a-z]+")
"""A capital letter where no sentence begins."""

_WHEN = re.compile(
    r"\bwhen\b|\b(?:what|which) (?:date|day|month|year|time)\b|\bhow long ago\b"
    r"|什么时候|何时|哪[一]?[天年月日]|几[点号月]|多久[以之]?前",
    re.IGNORECASE,
)
_COUNT = re.compile(
    r"\bhow (?:many|much|long|often|old|far)\b|多少|多久|多[大高长远重]|几[个只条本次年天岁]",
    re.IGNORECASE,
)
_WHO = re.compile(r"\b(?:who|whom|whose|where|which)\b", re.IGNORECASE)
_UNSPACED = re.compile("[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af]")
_SPACED = re.compile(r"[A-Za-z\u00c0-\u024f\u0370-\u052f]{2,}")


def marks_of(text: str, previous: str | None = None) -> frozenset[Mark]:
    """Return the marks of a text; `previous` is what was said before it."""
    found = {
        Mark.QUESTION: text.rstrip(_CLOSING).endswith(_QUESTION),
        Mark.AFTER_QUESTION: previous is not None and any(sign in previous for sign in _QUESTION),
        Mark.NUMBER: bool(_NUMBER.search(text)),
        Mark.TIME: bool(_TIME.search(text)),
        Mark.NAME: bool(_NAME.search(text)),
        Mark.UNSPACED: is_unspaced(text),
    }
    return frozenset(mark for mark, there in found.items() if there)


def asked_of(question: str) -> frozenset[Asked]:
    """Return what kinds of answer a question wants."""
    patterns = {Asked.WHEN: _WHEN, Asked.COUNT: _COUNT, Asked.NAME: _WHO}
    return frozenset(asked for asked, pattern in patterns.items() if pattern.search(question))


def is_unspaced(text: str) -> bool:
    """Return whether a text is mostly written in a script without spaces.

    A character of such a script weighs as much as half a word of others.
    """
    characters = len(_UNSPACED.findall(text))
    return characters > 2 * len(_SPACED.findall(text))
