"""Slots of changeable facts that a sentence fills with certainty.

A sentence fills a slot only if the whole of it does: "I moved to Rome in 2010, then …" is history
and "I'd live in Rome" is none. The patterns are in `slots_english` and `slots_chinese`.
"""

import re
from dataclasses import dataclass

from mneme.domain.extraction import slots_chinese, slots_english
from mneme.domain.extraction.phrases_english import FUNCTION_WORDS, THIRD_PERSON
from mneme.domain.extraction.sentences import has_han
from mneme.domain.scope import join_key

_LONGEST = 160
"""Longer sentences say more than one slot."""

_ENGLISH, _CHINESE = (
    tuple((slot, re.compile(f"{rules.LEAD}{said}{rules.TAIL}")) for slot, said in rules.TABLE)
    for rules in (slots_english, slots_chinese)
)
_PREFERRED = slots_english.PREFERRED | slots_chinese.PREFERRED

_NOT_A_NAME = FUNCTION_WORDS | THIRD_PERSON | {"everyone", "everybody", "nobody", "someone"}
_SPEAKER = frozenset({"i", "we"})


@dataclass(frozen=True, slots=True)
class _Filled:
    """A filled slot: its parts, and whose it is, None for the speaker's own."""

    slot: tuple[str, ...]
    owner: str | None


def fact_key(sentence: str, speaker: str | None) -> str | None:
    """Return the fact key the sentence fills for certain, else None.

    The key of a named person carries the name, so that two people never share a slot; a speaker
    without a name is the user, whose keys are the bare slots. An allergy's key carries what it is
    to: a second one must not take the place of the first.
    """
    filled = _filled(sentence.replace("’", "'")) if len(sentence) <= _LONGEST else None
    if filled is None:
        return None
    owner = filled.owner or speaker
    return join_key(*filled.slot) if owner is None else join_key(*filled.slot, owner.casefold())


def _filled(sentence: str) -> _Filled | None:
    for slot, pattern in _CHINESE if has_han(sentence) else _ENGLISH:
        match = pattern.fullmatch(sentence)
        if match is None:
            continue
        groups = match.groupdict()
        parts = _parts(slot, groups.get("value"), groups.get("what"))
        who = groups.get("who")
        if parts is None:
            return None
        if who is None or who.lower() in _SPEAKER:
            return _Filled(parts, None)
        if who.lower() not in _NOT_A_NAME:
            return _Filled(parts, who)
    return None


def _parts(slot: str, value: str | None, what: str | None) -> tuple[str, ...] | None:
    if what is not None:
        kind = _PREFERRED.get(what.lower())
        return None if kind is None else (slot.format(what=kind),)
    return (slot,) if value is None else (slot, value.casefold())
