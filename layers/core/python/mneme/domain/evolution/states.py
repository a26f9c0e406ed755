"""States that have one value at a time, read from sentences: "lives in Oslo"."""

import re
from dataclasses import dataclass

from mneme.domain.evolution.attributes import CHANGED_TO, CHINESE_CHANGED_TO
from mneme.domain.evolution.definite_subject import is_definite
from mneme.domain.evolution.read_wording import wording
from mneme.domain.evolution.state_values import is_value
from mneme.domain.evolution.state_words import (
    CHINESE_CURRENT_VALUE,
    CHINESE_ONE_VALUE,
    CHINESE_VALUE_OF_A_THING,
    CURRENT_VALUE,
    ONE_VALUE,
    ONE_VALUE_SLOTS,
    RATING,
    SLOT_WORDS,
    VALUE_OF_A_THING,
)
from mneme.domain.evolution.subject_words import MANY_OF_MINE
from mneme.domain.evolution.wording_words import NOT
from mneme.domain.extraction.added_values import adds_value
from mneme.domain.extraction.fact_slots import fact_key
from mneme.domain.extraction.main_language import is_chinese
from mneme.domain.extraction.sentences import has_han
from mneme.domain.retrieval.terms import Stem
from mneme.domain.scope import split_key
from mneme.domain.simplified_text import simplified

_ATTRIBUTE = re.compile(
    rf"(?P<whose>(?:my|our|the|[A-Z][\w-]{{0,40}}'s) )?(?P<new>new )?(?P<what>{CURRENT_VALUE})"
    rf"(?: of (?P<of>\S.{{0,40}}?))?(?: is|(?P<changed> {CHANGED_TO}))"
    r"(?: now| currently)? (?P<value>\S.{0,80}?)(?: now)?[.!]{0,3}",
    re.IGNORECASE,
)
_TELLS_A_CHANGE = re.compile(r" is now | now[.!]{0,3}$", re.IGNORECASE)
_CHINESE_ATTRIBUTE = re.compile(
    rf"(?P<whose>[\u4e00-\u9fff\w]{{0,8}}?)的?(?P<new>新)?(?P<what>{CHINESE_CURRENT_VALUE})(?P<of>)"
    rf"(?:现在|目前)?(?:是|为|换成了?|(?P<changed>{CHINESE_CHANGED_TO}))"
    r"(?P<value>[^，,。]{1,40}?)了?[。！!.]{0,3}"
)
_TELLS_A_CHANGE_IN_CHINESE = re.compile("换成|现在[是为]|目前[是为]")
_SAME_NOUN = re.compile(r"(?<=\S)(?: address| number|地址|号码?)$", re.IGNORECASE)
"""An e-mail address is an e-mail."""
_OWNER = re.compile(r"[A-Z][\w-]*'s ")
_MINE = re.compile(r"(?:my )?", re.IGNORECASE)
_MINE_IN_CHINESE = re.compile("(?:我|用户|本人)?")
_NAMED_IN_CHINESE = re.compile(r".*[A-Za-z\d].*|(?![我你他她它这那本该某]).{4,}")
_RATING = re.compile(RATING, re.IGNORECASE)
_ONE_VALUE = re.compile(ONE_VALUE, re.IGNORECASE)
_CHINESE_ONE_VALUE = re.compile(CHINESE_ONE_VALUE)
_VALUE_OF_A_THING = re.compile(VALUE_OF_A_THING, re.IGNORECASE)
_CHINESE_VALUE_OF_A_THING = re.compile(CHINESE_VALUE_OF_A_THING)
_CHINESE_VALUE = re.compile(
    r".{0,40}(?:搬到|搬去|搬|住在|在|是|名叫|叫)了?(?P<value>[^，,。]{1,24}?)"
    r"(?:工作|上班|任职)?了?[。！!.]{0,3}"
)
_LONGEST = 200
_NO_SUBJECT = re.compile(r"(?:The )?[Uu]ser ")


