"""Which of several texts say one and the same, by their wordings alone.

Stricter than what a new fact is compared by: of doubles one will go, and nobody asks again.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import TypeVar

from mneme.domain.evolution.definite_subject import is_definite
from mneme.domain.evolution.read_wording import wording
from mneme.domain.evolution.same_meaning import says_the_same
from mneme.domain.evolution.wording import Wording
from mneme.domain.extraction.sentences import sentences
from mneme.domain.retrieval.terms import Stem
from mneme.domain.simplified_text import simplified

Name = TypeVar("Name")
_Outline = tuple[object, ...]
_MOST_SENTENCES = 4
"""Longer texts say the same by chance only, and take long to read."""


def doubles(texts: Mapping[Name, str], stem: Stem) -> list[list[Name]]:
    """Return the groups of texts that say the same, each of two or more, in the given order.

    What speaks of one occasion, or of somebody whom only its own conversation knows, is no double.
    """
    groups: list[list[Name]] = []
    for alike in _alike(texts, stem):
        found: list[list[Name]] = []
        for name, parts in alike.items():
            group = next((one for one in found if _same(alike[one[0]], parts)), None)
            if group is None:
                found.append([name])
            else:
                group.append(name)
        groups += [one for one in found if len(one) > 1]
    return groups


def _alike(texts: Mapping[Name, str], stem: Stem) -> Iterable[dict[Name, list[Wording]]]:
    """Return texts of the same words, whatever their order, with the wordings of their parts."""
    by_outline: dict[_Outline, dict[Name, list[Wording]]] = defaultdict(dict)
    for name, text in texts.items():
        told = sentences(simplified(text))
        parts = [wording(one, stem) for one in told]
        if _may_have_doubles(parts) and all(map(is_definite, told)):
            by_outline[tuple(map(_outline, parts))][name] = parts
    return (alike for alike in by_outline.values() if len(alike) > 1)


def _outline(one: Wording) -> _Outline:
    return one.settings, one.numbers, one.names, tuple(sorted(one.plain))


def _same(one: list[Wording], other: list[Wording]) -> bool:
    return all(says_the_same(*pair) for pair in zip(one, other, strict=True))


def _may_have_doubles(parts: list[Wording]) -> bool:
    return 0 < len(parts) <= _MOST_SENTENCES and not any(one.of_one_occasion for one in parts)
