"""Two statements of the same about two things, made one: "likes cheese and chicken pizza".

Only for what is said of each thing by itself, in a form that is recognized whole; anything else
stays two memories.
"""

import re
from dataclasses import dataclass

from mneme.domain.evolution.list_words import (
    CHINESE_ADVERB,
    CHINESE_NO_ITEM,
    CHINESE_SUBJECT,
    CHINESE_VERB,
    ENGLISH_ADVERB,
    ENGLISH_GERUND,
    ENGLISH_SUBJECT,
    ENGLISH_VERB,
    NO_ITEM,
)
from mneme.domain.evolution.read_wording import wording
from mneme.domain.extraction.sentences import has_han
from mneme.domain.retrieval.terms import Stem

_LONGEST = 200
_WORDS = 4
_CHARACTERS = 8
_LEAST_SHARED = 2
"""A single Chinese character in common is no word."""

_ENGLISH = re.compile(
    rf"(?P<lead>{ENGLISH_SUBJECT}{ENGLISH_ADVERB}{ENGLISH_VERB}{ENGLISH_GERUND}) "
    r"(?P<object>\S.*?)(?P<close>[.!]{0,3})",
    re.IGNORECASE,
)
_ENGLISH_ITEMS = re.compile(r",\s*(?:and\s+)?|\s+and\s+", re.IGNORECASE)
_CHINESE = re.compile(
    rf"(?P<lead>{CHINESE_SUBJECT}{CHINESE_ADVERB}{CHINESE_VERB})"
    r"(?P<object>\S+?)(?P<close>[。！!.]{0,3})"
)
_CHINESE_ALLERGY = re.compile(
    r"(?P<lead>(?:我|用户|本人)?也?对)(?P<object>\S+?)(?P<close>过敏[。！!.]{0,3})"
)
_CHINESE_ITEMS = re.compile("以及|[和、与]")
_NOT_A_THING = re.compile(CHINESE_NO_ITEM)


@dataclass(frozen=True, slots=True)
class _Listing:
    """A statement about things: what is said, of which things, and how it ends."""

    lead: str
    items: tuple[str, ...]
    object: str
    close: str


def joined(known: str, new: str, stem: Stem) -> str | None:
    """Return one sentence that says both, in the words of the known one, or None."""
    if max(len(known), len(new)) > _LONGEST or has_han(known) != has_han(new):
        return None
    read = _chinese if has_han(known) else _english
    one, other = read(known.strip()), read(new.strip())
    if one is None or other is None or len(other.items) != 1 or not _same(one, other, stem):
        return None
    things = (_chinese_things if has_han(known) else _english_things)(one, other.items[0])
    return f"{one.lead}{things}{one.close}"


def _same(one: _Listing, other: _Listing, stem: Stem) -> bool:
    """Return whether the same is said of both, and the new thing is not there already."""
    said, anew = (wording(f"{side.lead} {_close(side)}", stem) for side in (one, other))
    new_thing = wording(other.items[0], stem).forms
    known_things = [wording(item, stem).forms for item in one.items]
    return said == anew and bool(new_thing) and new_thing not in known_things


def _close(listing: _Listing) -> str:
    return listing.close.rstrip("。！!.")


# --- English ------------------------------------------------------------------------------------


def _english(text: str) -> _Listing | None:
    match = _ENGLISH.fullmatch(text)
    if match is None:
        return None
    items = tuple(_ENGLISH_ITEMS.split(match["object"]))
    if not all(map(_is_thing, items)):
        return None
    return _Listing(match["lead"] + " ", items, match["object"], match["close"])


def _is_thing(item: str) -> bool:
    words = item.lower().split()
    return (
        0 < len(words) <= _WORDS
        and NO_ITEM.isdisjoint(words)
        and not any(map(str.isdigit, item))
        and item.replace(" ", "").replace("-", "").replace("'", "").isalpha()
    )


def _english_things(known: _Listing, new: str) -> str:
    if len(known.items) > 1:
        return f"{known.object} and {new}"
    one, other = known.object.split(), new.split()
    shared = 0
    while shared < min(len(one), len(other)) - 1 and _matches(one, other, shared):
        shared += 1
    if shared == 0:
        return f"{known.object} and {new}"
    return " ".join([*one[:-shared], "and", *other[:-shared], *one[-shared:]])


def _matches(one: list[str], other: list[str], shared: int) -> bool:
    return one[-1 - shared].casefold() == other[-1 - shared].casefold()


# --- Chinese ------------------------------------------------------------------------------------


def _chinese(text: str) -> _Listing | None:
    match = _CHINESE_ALLERGY.fullmatch(text) or _CHINESE.fullmatch(text)
    if match is None or _NOT_A_THING.search(match["object"]):
        return None
    items = tuple(_CHINESE_ITEMS.split(match["object"]))
    if not all(0 < len(item) <= _CHARACTERS for item in items):
        return None
    return _Listing(match["lead"], items, match["object"], match["close"])


def _chinese_things(known: _Listing, new: str) -> str:
    if len(known.items) > 1:
        return f"{known.object}以及{new}"
    one, shared = known.object, 0
    while shared < min(len(one), len(new)) and one[-1 - shared] == new[-1 - shared]:
        shared += 1
    shortest = min(len(one), len(new)) - shared
    if shared < _LEAST_SHARED or shortest < _LEAST_SHARED:
        return f"{one}和{new}"
    return f"{one[:-shared]}和{new[:-shared]}{one[-shared:]}"
