"""What is said of a thing of somebody's, whatever it is called: "my phone is an iPhone 12".

No list of things: a value takes the place of another only if both are of one kind (named things,
numbers of one unit, dates), and the new sentence tells a change. "My phone is now on silent" and
"my car is red" are of none, and end nothing.
"""

import re
from dataclasses import dataclass

from mneme.domain.dates.number_words import english_number
from mneme.domain.evolution.subject_words import CHINESE_MANY, MANY_OF_MINE
from mneme.domain.extraction.phrases_english import FUNCTION_WORDS

CHANGED_TO = (
    r"(?:(?:is|was|were|has been|have been|got|has|have) )?(?:being )?(?:changed|moved|switched"
    r"|pushed|postponed|delayed|rescheduled|shifted|raised|lowered|increased|reduced|cut|extended|updated"
    r"|brought forward)(?: back| forward| up| down)?(?: from \S.{0,30}?)? to"
)
CHINESE_CHANGED_TO = (
    "(?:(?:推迟|提前|延期|延后|延|顺延|改|调整|调|提高|增加|涨|降低|降|减)(?:到|至|为)"
    "|改成|变成|变更为|更新为)了?"
)
CHINESE_SWAPPED_FOR = "(?:换成|换为)了?"

_MY = r"(?P<whose>(?:[Mm]y|[Oo]ur|[Tt]he|[A-Z][\w-]{0,40}'s) )"
_ENGLISH = re.compile(
    rf"{_MY}(?P<new>new )?(?P<what>[a-z][a-z-]{{1,20}}(?: [a-z][a-z-]{{1,20}}){{0,2}}?)"
    rf"(?:(?:'s| is)(?P<now> now| currently)?|(?P<changed> {CHANGED_TO}))"
    r" (?P<value>\S.{0,60}?)(?P<late> now)?[.!]{0,3}"
)
_CHINESE = re.compile(
    r"(?:(?P<whose>我们?|用户|本人)的)?(?P<what>(?![新这那哪你您他她它我])[\u4e00-\u9fff\w]{1,10}?)"
    r"(?:(?P<now>现在|目前|如今)?(?:是|在|定在|定于)|(?:现在|已经|又|再次)?"
    rf"(?:(?P<changed>{CHINESE_CHANGED_TO})|(?P<swapped>{CHINESE_SWAPPED_FOR})))"
    r"(?P<value>[^，,。]{1,30}?)(?P<late>了)?[。！!.]{0,3}"
)
_OTHER = frozenset({"old", "other", "former", "second", "next", "last", "first"})
_ARTICLE = re.compile(r"(?:an?|the) ", re.IGNORECASE)
_SPELT_AS_A_NAME = re.compile(r"\d*[^\W\d_]*[^\W\d_a-z][\w.'&+-]*(?: [\w.'&+-]{1,20}){0,5}")
_AMOUNT = re.compile(r"(?P<number>[$€£¥]?\d[\d .,:-]*|[a-z-]+)(?P<unit> ?[a-z%€$£]{1,12})?")
_DATE_WORD = re.compile(
    r"(?:on|at|the|of|next|noon|midnight|a\.?m\.?|p\.?m\.?|\d{1,4}(?:st|nd|rd|th|[ap]m)?|\d{1,2}:\d\d"
    r"|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}"
    r"|(?:mon|tues?|wednes|thurs?|fri|satur|sun)days?),?",
    re.IGNORECASE,
)
_DATE_NAME = re.compile(
    r"\b(?:(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}"
    r"|(?:mon|tues?|wednes|thurs?|fri|satur|sun)days?)\b",
    re.IGNORECASE,
)
_HOUR = re.compile(r"\d:\d\d|\d ?[ap]\.?m\b|\bnoon\b|\bmidnight\b", re.IGNORECASE)
_CHINESE_DATE = re.compile(
    r"(?:(?:\d{4}年)?\d{1,2}月(?:\d{1,2}[日号])?|[本这下]?(?:周|星期|礼拜)[一二三四五六日天]|\d{1,2}[日号])"
)
_CHINESE_AMOUNT = re.compile(r"[\d〇零一二两三四五六七八九十百千万]+(?P<unit>[\u4e00-\u9fff]{0,3})")
_LATIN_NAME = re.compile(r"(?=[^\u4e00-\u9fff]*[A-Z\d])[A-Za-z][\w.+-]*(?: [\w.+-]{1,20}){0,4}")
_DESCRIBED = re.compile(r".*[的了吧吗呢]|[很太不没在挺有][\u4e00-\u9fff]*")
_MANY = re.compile(CHINESE_MANY)
_SHORT_NAME = 4
"""A thing of nobody's with so few characters may be any of its kind: 截止日期."""


