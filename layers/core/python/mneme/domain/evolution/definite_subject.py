"""Whether a sentence means the same people and things wherever it is told.

"He works nights" of today and "he doesn't" of next week may be about two; so may "my friend" and
"the movie". Sentences are as often told apart as together: only of what there is one, or what has
its name, does one sentence deny another for certain.
"""

import re
from collections.abc import Sequence

from mneme.domain.evolution.subject_words import (
    CHINESE_MANY,
    CHINESE_NAME,
    CHINESE_ONE,
    CHINESE_POINTING,
    DESCRIBING,
    ENDED,
    KNOWN_TO_ALL,
    MANY_OF_MINE,
    ONE_OF_MINE,
    OPENING,
    OWN,
    POINTING,
    SPEAKING,
)
from mneme.domain.extraction.sentences import has_han

_WORD = re.compile(r"[^\W_]+(?:['-][^\W_]+)*")
_APOSTROPHES = str.maketrans(dict.fromkeys("’‘ʼ`", "'"))
_PLAY = frozenset({"play", "plays", "playing"})

_POINTS = re.compile(CHINESE_POINTING)
_ONE_OF_MANY = re.compile(
    rf"(?:^|我|用户|本人)(?:家里?)?(?:(?:{CHINESE_ONE})(?!的?最))?的?(?:最好的|好|大|小|二|三|前)?"
    rf"(?:{CHINESE_MANY})的?(?!{CHINESE_NAME})"
)
_MY_THING = re.compile(rf"(?:我|用户|本人)的(?!{CHINESE_ONE})(?!.{{1,6}}{CHINESE_NAME})")


def is_definite(sentence: str) -> bool:
    """Return whether the sentence, in simplified characters, is about the same wherever told."""
    text = sentence.strip()
    if has_han(text):
        return not (_POINTS.search(text) or _ONE_OF_MANY.search(text) or _MY_THING.match(text))
    words = _WORD.findall(text.translate(_APOSTROPHES))
    low = [word.lower() for word in words]
    if any(word.partition("'")[0] in POINTING for word in low):
        return False
    first = next((at for at, word in enumerate(low) if word not in OPENING), 0)
    return all(_is_certain(words, low, at, first) for at in range(len(low)))


def _is_certain(words: Sequence[str], low: Sequence[str], at: int, first: int) -> bool:
    """Return whether the word at a place leads to no person or thing of which there are many."""
    word = low[at]
    if word in OWN:
        return _is_of_mine(words, low, at + 1, alone=at == first)
    if word == "the":
        return _is_the_one(words, low, at, leads=at == first)
    if at != first or word in SPEAKING:
        return True
    if word in {"a", "an", "one"}:
        return not _is_many(words, low, at + 1)
    return not _is_many(words, low, at)


def _is_of_mine(words: Sequence[str], low: Sequence[str], at: int, *, alone: bool) -> bool:
    """Return whether what follows "my" is one; `alone`: the sentence is about it."""
    while at < len(low) and (low[at] in DESCRIBING or low[at].endswith("'s")):
        if low[at] in {"favorite", "favourite", "preferred"}:
            return True
        at += 1
    if at >= len(low):
        return False
    if not alone:
        return not _is_many(words, low, at)
    compound = at + 1 < len(low) and low[at + 1] in MANY_OF_MINE
    return (low[at] in ONE_OF_MINE and not compound) or _is_name(words, at + 1)


def _is_the_one(words: Sequence[str], low: Sequence[str], at: int, *, leads: bool) -> bool:
    following = low[at + 1] if at + 1 < len(low) else ""
    if following == "user" or _is_name(words, at + 1):
        return True
    if leads:
        return False
    return following in KNOWN_TO_ALL or low[at - 1] in _PLAY or not ENDED.isdisjoint(low)


def _is_many(words: Sequence[str], low: Sequence[str], at: int) -> bool:
    """Return whether at the place, or behind words that describe it, is one of many, unnamed."""
    for place in range(at, min(at + 3, len(low))):
        plain = low[place].partition("'")[0]
        if plain in MANY_OF_MINE or plain.endswith("-in-law"):
            return not _is_name(words, place + 1)
    return False


def _is_name(words: Sequence[str], at: int) -> bool:
    return at < len(words) and words[at][0].isupper() and words[at].partition("'")[0] != "I"
