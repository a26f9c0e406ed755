"""Where a unit's words stand: in itself, or in which of its neighbours. One number a term.

A ranked list looks up a handful of terms in hundreds of units, so each unit keeps the answer ready:
the low bits say which neighbours hold the term, the rest how often the unit itself does.
"""

from collections.abc import Iterable, Mapping

TermPlaces = Mapping[str, int]
"""Places by blind term."""

OFFSETS = (-1, 1, -2, 2, -3, 3)
OWN_SHIFT = len(OFFSETS)
AROUND = (1 << OWN_SHIFT) - 1
PREVIOUS = 1 << OFFSETS.index(-1)
"""The bit of the message before."""


def term_places(own: Iterable[str], around: Mapping[int, Iterable[str]]) -> dict[str, int]:
    """Return the places of every term; neighbours at other offsets are left out."""
    places: dict[str, int] = {}
    for term in own:
        places[term] = places.get(term, 0) + (1 << OWN_SHIFT)
    for bit, offset in enumerate(OFFSETS):
        for term in around.get(offset, ()):
            places[term] = places.get(term, 0) | (1 << bit)
    return places


def own_terms(places: TermPlaces) -> tuple[str, ...]:
    """Return the terms that the unit itself holds, each once."""
    return tuple(term for term, place in places.items() if place > AROUND)


def own_length(places: TermPlaces) -> int:
    """Return how many terms the unit itself has, repetitions counted."""
    return sum(place >> OWN_SHIFT for place in places.values())


def neighbour_shares(shares: Mapping[int, float]) -> tuple[float, ...]:
    """Return the largest share of the neighbours that hold a term, by the low bits of its place."""
    listed = [shares.get(offset, 0.0) for offset in OFFSETS]
    return tuple(
        max((share for bit, share in enumerate(listed) if place >> bit & 1), default=0.0)
        for place in range(AROUND + 1)
    )
