"""Whether the words around a time expression speak of the past or of the future.

The marker nearest to the expression decides, within its sentence and a bounded distance. In
English the verb mostly comes first, so that one behind the expression counts as further away.
"""

import re

from mneme.domain.dates.rules import Tense
from mneme.domain.extraction.main_language import is_chinese

_REACH = 100
"""So many characters on either side are looked at."""
_BEHIND = 12
"""How much further away an English marker behind the expression counts."""

_ENGLISH_END = re.compile(r"[.!?;\n](?=\s|$)|\n")
_CHINESE_END = re.compile(r"[。！？；!?;\n]")

_NO_PAST = (
    "need|indeed|hundred|excited|interested|supposed|scheduled|related|naked|sacred|wicked|beloved"
    "|worried|embed|exceed|proceed|succeed|speed|breed|bleed|greed|planned|used|expected"
)
_IRREGULAR = (
    "was|were|did|didn't|wasn't|weren't|had|hadn't|went|got|came|took|saw|met|made|bought|thought"
    "|told|said|gave|found|left|felt|brought|ran|ate|drank|drove|flew|wrote|broke|spoke|began|won"
    "|lost|sold|built|kept|slept|spent|stood|taught|caught|fell|grew|knew|led|heard|held|sang|sent"
    "|sat|swam|threw|woke|wore|been|done|gone|seen|paid|became|chose|drew|forgot|hid|rode|shook"
    "|stole|understood|hung|fought|sought|lent|dealt|dreamt|learnt|born|since|i've|we've"
    r"|(?:i|we) (?:just )?(?:quit|hurt|cut|put|hit)"
)
_ENGLISH_PAST = rf"(?:{_IRREGULAR}|(?!(?:{_NO_PAST})\b)[a-z]{{2,14}}ed)"
_ENGLISH_FUTURE = (
    "will|won't|[a-z]{1,5}'ll|shall|going to|gonna|want to|wants to|need to|needs to|have to"
    "|has to|hope to|hopes to|plan to|plans to|planning|let's|can|could we|may|might|should"
    "|would like|looking forward|excited|upcoming|about to|due|scheduled|supposed|intend|intends"
    "|(?:am|are|is|i'm|we're|they're|he's|she's|you're) [a-z]{2,12}ing|remind|deadline"
)
_ENGLISH = re.compile(
    rf"\b(?:(?P<future>{_ENGLISH_FUTURE})"
    rf"|(?<!\bis )(?<!\bare )(?<!\bam )(?<!\bbe )(?<!\bgetting )(?<!\bbeing )"
    rf"(?P<past>{_ENGLISH_PAST}))\b",
    re.A | re.I,
)
"""What "is closed", will "be done" or "is getting married" is not past."""
_CHINESE = re.compile(
    r"(?P<future>(?<![主重需只])要(?![是么求])|(?<![的机社约聚开宴年晚协教理体误集展大])会(?![议员计场面])"
    r"|打算|准备|计划|希望|即将|将(?!军)|想(?![起到念])|可能|应该|得(?=[去交把])|记得|提醒)"
    r"|(?P<past>(?<![为除])了(?!解)|过(?![年节生程敏于去来])|曾|已经|刚|当时)"
)
_IS_TO_BE = re.compile(r"\b(?:is|are)(?: (?:on|in|at))?(?: the)? $", re.ASCII | re.IGNORECASE)
"""What "is on" some day is yet to be."""
_HOLDS_TO = re.compile(
    r"(?:\b(?:until|till?|through|thru|by)\s{1,3}(?:the\s{1,3})?(?:(?:end|middle|beginning|start)\s{1,3}of"
    r"\s{1,3}(?:the\s{1,3})?)?|[到至]|截止)$",
    re.ASCII | re.IGNORECASE,
)
_RANGE = re.compile(r"\b(?:from|between)\b|[从自]", re.ASCII | re.IGNORECASE)
"""An end told without a tense is yet to come, unless it ends a range told with its beginning."""


def english_tense(match: re.Match[str]) -> Tense:
    """Return the tense that surrounds a match in English text."""
    return _around(match.string, match.start(), match.end(), english=True)


def chinese_tense(match: re.Match[str]) -> Tense:
    """Return the tense that surrounds a match in Chinese text."""
    return _around(match.string, match.start(), match.end(), english=False)


def tense_around(text: str, start: int, end: int) -> Tense:
    """Return the tense that surrounds a part of the text, in the language of its sentence."""
    english = not is_chinese(text[max(0, start - _REACH) : end + _REACH])
    return _around(text, start, end, english=english)


def _around(text: str, start: int, end: int, *, english: bool) -> Tense:
    stop = _ENGLISH_END if english else _CHINESE_END
    before = stop.split(text[max(0, start - _REACH) : start])[-1]
    after = stop.split(text[end : end + _REACH], maxsplit=1)[0]
    if english and _IS_TO_BE.search(before):
        return Tense.FUTURE
    pattern, penalty = (_ENGLISH, _BEHIND) if english else (_CHINESE, 0)
    tense = _nearest(pattern, before, after, penalty)
    if tense is Tense.UNKNOWN and _HOLDS_TO.search(before) and not _RANGE.search(before):
        return Tense.FUTURE
    return tense


def _nearest(pattern: re.Pattern[str], before: str, after: str, penalty: int) -> Tense:
    near = [(len(before) - each.end(), each) for each in pattern.finditer(before)]
    near += [(each.start() + penalty, each) for each in pattern.finditer(after)]
    if not near:
        return Tense.UNKNOWN
    _, marker = min(near, key=lambda each: each[0])
    return Tense.PAST if marker["past"] else Tense.FUTURE
