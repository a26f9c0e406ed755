"""Chinese words that tell an end: 待到周五, 截至八月, 到五月三号为止, 十二月之前有效.

Of the text give the simplified characters.
"""

import re

from mneme.domain.dates.ranges import Bound, ends_range
from mneme.domain.dates.rules import Tense
from mneme.domain.dates.span import Direction, TimeSpan
from mneme.domain.dates.tense import tense_around

_REACH = 40
_CLAUSE_END = re.compile(r"[。！!？?；;，,\n]")

_TO = re.compile(r"[到至]$")
_UNTIL = re.compile(r"直到$")
_STAYS = re.compile(
    r"(?:[住待呆干做留玩]|工作|生活|上班|出差|休假|放假|请假|休息|住院|值班|营业|开放|开|关门|停业|不在"
    r"|没空|有空|持续|延续|延长|维持)到了?$"
)
"""What goes on until then: whatever comes behind it."""
_IS_THERE = re.compile(r"在[^在到]{1,12}到$")
_TERM = re.compile(
    r"(?:有效|签证|护照|合同|租[期约]|任期|保质期|保修|质保|优惠|折扣|会员|[年季月]卡|居留|证件?|驾照"
    r"|保险|期限|活动)[^到至]{0,8}[到至]$"
)
_UP_TO = re.compile(r"截[至止](?:[到至])?$")
_FROM_NOW = re.compile(r"现在(?:开始|起)?(?:一直)?[到至]$")
_INCLUDED = re.compile(r"\s{0,3}(?:为止|止(?![血痛咳损步]))")
_BEFORE = re.compile(r"\s{0,3}(?:[之以]前|前(?![面后天任台妻夫往来]))")
_VALID = re.compile(
    r"有效|可用|能用|适用|开放|免费|[不别]能|不可以?|不[得准许让]|别|不要|禁止|都|一直|不在"
)
_NOT_YET = re.compile(r"没|从不|才|至少")
_THEN = re.compile(r"[^。！!？?；;，,\n]{0,12}?(?:才|再|就|将|会)")
"""What begins then, rather than ends: 直到周五才回来, 我到八月就三十岁了."""
_ALL_THE_TIME = re.compile(r"[^。！!？?；;，,\n]{0,6}?(?:都|一直|全)")
_OF = re.compile(r"的(?!时候)")
_STATE = re.compile(
    r"在(?!.{0,12}(?:旅[游行]|玩|参加|开会|考试|比赛))|[住休]|放假|请假|出差|有效|[有没]空|忙|关门"
    r"|停[业课电水]|营业|开放|值班|隔离"
)


def bound(text: str, before: TimeSpan | None, span: TimeSpan) -> Bound | None:
    """Return how far what the text states reaches into the span, None if it does not end there.

    `before` is the time expression before it.
    """
    lead = _CLAUSE_END.split(text[max(0, span.text_start - _REACH) : span.text_start])[-1]
    end = span.text_end
    if _OF.match(text, end):
        return None
    if _BEFORE.match(text, end):
        return _left_out(text, lead, end)
    if _TERM.search(lead) or _FROM_NOW.search(lead):
        return Bound.WHOLE
    if _INCLUDED.match(text, end) or _UP_TO.search(lead):
        return None if span.direction is Direction.POINT else Bound.WHOLE
    if ends_range(text, before, span):
        return Bound.WHOLE if _is_state(text, span) else None
    return Bound.DAY if _reaches(text, lead, end) else None


def _is_state(text: str, span: TimeSpan) -> bool:
    if _STATE.search(text, max(0, span.text_start - _REACH), span.text_end + _REACH) is None:
        return False
    return tense_around(text, span.text_start, span.text_end) is not Tense.PAST


def _left_out(text: str, lead: str, end: int) -> Bound | None:
    clause = lead + _CLAUSE_END.split(text[end : end + _REACH])[0]
    if _TO.search(lead) or _VALID.search(clause):
        return Bound.ONSET
    return None


def _reaches(text: str, lead: str, end: int) -> bool:
    if _NOT_YET.search(lead):
        return False
    if _STAYS.search(lead):
        return True
    if _THEN.match(text, end) or _TO.search(lead) is None:
        return False
    told = _UNTIL.search(lead) or _IS_THERE.search(lead) or _ALL_THE_TIME.match(text, end)
    return told is not None
