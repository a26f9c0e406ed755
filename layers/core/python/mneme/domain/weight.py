"""Weight: how strong a memory is now. Computed from an anchor, never rewritten by a schedule.

Source: seed 3 chapter 7; w(t) = w₀ · e^(−λαt) with t in days since the anchor.
"""

import math
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from mneme.domain.fact import Fact
from mneme.domain.memory import Head, Kind, MemType, Ownership, WeightAnchor

_LOST_IN_FADING = math.log(8)
"""From 0.80, a semantic memory's weight, to 0.10."""

_EXEMPT_KINDS = frozenset({Kind.PERSONA, Kind.CONSTRAINT, Kind.TURN})
_SECONDS_PER_DAY = 86_400


@dataclass(frozen=True, slots=True)
class ClassWeights:
    """The weight with which a memory of each class begins: the first class that fits is its own."""

    turn: float = 0.60
    important: float = 0.90
    time_bound: float = 0.85
    user_semantic: float = 0.80
    user_episodic: float = 0.60
    user_procedural: float = 0.70
    agent_semantic: float = 0.70
    agent_episodic: float = 0.50
    agent_procedural: float = 0.60

    def of(self, ownership: Ownership, mem_type: MemType) -> float:
        """Return the weight of what is neither a turn, nor important, nor bound to a time."""
        users = ownership is Ownership.USER
        if mem_type is MemType.SEMANTIC:
            return self.user_semantic if users else self.agent_semantic
        if mem_type is MemType.EPISODIC:
            return self.user_episodic if users else self.agent_episodic
        return self.user_procedural if users else self.agent_procedural


@dataclass(frozen=True, slots=True)
class WeightPolicy:
    """How weights begin, fade and come back.

    An unused memory of weight 0.80 reaches 0.10 after `fading_days`. `important_factor` is α of
    important memories, `recall_gain` is Δ, what one recall gives back. Below `archived_below` a
    memory is archived.
    """

    fading_days: float = 90.0
    important_factor: float = 0.1
    recall_gain: float = 0.10
    archived_below: float = 0.10
    initial: ClassWeights = ClassWeights()

    @property
    def decay_rate(self) -> float:
        """Return λ per day."""
        return _LOST_IN_FADING / self.fading_days


def initial_weight(
    ownership: Ownership,
    mem_type: MemType,
    kind: Kind,
    weights: ClassWeights,
    *,
    important: bool,
    time_bound: bool,
) -> float:
    """Return the weight of a memory's class; the first rule that fits decides (seed 3 ch. 7)."""
    if kind is Kind.TURN:
        return weights.turn
    if important:
        return weights.important
    if time_bound:
        return weights.time_bound
    return weights.of(ownership, mem_type)


def weight_of_class(one: Head | Fact, now: datetime, by: WeightPolicy) -> float:
    """Return the initial weight of the class that a memory, or a fact that becomes one, is in."""
    ends_later = one.invalid_at is not None and one.invalid_at > now
    return initial_weight(
        one.ownership,
        one.mem_type,
        one.kind,
        by.initial,
        important=one.is_important,
        time_bound=one.expire_at is not None or ends_later,
    )


def decay_factor(kind: Kind, by: WeightPolicy, *, important: bool) -> float:
    """Return α: 0 for exempt kinds, the policy's for important memories, else 1."""
    if kind in _EXEMPT_KINDS:
        return 0.0
    return by.important_factor if important else 1.0


def weight_at(anchor: WeightAnchor, factor: float, now: datetime, decay_rate: float) -> float:
    """Return w(now) in [0, 1]; an anchor in the future counts as now."""
    days = max(0.0, (now - anchor.at).total_seconds() / _SECONDS_PER_DAY)
    return anchor.value * math.exp(-decay_rate * factor * days)


def weight_fading_at(at: datetime, now: datetime, by: WeightPolicy) -> float:
    """Return what weighs now, decaying at full rate, what falls to the threshold at an instant."""
    days = (at - now).total_seconds() / _SECONDS_PER_DAY
    return by.archived_below * math.exp(by.decay_rate * days)


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


def current_weight(head: Fading, now: datetime, by: WeightPolicy) -> float:
    """Return what weight a memory has now."""
    factor = decay_factor(head.kind, by, important=head.is_important)
    return weight_at(head.anchor, factor, now, by.decay_rate)


def recalled(current: float, class_cap: float, gain: float) -> float:
    """Return the weight after one recall: min(w + Δ, max(w, initial of its class))."""
    return min(current + gain, max(current, class_cap))


def days_until_archived(anchor: WeightAnchor, factor: float, by: WeightPolicy) -> float:
    """Return the days from the anchor until a memory is archived; infinite if it never is."""
    if factor == 0.0:
        return math.inf
    if anchor.value <= by.archived_below:
        return 0.0
    return math.log(anchor.value / by.archived_below) / (by.decay_rate * factor)
