"""Slots of changeable facts that a sentence fills with certainty.

A sentence fills a slot only if the whole of it does: "I moved to Rome in 2010, then …" is history
and "I'd live in Rome" is none. The patterns are in the tables of `slots_…` and `slot_changes_…`.
"""

import re
from dataclasses import dataclass
from enum import Enum, auto
from functools import cache

from mneme.domain.extraction import (
    slot_changes_chinese,
    slot_changes_english,
    slot_pieces_chinese,
    slot_pieces_english,
    slots_chinese,
    slots_english,
)
from mneme.domain.extraction.added_values import adds_value
from mneme.domain.extraction.main_language import is_chinese
from mneme.domain.extraction.phrases_english import FUNCTION_WORDS, THIRD_PERSON
from mneme.domain.scope import join_key
from mneme.domain.simplified_text import simplified

_LONGEST = 160
"""Longer sentences say more than one slot."""


_NOT_YET = re.compile(
    r"(?<![上个])(?:周|星期|礼拜)[一二三四五六日末天]|(?<!去年)(?<!前年)(?:国庆|元旦|春节|五一|中秋|端午|清明"
    r"|圣诞|过年|暑假|寒假)|(?<!去年)(?<!\d)\d{1,2}月|(?<!去年)[一二三四五六七八九十]月|月底|年底"
)
_DONE = re.compile(r"了|上{1,2}个?(?:周|星期|礼拜|月)|去年|前年|昨|(?:19|20)\d\d年|刚|已经|以?前")
"""A day that may lie ahead, and what says that it does not: 周一入职腾讯 is a plan."""


_EVERY_YEAR = "birthday"
"""Its day lies ahead and behind."""


class Holds(Enum):
    """What a sentence tells of its slot: what the value is, since when, or from when on."""

    NOW = auto()
    CHANGED = auto()


@dataclass(frozen=True, slots=True)
class Filling:
    """A slot, by its fact key, that a sentence fills for certain."""

    key: str
    holds: Holds


_Compiled = tuple[tuple[Holds, str, re.Pattern[str]], ...]


def _compiled(*tables: tuple[Holds, tuple[tuple[str, str], ...]]) -> _Compiled:
    return tuple((holds, slot, re.compile(said)) for holds, table in tables for slot, said in table)


def _stated(
    lead: str, table: tuple[tuple[str, str], ...], tail: str
) -> tuple[tuple[str, str], ...]:
    return tuple((slot, f"{lead}{said}{tail}") for slot, said in table)


# Compiled at the first sentence: it takes half a second, and most processes read none.
@cache
def _english() -> _Compiled:
    pieces = slot_pieces_english
    return _compiled(
        (Holds.NOW, _stated(pieces.LEAD, slots_english.TABLE, pieces.TAIL)),
        (Holds.CHANGED, slot_changes_english.CHANGES),
    )


@cache
def _chinese() -> _Compiled:
    pieces = slot_pieces_chinese
    return _compiled(
        (Holds.CHANGED, slot_changes_chinese.CHANGES),
        (Holds.NOW, _stated(pieces.LEAD, slots_chinese.TABLE, pieces.TAIL)),
    )


_PREFERRED = slots_english.PREFERRED | slots_chinese.PREFERRED

_NOT_A_NAME = FUNCTION_WORDS | THIRD_PERSON | {"everyone", "everybody", "nobody", "someone"}
_SPEAKER = frozenset({"i", "we"})


@dataclass(frozen=True, slots=True)
class _Filled:
    """A filled slot: its parts, whose it is, None for the speaker's own, and what is told of it."""

    slot: tuple[str, ...]
    owner: str | None
    holds: Holds


def filling(sentence: str, speaker: str | None) -> Filling | None:
    """Return the slot that the sentence fills for certain, else None.

    The key of a named person carries the name, so that two people never share a slot; a speaker
    without a name is the user, whose keys are the bare slots. An allergy's key carries what it is
    to: a second one must not take the place of the first. What is told beside the value of a slot
    ("I also work at Lidl") fills none; who has "also moved" lives in one place still.
    """
    told = _plain(sentence)
    filled = _filled(told)
    if filled is None:
        return None
    moved = filled == _Filled(("home_city",), filled.owner, Holds.CHANGED)
    if len(filled.slot) == 1 and not moved and adds_value(told, chinese=is_chinese(told)):
        return None
    owner = filled.owner or speaker
    parts = filled.slot if owner is None else (*filled.slot, owner.casefold())
    return Filling(join_key(*parts), filled.holds)


def fact_key(sentence: str, speaker: str | None) -> str | None:
    """Return the key of the slot whose value of today the sentence tells for certain, else None."""
    filled = filling(sentence, speaker)
    return None if filled is None else filled.key


def tells_slot(sentence: str) -> bool:
    """Return whether the sentence tells a value of a slot, be it one beside another."""
    return _filled(_plain(sentence)) is not None


def _plain(sentence: str) -> str:
    return simplified(sentence.replace("’", "'"))


def _filled(sentence: str) -> _Filled | None:
    if len(sentence) > _LONGEST:
        return None
    not_yet = _NOT_YET.search(sentence) is not None and _DONE.search(sentence) is None
    for holds, slot, pattern in _chinese() if is_chinese(sentence) else _english():
        match = pattern.fullmatch(sentence)
        if match is None or (not_yet and slot != _EVERY_YEAR):
            continue
        groups = match.groupdict()
        parts = _parts(slot, groups.get("value"), groups.get("what"))
        who = groups.get("who")
        if parts is None:
            return None
        if who is None or who.lower() in _SPEAKER:
            return _Filled(parts, None, holds)
        if who.lower() not in _NOT_A_NAME:
            return _Filled(parts, who, holds)
    return None


def _parts(slot: str, value: str | None, what: str | None) -> tuple[str, ...] | None:
    if what is not None:
        kind = _PREFERRED.get(what.lower())
        return None if kind is None else (slot.format(what=kind),)
    return (slot,) if value is None else (slot, value.casefold())
