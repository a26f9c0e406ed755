"""Which messages of a conversation are neighbours, for ranking and for embedding."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

REACH = 3
"""How many messages on either side are context."""

GAP = timedelta(hours=1)
"""Messages further apart than this are no neighbours."""


def neighbour_offsets(times: Sequence[datetime], position: int) -> tuple[int, ...]:
    """Return the offsets (−3…3, never 0) of a message's neighbours: no gap lies in between."""
    return tuple(sorted([*_side(times, position, -1), *_side(times, position, 1)]))


def context_terms(
    times: Sequence[datetime], terms: Sequence[tuple[str, ...]], position: int
) -> Mapping[int, tuple[str, ...]]:
    """Return the neighbours' terms by offset."""
    return {at: terms[position + at] for at in neighbour_offsets(times, position)}


def _side(times: Sequence[datetime], position: int, step: int) -> list[int]:
    offsets: list[int] = []
    for distance in range(1, REACH + 1):
        here, before = position + step * distance, position + step * (distance - 1)
        if not 0 <= here < len(times) or abs(times[here] - times[before]) > GAP:
            break
        offsets.append(step * distance)
    return offsets
