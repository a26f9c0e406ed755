"""States that have one value at a time, read from sentences: "lives in Oslo"."""

import re
from dataclasses import dataclass

from mneme.domain.evolution.read_wording import wording
from mneme.domain.evolution.state_words import (
    CHINESE_CURRENT_VALUE,
    CURRENT_VALUE,
    ONE_VALUE_SLOTS,
    SLOT_WORDS,
)
from mneme.domain.evolution.wording_words import NOT
from mneme.domain.extraction.fact_slots import fact_key
from mneme.domain.extraction.sentences import has_han
from mneme.domain.retrieval.terms import Stem
from mneme.domain.scope import split_key

_ATTRIBUTE = re.compile(
    rf"(?P<whose>(?:my|our|the|[A-Z][\w-]{{0,40}}'s) )?(?P<what>{CURRENT_VALUE})"
    r"(?: of (?P<of>\S.{0,40}?))?(?: is| was changed to| has changed to| changed to)"
    r"(?: now| currently)? (?P<value>\S.{0,80}?)(?: now)?[.!]{0,3}",
    re.IGNORECASE,
)
_CHINESE_ATTRIBUTE = re.compile(
    rf"(?P<whose>[\u4e00-\u9fff\w]{{0,8}}?)的?(?P<what>{CHINESE_CURRENT_VALUE})(?P<of>)"
    r"(?:现在|目前)?(?:是|为|改成了?|改为|变成了?|换成了?)(?P<value>[^，,。]{1,40}?)了?[。！!.]{0,3}"
)
_CHINESE_VALUE = re.compile(
    r".{0,40}(?:搬到|搬去|搬|住在|在|是|名叫|叫)了?(?P<value>[^，,。]{1,24}?)"
    r"(?:工作|上班|任职)?了?[。！!.]{0,3}"
)
_LONGEST = 200
_NO_SUBJECT = re.compile(r"(?:The )?[Uu]ser ")


@dataclass(frozen=True, slots=True)
class State:
    """What has one value at a time, and the value, in canonical forms."""

    slot: tuple[str, ...]
    value: tuple[str, ...]


def state_of(sentence: str, speaker: str | None, stem: Stem) -> State | None:
    """Return the state that the whole sentence states, None if it states none for certain."""
    text = sentence.strip()
    if len(text) > _LONGEST:
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
    match = (_CHINESE_ATTRIBUTE if has_han(text) else _ATTRIBUTE).fullmatch(text)
    if match is None:
        return None
    value = wording(match["value"], stem).plain
    if NOT in value:
        return None
    slot = [part for part in (match["whose"], match["what"], match["of"]) if part]
    return State(tuple(form for part in slot for form in wording(part, stem).plain), value)
