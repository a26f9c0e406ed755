"""Which messages of a conversation are neighbours, for ranking and for embedding."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import TypeVar

REACH = 3
"""How many messages on either side are context."""

GAP = timedelta(hours=1)
"""Messages further apart than this are no neighbours."""

Each = TypeVar("Each")


def neighbour_offsets(times: Sequence[datetime], position: int) -> tuple[int, ...]:
    """Return the offsets (−3…3, never 0) of a message's neighbours: no gap lies in between."""
    return tuple(sorted([*_side(times, position, -1), *_side(times, position, 1)]))


def around(times: Sequence[datetime], each: Sequence[Each], position: int) -> Mapping[int, Each]:
    """Return what belongs to a message's neighbours, by offset."""
    return {at: each[position + at] for at in neighbour_offsets(times, position)}


def run_starts(times: Sequence[datetime]) -> list[int]:
    """Return of each message the position of the first one of its run: no gap lies in between."""
    starts: list[int] = []
    for position, at in enumerate(times):
        adjacent = position > 0 and abs(at - times[position - 1]) <= GAP
        starts.append(starts[-1] if adjacent else position)
    return starts


def _side(times: Sequence[datetime], position: int, step: int) -> list[int]:
    offsets: list[int] = []
    for distance in range(1, REACH + 1):
        here, before = position + step * distance, position + step * (distance - 1)
        if not 0 <= here < len(times) or abs(times[here] - times[before]) > GAP:
            break
        offsets.append(step * distance)
    return offsets
