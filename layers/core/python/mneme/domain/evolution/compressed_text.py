"""Whether a text that a model made of several memories says what they say, and nothing else.

A text is read in parts, at its commas and conjunctions. Each part must say what one memory says,
the parts of one memory must stand together and keep its order, and it must have something in common
with the one whose parts stand before: so nothing that was said of one thing is said of another.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from mneme.domain.evolution.compression import Mood, mood_of
from mneme.domain.evolution.founded_text import is_founded, keeps, mentions
from mneme.domain.evolution.read_wording import wording
from mneme.domain.extraction.sentences import sentences
from mneme.domain.retrieval.terms import Stem

_PARTS = re.compile(
    r"[,;:，；：、。！？!?\n]+|(?<=\D)\.(?=\s|$)|\s+(?:and|as well as|plus)\s+|以及|[和与及并]",
    re.I,
)
_JOINING = frozenset({"and", "both", "well", "user", "和", "与", "及", "并", "都", "的", "了"})
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
    said = tuple(_forms(source, stem) for source in sources)
    parts = (_forms(part, stem) for part in _PARTS.split(text))
    told = tuple(part for part in parts if part)
    topics = tuple(mentions(source, stem) for source in sources)
    return len(told) <= _PARTS_A_SOURCE * len(said) and _Order(told, said, topics).holds(_Reached())


def _forms(text: str, stem: Stem) -> tuple[str, ...]:
    """Return the words of a text in their order, small ones too: from here to there is not back."""
    parts = (wording(sentence, stem) for sentence in sentences(text))
    return tuple(form for part in parts for form in part.plain if form not in _JOINING)


@dataclass(frozen=True, slots=True)
class _Reached:
    """So many parts are told: the last of `source`, up to a place in it; those that are over."""

    parts: int = 0
    source: int | None = None
    place: int = 0
    over: frozenset[int] = frozenset()


@dataclass(frozen=True)
class _Order:
    """The parts of a text, and the sources that may have said them, by their words."""

    parts: tuple[tuple[str, ...], ...]
    said: tuple[tuple[str, ...], ...]
    topics: tuple[frozenset[str], ...]
    _hopeless: set[_Reached] = field(default_factory=set)

    def holds(self, reached: _Reached) -> bool:
        """Return whether the parts from there on go on in their source, or to one not over yet."""
        if reached.parts == len(self.parts):
            return True
        if reached in self._hopeless:
            return False
        if any(map(self.holds, self._steps(reached))):
            return True
        self._hopeless.add(reached)
        return False

    def _steps(self, reached: _Reached) -> Iterator[_Reached]:
        part, following, last = self.parts[reached.parts], reached.parts + 1, reached.source
        for source, words in enumerate(self.said):
            goes_on = source == last
            common = last is None or goes_on or self.topics[source] & self.topics[last]
            begin = reached.place if goes_on else 0
            end = _found(part, words, begin) if common and source not in reached.over else None
            if end is not None:
                ended = () if last is None or goes_on else (last,)
                yield _Reached(following, source, end, reached.over.union(ended))


def _found(part: Sequence[str], said: Sequence[str], begin: int) -> int | None:
    """Return the place behind the words of a part, met in their order, None if they are not."""
    place = begin
    for word in part:
        try:
            place = said.index(word, place) + 1
        except ValueError:
            return None
    return place
