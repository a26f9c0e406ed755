"""Whether a statement tells again what another one told, read as a person's wish wants it.

What somebody deleted or corrected must not come back by a small change of its words. So this reads
in their favour where `same_meaning` reads in favour of what is new: where in doubt, the one
statement tells the other again. Another value, number or person, or the contrary, never does.
"""

import re
from collections import Counter
from dataclasses import dataclass, replace

from mneme.domain.evolution.asides import bare
from mneme.domain.evolution.founded_text import mentions
from mneme.domain.evolution.misspelt import is_misspelt, once
from mneme.domain.evolution.read_wording import wording
from mneme.domain.evolution.same_meaning import covers
from mneme.domain.evolution.single_slots import is_single_slot
from mneme.domain.evolution.slot_value import same_value, value_of
from mneme.domain.evolution.subject_words import (
    CHINESE_MANY,
    CHINESE_ONE,
    MANY_OF_MINE,
    ONE_OF_MINE,
    OPENING,
    OWN,
    POINTING,
)
from mneme.domain.evolution.wording import Wording
from mneme.domain.extraction.fact_slots import fact_key
from mneme.domain.extraction.sentences import has_han, sentences, words
from mneme.domain.retrieval.terms import Stem
from mneme.domain.scope import split_key
from mneme.domain.simplified_text import simplified

MOST_SENTENCES = 12
"""Longer texts are compared for equality only."""

FEWEST = 2
FEWEST_CHARACTERS = 3
"""Words, or Chinese characters, that two sentences must have in common to be one for them alone."""

_ALIKE = {"call": "name", "nam": "name"}
_HOW_MUCH = frozenset(
    {"much", "lot", "bit", "deepli", "badli", "sever", "strong", "serious", "extrem", "total"}
    | {"complet", "terribl", "truli", "absolut", "highli", "somewhat"}
)
"""Tell how much a thing is so, and nothing else; stems."""

_BETWEEN = frozenset("对有是会")
"""Characters that tell how the others belong together."""

_LEAST_OF_A_VALUE = 3
"""Characters of a Chinese value that another one may hold, and be the same."""

_CHINESE_PERSON = re.compile(rf"(?:我们?|用户|本人)的?({CHINESE_ONE}|{CHINESE_MANY})|([他她它]们?)")
_NO_NAMES: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class _Part:
    """A sentence without what is said around it; `slot` is what it fills, by name and value.

    `person` is who it is about if that is not its speaker, as far as words show it.
    """

    text: str
    wording: Wording
    mentions: frozenset[str]
    slot: tuple[str, ...] | None
    person: str
    stem: Stem

    @property
    def denies(self) -> bool:
        return self.wording.negations % 2 == 1


@dataclass(frozen=True, slots=True)
class Telling:
    """A text, read once so that it can be compared with many others."""

    parts: tuple[_Part, ...]


def telling(text: str, speaker: str | None, key: str | None, stem: Stem) -> Telling:
    """Return the text, read; `key` is the fact key of one that is a single sentence."""
    found = [one for one in map(bare, sentences(simplified(text))) if one]
    if len(found) > MOST_SENTENCES:
        return Telling(())
    given = key if len(found) == 1 else None
    return Telling(tuple(_part(one, speaker, given, stem) for one in found))


def tells_again(new: Telling, old: Telling, *, same_message: bool) -> bool:
    """Return whether the new text tells the old one again, wholly or as a part of it.

    Two texts of the `same_message` are one also where a word is misspelt, or left out or added: an
    edit makes them so.
    """

    def again(one: _Part, other: _Part) -> bool:
        return _again(one, other, same_message=same_message)

    if not new.parts or not old.parts:
        return False
    within = all(any(again(one, other) for other in old.parts) for one in new.parts)
    return within or all(any(again(one, other) for one in new.parts) for other in old.parts)


def _part(sentence: str, speaker: str | None, key: str | None, stem: Stem) -> _Part:
    found = key or fact_key(sentence, speaker)
    read = wording(sentence, stem)
    mentioned = (_ALIKE.get(one, one) for one in mentions(sentence, stem))
    return _Part(
        text=sentence,
        wording=replace(read, names=_NO_NAMES),
        mentions=frozenset(mentioned) - _HOW_MUCH - _BETWEEN,
        slot=None if found is None else split_key(found),
        person=_person(sentence, read),
        stem=stem,
    )


