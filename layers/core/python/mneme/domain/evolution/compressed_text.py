"""Whether a text that a model made of several memories says what they say, and nothing else.

A text is read in parts, at its commas and conjunctions. Each part must say what one memory says,
the parts of one memory must stand together, and it must have something in common with the one whose
parts stand before: so nothing that was said of one thing is said of another.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from mneme.domain.evolution.compression import Mood, mood_of
from mneme.domain.evolution.founded_text import is_founded, keeps, mentions
from mneme.domain.retrieval.terms import Stem

_PARTS = re.compile(
    r"[,;:，；：、。！？!?\n]+|(?<=\D)\.(?=\s|$)|\s+(?:and|as well as|plus)\s+|以及|[和与及并]",
    re.I,
)
_PARTS_A_SOURCE = 4
_OFTEN = re.compile(r"\b(?:often|regularly|frequently)\b|经常|常常|时常|常", re.I)


def says_all(text: str, sources: Sequence[str], stem: Stem, *, events: bool = False) -> bool:
    """Return whether the text says all that its sources say, each of them, and nothing else.

    `events`: the sources tell what happened several times, so that the text may say "often".
    """
    moods = {mood_of(source, stem) for source in sources}
    if len(moods) != 1 or None in moods or len(text) >= sum(map(len, sources)):
        return False
    [mood] = moods
    plain = _plain(text, sources, events=events)
    return (
        _in_mood(plain, mood, stem)
        and is_founded(plain, sources, stem)
        and all(_is_kept(plain, at, sources, stem) for at in range(len(sources)))
        and _is_in_order(plain, sources, stem)
    )


def _plain(text: str, sources: Sequence[str], *, events: bool) -> str:
    """Return the text without what it may add to its sources."""
    if not events or any(map(_OFTEN.search, sources)):
        return text
    return _OFTEN.sub("", text)


def _in_mood(text: str, mood: Mood | None, stem: Stem) -> bool:
    """Return whether the text is as certain as its sources, and of the same time."""
    found = mood_of(text, stem)
    return found is not None and found == mood


def _is_kept(text: str, at: int, sources: Sequence[str], stem: Stem) -> bool:
    others = [one for place, one in enumerate(sources) if place != at]
    return keeps(text, sources[at], others, stem)


def _is_in_order(text: str, sources: Sequence[str], stem: Stem) -> bool:
    """Return whether the parts of the text can be told of the sources, one after the other."""
    said = tuple(mentions(source, stem) for source in sources)
    parts = (mentions(part, stem) for part in _PARTS.split(text))
    told = tuple(part for part in parts if part)
    return len(told) <= _PARTS_A_SOURCE * len(said) and _Order(told, said).holds()


@dataclass(frozen=True)
class _Order:
    """The parts of a text, and the sources that may have said them."""

    parts: tuple[frozenset[str], ...]
    said: tuple[frozenset[str], ...]
    _hopeless: set[tuple[int, int | None, frozenset[int]]] = field(default_factory=set)

    def holds(
        self, at: int = 0, current: int | None = None, over: frozenset[int] = frozenset()
    ) -> bool:
        """Return whether the parts from a place on go from one source to those not over yet."""
        if at == len(self.parts):
            return True
        if (at, current, over) in self._hopeless:
            return False
        for source in self._tellers(at, current, over):
            ended = () if current is None or source == current else (current,)
            if self.holds(at + 1, source, over.union(ended)):
                return True
        self._hopeless.add((at, current, over))
        return False

    def _tellers(self, at: int, current: int | None, over: frozenset[int]) -> Iterator[int]:
        for source, mentioned in enumerate(self.said):
            if source in over or not self.parts[at] <= mentioned:
                continue
            if current is None or source == current or mentioned & self.said[current]:
                yield source
