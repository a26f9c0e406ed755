"""Slots of changeable facts that a sentence fills with certainty: a table of patterns.

A sentence fills a slot only if the whole of it does: "I moved to Rome in 2010, then …" is history
and "I'd live in Rome" is none. Every repetition is bounded.
"""

import re
from dataclasses import dataclass

from mneme.domain.phrases_english import FUNCTION_WORDS, THIRD_PERSON
from mneme.domain.scope import join_key

_LONGEST = 160
"""Longer sentences say more than one slot."""

_LEAD = r"(?i:(?:hi|hey|hello|well|yes|yeah|so|oh|also|actually|by the way|btw|and)[,!]? )?"
_NAMED = r"[A-Z][\w'-]{0,40}(?: [A-Z][\w'-]{0,40}){0,3}"
_PLACE = rf"{_NAMED}(?:, {_NAMED})?"
_PERSON = r"(?P<who>[Ii]|[Ww]e|[A-Z][\w-]{0,40})"
_IS = r"(?:'m| am|'re| are| is|'s)"
_NOW = r"(?: (?:now|currently|still|just|recently|also))?"
_TAIL = (
    r"(?: (?:now|currently|recently|yesterday|today|these days|at the moment"
    r"|(?:last|this) (?:week|month|year)))?[.!]{0,3}"
)
_JOB = (
    r"(?:[a-z]{2,20}[ -]){0,3}(?:engineer|developer|programmer|designer|teacher|professor|nurse"
    r"|doctor|surgeon|dentist|lawyer|accountant|architect|chef|cook|driver|pilot|electrician"
    r"|plumber|carpenter|journalist|writer|editor|translator|artist|musician|photographer"
    r"|scientist|researcher|analyst|consultant|manager|therapist|counselor|pharmacist|farmer)"
)

_SURNAMES = (
    "王李张刘陈杨黄赵吴周徐孙马朱胡郭何林罗高郑梁谢宋唐许韩冯邓曹彭曾肖田董潘袁蔡蒋余于杜叶程魏苏吕"
    "丁任卢姚沈钟姜崔谭陆范汪廖石金贾韦夏付方邹熊白孟秦邱江尹薛闫段侯史龙陶黎贺顾毛郝龚邵万钱严武戴莫孔向汤"
)
_ZH_LEAD = r"(?:你好|您好|大家好|嗨)?[，,！! ]{0,2}"
_ZH_ME = r"(?:我们?|咱们?|俺)?"
_ZH_NOW = r"(?:现在|目前|刚刚|刚|最近|已经|上周|上个月|去年)?"
_ZH_PLACE = r"[\u4e00-\u9fff]{2,12}?(?<![家里楼层上下边起])(?<!附近)(?<!宿舍)(?<!酒店)(?<!学校)"
_ZH_TAIL = r"[了啦]?[。！!.]{0,3}"
_ZH_EMPLOYER = r"[\w\u4e00-\u9fff]{1,16}(?:公司|集团|医院|大学|中学|小学|银行|研究院|事务所|工作室)"
_ZH_JOB = (
    r"[\u4e00-\u9fff]{0,6}(?:工程师|程序员|老师|教师|教授|医生|护士|律师|会计|设计师|厨师|司机|记者"
    r"|作家|编辑|翻译|研究员|分析师|产品经理|摄影师|药剂师|农民|学生)"
)

_TABLE = (
    ("name", rf"{_LEAD}(?i:my name is|my name's|i am called|i'm called) {_NAMED}[.!]{{0,3}}"),
    ("home_city", rf"{_LEAD}{_PERSON}{_NOW} lives? in {_PLACE}{_TAIL}"),
    ("home_city", rf"{_LEAD}{_PERSON}{_IS}{_NOW} living in {_PLACE}{_TAIL}"),
    (
        "home_city",
        rf"{_LEAD}{_PERSON}(?:'ve| have|'s| has)?{_NOW} (?:moved|relocated)"
        rf"(?: back)?(?: from {_PLACE})? to {_PLACE}{_TAIL}",
    ),
    ("employer", rf"{_LEAD}{_PERSON}{_NOW} works? (?:at|for) {_NAMED}{_TAIL}"),
    ("employer", rf"{_LEAD}{_PERSON}{_IS}{_NOW} working (?:at|for) {_NAMED}{_TAIL}"),
    ("job", rf"{_LEAD}{_PERSON}{_NOW} works? as an? {_JOB}{_TAIL}"),
    ("job", rf"{_LEAD}{_PERSON}{_IS}{_NOW} an? {_JOB}{_TAIL}"),
    (
        "project",
        rf"{_LEAD}{_PERSON}(?:{_IS}| was| were)(?: now)?(?: on| moved to| assigned to)"
        rf" project {_NAMED}{_TAIL}",
    ),
    (
        "name",
        rf"{_ZH_LEAD}我(?:名叫|叫|的名字是|的名字叫)[{_SURNAMES}][\u4e00-\u9fff]{{1,2}}"
        r"(?<![了来的去吧])[。！!.]{0,3}",
    ),
    ("name", rf"{_ZH_LEAD}我(?:名叫|叫|的名字是|的名字叫) ?{_NAMED}[。！!.]{{0,3}}"),
    ("home_city", rf"{_ZH_LEAD}{_ZH_ME}{_ZH_NOW}(?:居住|住)在{_ZH_PLACE}{_ZH_TAIL}"),
    (
        "home_city",
        rf"{_ZH_LEAD}{_ZH_ME}{_ZH_NOW}(?:从{_ZH_PLACE})?搬[到去]了?{_ZH_PLACE}{_ZH_TAIL}",
    ),
    ("employer", rf"{_ZH_LEAD}{_ZH_ME}{_ZH_NOW}在{_ZH_EMPLOYER}(?:工作|上班|任职){_ZH_TAIL}"),
    ("job", rf"{_ZH_LEAD}我{_ZH_NOW}是(?:一[名个位]|[名个位])?{_ZH_JOB}[。！!.]{{0,3}}"),
)
_PATTERNS = tuple((slot, re.compile(pattern)) for slot, pattern in _TABLE)

_NOT_A_NAME = FUNCTION_WORDS | THIRD_PERSON | {"everyone", "everybody", "nobody", "someone"}
_SPEAKER = frozenset({"i", "we"})


@dataclass(frozen=True, slots=True)
class _Filled:
    """A filled slot and whose it is, None for the speaker's own."""

    slot: str
    owner: str | None


def fact_key(sentence: str, speaker: str | None) -> str | None:
    """Return the fact key the sentence fills for certain, else None.

    The key of a named person carries the name, so that two people never share a slot; a speaker
    without a name is the user, whose keys are the bare slots.
    """
    filled = _filled(sentence.replace("’", "'")) if len(sentence) <= _LONGEST else None
    if filled is None:
        return None
    owner = filled.owner or speaker
    return filled.slot if owner is None else join_key(filled.slot, owner.casefold())


def _filled(sentence: str) -> _Filled | None:
    for slot, pattern in _PATTERNS:
        match = pattern.fullmatch(sentence)
        who = match.groupdict().get("who") if match else None
        if match is None:
            continue
        if who is None or who.lower() in _SPEAKER:
            return _Filled(slot, None)
        if who.lower() not in _NOT_A_NAME:
            return _Filled(slot, who)
    return None