@dataclass(frozen=True, slots=True)
class State:
    """What has one value at a time, and the value, in canonical forms.

    `ends_others` tells that with it another value of the slot is over for certain.
    """

    slot: tuple[str, ...]
    value: tuple[str, ...]
    ends_others: bool = True


def state_of(sentence: str, speaker: str | None, stem: Stem) -> State | None:
    """Return the state that the whole sentence states, None if it states none for certain."""
    text = sentence.strip()
    if len(text) > _LONGEST:
        return None
    plain = simplified(text)
    if adds_value(plain, chinese=is_chinese(plain)):
        return None
    key = fact_key(text, speaker) or fact_key(_in_first_person(text), speaker)
    if key is not None and split_key(key)[0] in ONE_VALUE_SLOTS:
        return State(split_key(key), _value(text, split_key(key), stem))
    return _attribute(text, stem)


def _in_first_person(text: str) -> str:
    """Return a sentence without subject ("Lives in Rome") as its speaker would say it."""
    said = _NO_SUBJECT.sub("", text, count=1)
    return f"I {said[:1].lower()}{said[1:]}"


def _value(text: str, slot: tuple[str, ...], stem: Stem) -> tuple[str, ...]:
    if has_han(text):
        match = _CHINESE_VALUE.fullmatch(text)
        return (match["value"] if match else text,)
    forms = wording(text, stem).plain
    if "to" in forms:
        forms = forms[len(forms) - forms[::-1].index("to") :]
    return tuple(form for form in forms if form not in SLOT_WORDS and form not in slot)


def _attribute(text: str, stem: Stem) -> State | None:
    chinese = has_han(text)
    match = (_CHINESE_ATTRIBUTE if chinese else _ATTRIBUTE).fullmatch(text)
    if match is None or not is_value(match["what"], match["value"]):
        return None
    value = _value_of(match["value"], stem)
    if NOT in value:
        return None
    what = _SAME_NOUN.sub("", match["what"])
    slot = [part for part in (match["whose"], what, match["of"]) if part]
    forms = tuple(form for part in slot for form in wording(part, stem).plain)
    ends = _RATING.fullmatch(match["what"]) is not None or (
        _ends_others_in_chinese(match) if chinese else _ends_others(match, stem)
    )
    return State(forms, value, ends)


def _value_of(said: str, stem: Stem) -> tuple[str, ...]:
    """Return a value in canonical forms; an address is one."""
    return (said.casefold(),) if "@" in said else wording(said, stem).plain


def _ends_others(match: re.Match[str], stem: Stem) -> bool:
    whose, what, of = match["whose"] or "", match["what"], match["of"]
    owner = _OWNER.fullmatch(whose) and whose[:-3].lower() not in MANY_OF_MINE
    if owner or (of and wording(f"of {of}", stem).names):
        return True
    if of or _VALUE_OF_A_THING.fullmatch(what):
        return False
    if _changes(match, _TELLS_A_CHANGE):
        return True
    return _MINE.fullmatch(whose) is not None and _ONE_VALUE.fullmatch(what) is not None


def _changes(match: re.Match[str], sign: re.Pattern[str]) -> bool:
    told = match["new"] is not None or match["changed"] is not None
    return told or sign.search(match.group()) is not None


def _ends_others_in_chinese(match: re.Match[str]) -> bool:
    whose, what = match["whose"], match["what"]
    named = _NAMED_IN_CHINESE.fullmatch(whose) or (match["changed"] and whose)
    if named and is_definite(match.group()):
        return True
    if _MINE_IN_CHINESE.fullmatch(whose) is None or _CHINESE_VALUE_OF_A_THING.fullmatch(what):
        return False
    if _changes(match, _TELLS_A_CHANGE_IN_CHINESE):
        return True
    return _CHINESE_ONE_VALUE.fullmatch(what) is not None
