"""Whether a new sentence says that a known one no longer holds, told by their wordings.

Certain are a denial, another value of what has one value at a time, the end of the value that the
known one states, and a change of it "from … to …". Where the two may be about two people or things,
or the noun about several values, it is in doubt.
"""

import re
from dataclasses import dataclass
from enum import Enum

from mneme.domain.evolution.attributes import attribute
from mneme.domain.evolution.counts import counts_anew, tells_now
from mneme.domain.evolution.giving_up import given_up, kept_up
from mneme.domain.evolution.read_wording import wording
from mneme.domain.evolution.said import Said, SaidSentence, said
from mneme.domain.evolution.same_meaning import opposes, seems_opposed
from mneme.domain.evolution.state_words import (
    CHANGED_FROM_TO,
    CHINESE_CHANGED_FROM_TO,
    CHINESE_STATES,
    STATES,
)
from mneme.domain.evolution.states import State
from mneme.domain.evolution.subject_words import CHINESE_MANY, CHINESE_ONE
from mneme.domain.evolution.wording import Wording
from mneme.domain.extraction.sentences import has_han
from mneme.domain.retrieval.terms import Stem

_LONGEST = 200
_CHANGED = re.compile(rf"(?P<whose>.*?)\b{CHANGED_FROM_TO}[.!]{{0,3}}", re.IGNORECASE)
_AUXILIARIES = frozenset({"be", "have"})
_CHINESE_CHANGED = re.compile(
    rf"(?P<whose>(?:我(?!们)|用户|本人)?(?!.{{0,8}}(?:想|打算|准备|计划|可能|差点|没))[^，,。]{{0,12}}?)"
    rf"{CHINESE_CHANGED_FROM_TO}了?[。！!.]{{0,3}}"
)
_WHEN = "已经|最近|刚刚?|今天|昨天|上个?[周月]|去年|今年|现在|终于|后来|前[几两三]天"
_CHINESE_SINCE = re.compile(
    rf"(?:我|用户|本人)?(?:{_WHEN}){{0,3}}"
    r"(?:把(?:手机|电脑|工作|系统|浏览器|车|家|主力机?)(?:也|都)?)?"
)
"""Before "from", tells no more than when."""
_ANOTHERS = re.compile(
    rf"(?:我|用户|本人)的?(?:{CHINESE_ONE}|{CHINESE_MANY})|(?!我|用户|本人|{_WHEN})."
)
_FOR_A_WHILE = re.compile(
    r"\b(?:on|at|for|during|after|before|when|while|in the|every|with)\b", re.IGNORECASE
)
_CHINESE_STATE = re.compile(
    r"(?:我|用户|本人)?(?:一直|平时|现在|目前|每天)?"
    rf"(?:{CHINESE_STATES})(?P<value>[^，,。]{{1,20}}?)[。！!.]{{0,3}}"
)


class Change(Enum):
    """What a new sentence says about the state that a known one describes."""

    NONE = "none"
    SAME_VALUE = "same value"
    OTHER_VALUE = "other value"
    IN_DOUBT = "in doubt"


def change(known: Said, new: Said, stem: Stem) -> Change:
    """Return what a new sentence says of a known one's state. Both have the same speaker."""
    before, after = known.single, new.single
    if before is None or after is None or has_han(before.text) != has_han(after.text):
        return Change.NONE
    definite = before.definite and after.definite
    if seems_opposed(before.wording, after.wording):
        return _certain(definite and opposes(before.wording, after.wording))
    one, other = before.state, after.state
    if one is not None and other is not None and one.slot == other.slot:
        return _compared(one, other)
    if _ends(before, after) or _gives_up(before.text, after.text):
        return Change.OTHER_VALUE
    if counts_anew(before.wording, after.wording):
        return _certain(definite and tells_now(after.text))
    return _exchanged(before, after, stem)


def contradict(one: str, other: str, speaker: str | None, stem: Stem) -> bool:
    """Return whether one of two texts of one speaker says for certain that the other does not hold.

    Each way round: either may have been said first.
    """
    both = said(one, speaker, stem), said(other, speaker, stem)
    return any(change(*pair, stem) is Change.OTHER_VALUE for pair in (both, both[::-1]))


def _certain(certain: bool) -> Change:
    return Change.OTHER_VALUE if certain else Change.IN_DOUBT


def _compared(before: State, after: State) -> Change:
    if before.value == after.value:
        return Change.SAME_VALUE
    one, other = "\n".join(before.value), "\n".join(after.value)
    # "Oslo" and "Oslo, Norway" may both hold: which is meant is not for rules to say.
    if one in other or other in one:
        return Change.NONE
    return _certain(after.ends_others)


def _ends(known: SaidSentence, new: SaidSentence) -> bool:
    """Return whether the new sentence ends the very value with which the known one fills a slot."""
    return any(one.slot == known.slot and one.is_told_in(known.text) for one in new.endings)


def _exchanged(known: SaidSentence, new: SaidSentence, stem: Stem) -> Change:
    """Return what the new sentence says of a thing that is there in the place of another."""
    replaced = _replaced(known.text, new.text)
    if replaced is not None:
        return replaced
    leaving = _leaving(known, new, stem)
    definite = known.definite and new.definite
    return Change.NONE if leaving is None else _certain(definite and leaving.certain)


def _gives_up(known: str, new: str) -> bool:
    """Return whether a habit is given up, or taken up again."""
    chinese = has_han(new)
    for habit, end in ((known, new), (new, known)):
        thing = given_up(end, chinese=chinese)
        if thing is not None and thing == kept_up(habit, chinese=chinese):
            return True
    return False


def _replaced(known: str, new: str) -> Change | None:
    """Return what the new sentence says of the value of somebody's thing, None if nothing."""
    one, other = (attribute(text, chinese=has_han(text)) for text in (known, new))
    if one is None or other is None or not other.replaces(one):
        return None
    return _certain(other.certain)


@dataclass(frozen=True, slots=True)
class _Leaving:
    """That the new sentence changes "from" the very thing that the known one states.

    It is not `certain` of a journey, nor where the new thing is for a place or an hour only.
    """

    certain: bool


def _leaving(known: SaidSentence, new: SaidSentence, stem: Stem) -> _Leaving | None:
    text = new.text.strip()
    if len(text) > _LONGEST:
        return None
    if has_han(text):
        return _leaving_in_chinese(known.text, text)
    match = _CHANGED.fullmatch(text)
    if match is None or known.wording.settings:
        return None
    forms = wording(match["whose"], stem).plain
    whose = tuple(form for form in forms if form not in _AUXILIARIES)
    if not _states(known.wording, wording(match["old"], stem), whose):
        return None
    return _Leaving(match["journey"] is None and _FOR_A_WHILE.search(match["new"]) is None)


def _leaving_in_chinese(known: str, new: str) -> _Leaving | None:
    match = _CHINESE_CHANGED.fullmatch(new)
    if match is None or not _ends_in(known, match["old"]) or _ANOTHERS.match(match["whose"]):
        return None
    return _Leaving(_CHINESE_SINCE.fullmatch(match["whose"]) is not None)


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
