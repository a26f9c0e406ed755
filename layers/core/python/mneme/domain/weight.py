"""Weight: how strong a memory is now. Computed from an anchor, never rewritten by a schedule.

Source: seed 3 chapter 7; w(t) = w₀ · e^(−λαt) with t in days since the anchor.
"""

import math
from datetime import datetime
from typing import Protocol

from mneme.domain.fact import Fact
from mneme.domain.memory import Head, Kind, MemType, Ownership, WeightAnchor

ARCHIVE_THRESHOLD = 0.10
"""Below this weight a memory is archived."""

DECAY_RATE = math.log(8) / 90
"""λ per day: an unused memory of weight 0.80 reaches 0.10 after 90 days."""

DECAY_VERSION = 1
"""Goes up with every change of the rate: what was dated with another one is dated anew by a job."""

RECALL_GAIN = 0.10
"""Δ: what one recall gives back."""

IMPORTANT_WEIGHT = 0.90
TIME_BOUND_WEIGHT = 0.85
TURN_WEIGHT = 0.60

_CLASS_WEIGHTS = {
    (Ownership.USER, MemType.SEMANTIC): 0.80,
    (Ownership.USER, MemType.EPISODIC): 0.60,
    (Ownership.USER, MemType.PROCEDURAL): 0.70,
    (Ownership.AGENT, MemType.SEMANTIC): 0.70,
    (Ownership.AGENT, MemType.EPISODIC): 0.50,
    (Ownership.AGENT, MemType.PROCEDURAL): 0.60,
}

_EXEMPT_KINDS = frozenset({Kind.PERSONA, Kind.CONSTRAINT, Kind.TURN})
_SECONDS_PER_DAY = 86_400


def initial_weight(
    ownership: Ownership, mem_type: MemType, kind: Kind, *, important: bool, time_bound: bool
) -> float:
    """Return the weight of a memory's class; the first rule that fits decides (seed 3 ch. 7)."""
    if kind is Kind.TURN:
        return TURN_WEIGHT
    if important:
        return IMPORTANT_WEIGHT
    if time_bound:
        return TIME_BOUND_WEIGHT
    return _CLASS_WEIGHTS[ownership, mem_type]


def weight_of_class(one: Head | Fact, now: datetime) -> float:
    """Return the initial weight of the class that a memory, or a fact that becomes one, is in."""
    ends_later = one.invalid_at is not None and one.invalid_at > now
    return initial_weight(
        one.ownership,
        one.mem_type,
        one.kind,
        important=one.is_important,
        time_bound=one.expire_at is not None or ends_later,
    )


def decay_factor(kind: Kind, *, important: bool) -> float:
    """Return α: 0 for exempt kinds, 0.1 for important memories, else 1."""
    if kind in _EXEMPT_KINDS:
        return 0.0
    return 0.1 if important else 1.0


def weight_at(
    anchor: WeightAnchor, factor: float, now: datetime, decay_rate: float = DECAY_RATE
) -> float:
    """Return w(now) in [0, 1]; an anchor in the future counts as now."""
    days = max(0.0, (now - anchor.at).total_seconds() / _SECONDS_PER_DAY)
    return anchor.value * math.exp(-decay_rate * factor * days)


def weight_fading_at(at: datetime, now: datetime) -> float:
    """Return what weighs now, decaying at full rate, what falls to the threshold at an instant."""
    days = (at - now).total_seconds() / _SECONDS_PER_DAY
    return ARCHIVE_THRESHOLD * math.exp(DECAY_RATE * days)


class Fading(Protocol):
    """What of a memory tells its weight at any instant."""

    @property
    def kind(self) -> Kind:
        """Its kind."""

    @property
    def is_important(self) -> bool:
        """Whether it was marked so."""

    @property
    def anchor(self) -> WeightAnchor:
        """What weight it had when."""


def current_weight(head: Fading, now: datetime) -> float:
    """Return what weight a memory has now."""
    return weight_at(head.anchor, decay_factor(head.kind, important=head.is_important), now)


def recalled(current: float, class_cap: float, gain: float = RECALL_GAIN) -> float:
    """Return the weight after one recall: min(w + Δ, max(w, initial of its class))."""
    return min(current + gain, max(current, class_cap))


def days_until(anchor: WeightAnchor, factor: float, threshold: float = ARCHIVE_THRESHOLD) -> float:
    """Return the days from the anchor until the weight falls to `threshold`; infinite if never."""
    if factor == 0.0:
        return math.inf
    if anchor.value <= threshold:
        return 0.0
    return math.log(anchor.value / threshold) / (DECAY_RATE * factor)