def _person(sentence: str, read: Wording) -> str:
    """Return who a sentence is about, "" for its speaker and for what is no person."""
    if has_han(sentence):
        found = _CHINESE_PERSON.match(sentence)
        return found[1] or found[2] if found else ""
    said = [one for one in words(sentence.lower()) if one not in OPENING]
    first, following = (*said, "", "")[:2]
    if first in OWN:
        plain = following.partition("'")[0]
        return plain if plain in ONE_OF_MINE | MANY_OF_MINE else ""
    return first if first in POINTING - {"we", "us"} or first in read.names else ""


def _again(new: _Part, old: _Part, *, same_message: bool) -> bool:
    if new.denies != old.denies or not _may_be_one(new.wording.numbers, old.wording.numbers):
        return False
    if new.slot is not None and old.slot is not None and new.slot[0] == old.slot[0]:
        return _fills_alike(new, new.slot, old, old.slot, same_message=same_message)
    occasions = new.wording.of_one_occasion or old.wording.of_one_occasion
    if new.wording.settings == old.wording.settings and (same_message or not occasions):
        whole = covers(new.wording, old.wording) or covers(old.wording, new.wording)
        if whole or _mentions_alike(new, old):
            return True
    return same_message and _is_edited(new, old)


def _may_be_one(one: frozenset[str], other: frozenset[str]) -> bool:
    """Return whether one of them tells the numbers of the other, and perhaps more."""
    return one <= other or other <= one


def _fills_alike(
    new: _Part,
    filled: tuple[str, ...],
    old: _Part,
    filled_before: tuple[str, ...],
    *,
    same_message: bool,
) -> bool:
    """Return whether both fill slots of one name with one value, for one person."""
    name, stem = filled[0], new.stem
    if filled != filled_before:
        return same_message and (
            _are_one_value(filled, filled_before) or _has_a_letter_twice(new, old)
        )
    if not is_single_slot(name) or same_value(new.text, old.text, name, stem):
        return True
    return same_message and _are_misspelt(
        value_of(new.text, name, stem), value_of(old.text, name, stem)
    )


def _are_one_value(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Return whether slots of many values are one: misspelt, or told more exactly."""
    if len(one) != len(other):
        return False
    return all(_is_one_value(*pair) for pair in zip(one, other, strict=True))


def _is_one_value(one: str, other: str) -> bool:
    shorter, longer = sorted((one, other), key=len)
    if has_han(one + other):
        return shorter in longer and (one == other or len(shorter) >= _LEAST_OF_A_VALUE)
    said, more = shorter.split(), longer.split()
    return more[: len(said)] == said or _are_misspelt(tuple(said), tuple(more))


def _are_misspelt(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    if len(one) != len(other) or has_han("".join(one)):
        return False
    return all(is_misspelt(*pair) for pair in zip(one, other, strict=True))


def _has_a_letter_twice(one: _Part, other: _Part) -> bool:
    """Return whether both are one but for the repetition of a letter or character."""
    letters = ("".join(part.wording.plain) for part in (one, other))
    return len({once(each) for each in letters}) == 1


def _mentions_alike(one: _Part, other: _Part) -> bool:
    """Return whether both have the same words that tell something, in whatever order."""
    if has_han(one.text) or has_han(other.text):
        return Counter(one.wording.plain) == Counter(other.wording.plain)
    return one.mentions == other.mentions and len(one.mentions) >= FEWEST


def _is_edited(new: _Part, old: _Part) -> bool:
    """Return whether one mentions nothing but what the other does, slips of the pen aside.

    What was so and is so no more is another statement; what was told as past is none if it is told
    without its tense.
    """
    if not new.wording.settings <= old.wording.settings or not _is_of_one_person(new, old):
        return False
    least = FEWEST_CHARACTERS if has_han(old.text) else FEWEST
    return (
        (bool(new.mentions) and _are_known(new.mentions, old.mentions))
        or (len(old.mentions) >= least and _are_known(old.mentions, new.mentions))
        or _has_a_letter_twice(new, old)
    )


def _are_known(words: frozenset[str], known: frozenset[str]) -> bool:
    return all(word in known or any(is_misspelt(word, one) for one in known) for word in words)


def _is_of_one_person(one: _Part, other: _Part) -> bool:
    if one.person == other.person:
        return True
    pairs = ((one.person, other.mentions), (other.person, one.mentions))
    return all(not person or one.stem(person) in mentioned for person, mentioned in pairs)
