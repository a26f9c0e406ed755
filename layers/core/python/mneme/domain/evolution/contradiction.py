"""Whether a new sentence says that a known one no longer holds, told by their wordings.

Only changes that are recognized for certain: a denial, another value of what has one value at a
time, the end of the value that the known one states, or a change of it "from … to …".
"""

import re
from enum import Enum

from mneme.domain.evolution.read_wording import wording
from mneme.domain.evolution.said import Said, SaidSentence
from mneme.domain.evolution.same_meaning import opposes
from mneme.domain.evolution.state_words import (
    CHANGED_FROM_TO,
    CHINESE_CHANGED_FROM_TO,
    CHINESE_STATES,
    STATES,
)
from mneme.domain.evolution.wording import Wording
from mneme.domain.extraction.sentences import has_han
from mneme.domain.retrieval.terms import Stem

_LONGEST = 200
_CHANGED = re.compile(rf"(?P<whose>.*?)\b{CHANGED_FROM_TO}[.!]{{0,3}}", re.IGNORECASE)
_AUXILIARIES = frozenset({"be", "have"})
_CHINESE_CHANGED = re.compile(rf".*?{CHINESE_CHANGED_FROM_TO}了?[。！!.]{{0,3}}")
_CHINESE_STATE = re.compile(
    r"(?:我|用户|本人)?(?:一直|平时|现在|目前|每天)?"
    rf"(?:{CHINESE_STATES})(?P<value>[^，,。]{{1,20}}?)[。！!.]{{0,3}}"
)


class Change(Enum):
    """What a new sentence says about the state that a known one describes."""

    NONE = "none"
    SAME_VALUE = "same value"
    OTHER_VALUE = "other value"


def change(known: Said, new: Said, stem: Stem) -> Change:
    """Return what a new sentence says of a known one's state. Both have the same speaker."""
    before, after = known.single, new.single
    if before is None or after is None or has_han(before.text) != has_han(after.text):
        return Change.NONE
    if opposes(before.wording, after.wording):
        return Change.OTHER_VALUE
    one, other = before.state, after.state
    if one is not None and other is not None and one.slot == other.slot:
        return _compared(one.value, other.value)
    left = _ends(before, after) or _leaves(before, after, stem)
    return Change.OTHER_VALUE if left else Change.NONE


def _compared(before: tuple[str, ...], after: tuple[str, ...]) -> Change:
    if before == after:
        return Change.SAME_VALUE
    one, other = "\n".join(before), "\n".join(after)
    # "Oslo" and "Oslo, Norway" may both hold: which is meant is not for rules to say.
    return Change.NONE if one in other or other in one else Change.OTHER_VALUE


def _ends(known: SaidSentence, new: SaidSentence) -> bool:
    """Return whether the new sentence ends the very value with which the known one fills a slot."""
    return any(one.slot == known.slot and one.is_told_in(known.text) for one in new.endings)


def _leaves(known: SaidSentence, new: SaidSentence, stem: Stem) -> bool:
    """Return whether the new sentence changes "from" the very thing that the known one states."""
    text = new.text.strip()
    if len(text) > _LONGEST:
        return False
    if has_han(text):
        match = _CHINESE_CHANGED.fullmatch(text)
        return match is not None and _ends_in(known.text, match["old"])
    match = _CHANGED.fullmatch(text)
    if match is None or known.wording.settings:
        return False
    forms = wording(match["whose"], stem).plain
    whose = tuple(form for form in forms if form not in _AUXILIARIES)
    return _states(known.wording, wording(match["old"], stem), whose)


def _states(said: Wording, value: Wording, whose: tuple[str, ...]) -> bool:
    """Return whether a sentence states the value of the same person or thing."""
    before = said.plain[: -len(value.plain)]
    if before[: len(whose)] != whose:
        return False
    before = before[len(whose) :]
    return (
        bool(value.plain)
        and said.plain[-len(value.plain) :] == value.plain
        and bool(before)
        and set(before) <= STATES
    )


def _ends_in(known: str, value: str) -> bool:
    match = _CHINESE_STATE.fullmatch(known.strip())
    return match is not None and match["value"] == value
