"""What recalls and uses leave in a memory: counts, and weight (seed 3 chapter 7).

Instants tell what was counted already: a head knows its last recall and its last use, and what is
no newer is a repetition. So hits may be lost in a race, but are never counted twice.
"""

from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum

from mneme.domain.memory import Head, Status, WeightAnchor
from mneme.domain.weight import WeightPolicy, current_weight, recalled

MOST_COUNTED = 2**53
"""What is counted more often is counted so often: readers of JSON keep no larger number exactly."""


class Strengthening(StrEnum):
    """What gives a memory its weight back: that it was found, or that a model was told of it."""

    HIT = "hit"
    USE = "use"


@dataclass(frozen=True, slots=True)
class Occasions:
    """When a memory was recalled, once a recall, and when it was used, once a use."""

    hits: tuple[datetime, ...] = ()
    uses: tuple[datetime, ...] = ()

    def __add__(self, other: "Occasions") -> "Occasions":
        """Return both together."""
        return Occasions(self.hits + other.hits, self.uses + other.uses)

    def __bool__(self) -> bool:
        """Return whether there are any."""
        return bool(self.hits or self.uses)

    @property
    def last(self) -> datetime:
        """The latest of them. Raises ValueError if there is none."""
        return max(self.hits + self.uses)

    def unseen_by(self, head: Head) -> "Occasions":
        """Return those that are newer than all that the head has counted; none if it is over."""
        if head.status is not Status.ACTIVE:
            return Occasions()
        return Occasions(
            _after(head.last_recalled_at, self.hits), _after(head.last_used_at, self.uses)
        )


def reinforced(head: Head, new: Occasions, by: Strengthening, weights: WeightPolicy) -> Head:
    """Return the head after occasions that it has not counted: all count, one kind strengthens."""
    strong = new.hits if by is Strengthening.HIT else new.uses
    return replace(
        head,
        anchor=_anchor(head, strong, weights),
        recall_count=min(head.recall_count + len(new.hits), MOST_COUNTED),
        used_count=min(head.used_count + len(new.uses), MOST_COUNTED),
        last_recalled_at=max(new.hits, default=head.last_recalled_at),
        last_used_at=max(new.uses, default=head.last_used_at),
        version=head.version + 1,
    )


def _anchor(head: Head, occasions: tuple[datetime, ...], weights: WeightPolicy) -> WeightAnchor:
    if not occasions:
        return head.anchor
    last = max(occasions)
    weight = current_weight(head, last, weights)
    for _ in occasions:
        weight = recalled(weight, head.class_cap, weights.recall_gain)
    return WeightAnchor(weight, max(head.anchor.at, last))


def _after(seen: datetime | None, occasions: tuple[datetime, ...]) -> tuple[datetime, ...]:
    return tuple(at for at in occasions if seen is None or seen < at)