@dataclass(frozen=True, slots=True)
class Attribute:
    """Whose thing it is and what it is called, of what kind its value is, and the value.

    `changed` tells that the sentence says it is so now; `swapped`, that another thing, of whatever
    kind, is there in the place of the first. The one thing is `certain` to be meant by its name.
    """

    whose: str
    what: str
    kind: str
    value: str
    changed: bool
    swapped: bool = False
    certain: bool = True

    def replaces(self, known: "Attribute") -> bool:
        """Return whether the sentence tells another value of the very thing."""
        if (self.whose, self.what) != (known.whose, known.what) or not self.changed:
            return False
        alike = self.swapped or self.kind == known.kind
        return alike and self.value.casefold() != known.value.casefold()


def attribute(sentence: str, *, chinese: bool) -> Attribute | None:
    """Return what the whole sentence says of a thing, None if its value is of no kind.

    A Chinese sentence is given in simplified characters.
    """
    text = sentence.strip()
    return _in_chinese(text) if chinese else _in_english(text)


def _in_english(text: str) -> Attribute | None:
    match = _ENGLISH.fullmatch(text)
    if match is None:
        return None
    words = match["what"].split()
    if not FUNCTION_WORDS.isdisjoint(words) or words[0] in _OTHER:
        return None
    kind, whose = _kind(match["value"]), match["whose"].strip()
    if kind is None or words[-1] in MANY_OF_MINE:
        return None
    return Attribute(
        whose=whose.lower() if whose.lower() in {"my", "our", "the"} else whose,
        what=" ".join(words),
        kind=kind,
        value=_ARTICLE.sub("", match["value"]),
        changed=any(match[sign] for sign in ("now", "changed", "late", "new")),
        certain=_is_certain(match, kind),
    )


def _is_certain(match: re.Match[str], kind: str) -> bool:
    """Return whether no other thing of the name is meant: a new laptop may stand beside the old."""
    if match["new"] and kind != "address":
        return False
    return match["whose"].lower() != "the " or " " in match["what"]


def _kind(value: str) -> str | None:
    """Return the kind of a value: what it is measured in, or how it is named."""
    if "@" in value and " " not in value:
        return "address"
    words = value.split()
    if all(map(_DATE_WORD.fullmatch, words)):
        if _DATE_NAME.search(value):
            return "date"
        if _HOUR.search(value):
            return "hour"
    amount = _AMOUNT.fullmatch(value)
    if amount is not None and _is_number(amount["number"]):
        return f"number {(amount['unit'] or '').strip().rstrip('s')}"
    bare = _ARTICLE.sub("", value, count=1)
    if _SPELT_AS_A_NAME.fullmatch(bare) is None:
        return None
    return "one named" if bare != value else "name"


def _is_number(text: str) -> bool:
    if any(map(str.isdigit, text)):
        return True
    try:
        return english_number(text) >= 0
    except ValueError:
        return False


def _in_chinese(text: str) -> Attribute | None:
    match = _CHINESE.fullmatch(text)
    if match is None or _MANY.search(match["what"]):
        return None
    kind, whose = _kind_in_chinese(match["value"]), match["whose"] or ""
    if kind is None or (kind != "date" and not whose):
        return None
    swapped = match["swapped"] is not None
    return Attribute(
        whose=whose,
        what=match["what"],
        kind=kind,
        value=match["value"],
        changed=swapped or any(match[sign] for sign in ("now", "changed")),
        swapped=swapped,
        certain=bool(whose) or len(match["what"]) > _SHORT_NAME,
    )


def _kind_in_chinese(value: str) -> str | None:
    if "@" in value:
        return "address"
    if _CHINESE_DATE.fullmatch(value):
        return "date"
    amount = _CHINESE_AMOUNT.fullmatch(value)
    if amount is not None:
        return f"number {amount['unit']}"
    if _LATIN_NAME.fullmatch(value):
        return "name"
    # 招商银行 and 工商银行 are of one kind; what a thing is like is told by 的 and the like.
    return f"name {value[-1]}" if value[1:] and not _DESCRIBED.fullmatch(value) else None
