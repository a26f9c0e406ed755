import math
from datetime import UTC, datetime, timedelta
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mneme.domain import weight
from mneme.domain.memory import Kind, MemType, Ownership, WeightAnchor
from mneme.domain.weight import (
    WeightPolicy,
    days_until_archived,
    decay_factor,
    initial_weight,
)

NOW = datetime(2026, 3, 1, tzinfo=UTC)
POLICY = WeightPolicy()

weight_at = partial(weight.weight_at, decay_rate=POLICY.decay_rate)
recalled = partial(weight.recalled, gain=POLICY.recall_gain)
days_until = partial(days_until_archived, by=POLICY)

weights = st.floats(0.0, 1.0)
factors = st.sampled_from([0.0, 0.1, 1.0])


def anchor(value: float = 0.80, at: datetime = NOW) -> WeightAnchor:
    return WeightAnchor(value, at)


@pytest.mark.parametrize(("days", "factor"), [(90, 1.0), (900, 0.1)])
def test_a_weight_of_080_falls_to_010_in_its_pinned_time(days: int, factor: float) -> None:
    later = NOW + timedelta(days=days)

    assert weight_at(anchor(), factor, later) == pytest.approx(0.10, abs=1e-12)
    assert days_until(anchor(), factor) == pytest.approx(days)


def test_the_decay_rate_is_the_documented_one() -> None:
    assert pytest.approx(0.0231, abs=5e-5) == POLICY.decay_rate
    assert weight_at(anchor(), 1.0, NOW + timedelta(days=30)) == pytest.approx(0.40)


@given(weights)
def test_exempt_memories_keep_their_weight_for_ever(value: float) -> None:
    assert weight_at(anchor(value), 0.0, NOW + timedelta(days=36_500)) == value
    assert days_until(anchor(value), 0.0) == math.inf


@given(weights, factors)
def test_at_its_anchor_and_before_a_weight_is_the_anchors(value: float, factor: float) -> None:
    assert weight_at(anchor(value), factor, NOW) == value
    assert weight_at(anchor(value), factor, NOW - timedelta(days=400)) == value


@given(weights, factors, st.integers(0, 5000), st.integers(0, 5000))
def test_a_weight_never_grows_with_time_nor_leaves_its_bounds(
    value: float, factor: float, some: int, more: int
) -> None:
    early = weight_at(anchor(value), factor, NOW + timedelta(days=some))
    late = weight_at(anchor(value), factor, NOW + timedelta(days=some + more))

    assert 0.0 <= late <= early <= 1.0


@given(weights)
def test_important_memories_fade_ten_times_slower(value: float) -> None:
    ordinary = weight_at(anchor(value), 1.0, NOW + timedelta(days=50))
    important = weight_at(anchor(value), 0.1, NOW + timedelta(days=500))

    assert ordinary == pytest.approx(important)


@given(st.floats(0.11, 1.0), st.sampled_from([0.1, 1.0]))
def test_the_predicted_day_is_when_the_threshold_is_met(value: float, factor: float) -> None:
    due = NOW + timedelta(days=days_until(anchor(value), factor))

    assert weight_at(anchor(value), factor, due) == pytest.approx(POLICY.archived_below, abs=1e-6)


@pytest.mark.parametrize("value", [0.0, 0.05, POLICY.archived_below])
def test_a_weight_at_or_below_the_threshold_is_due_at_once(value: float) -> None:
    assert days_until(anchor(value), 1.0) == 0.0


def test_a_recall_gives_back_its_gain_up_to_the_class_cap() -> None:
    assert recalled(0.50, 0.80) == pytest.approx(0.60)
    assert recalled(0.75, 0.80) == 0.80
    assert recalled(0.80, 0.80) == 0.80


def test_a_recall_never_lowers_a_weight_above_its_class() -> None:
    assert recalled(0.90, 0.60) == 0.90


@given(weights, weights)
def test_a_recalled_weight_neither_falls_nor_gains_more_than_its_due(
    current: float, class_cap: float
) -> None:
    after = recalled(current, class_cap)

    assert current <= after <= min(1.0, current + POLICY.recall_gain)
    assert after <= max(current, class_cap)


def class_weight(
    ownership: Ownership = Ownership.USER,
    mem_type: MemType = MemType.SEMANTIC,
    kind: Kind = Kind.FACT,
    *,
    important: bool = False,
    time_bound: bool = False,
) -> float:
    classes = POLICY.initial
    return initial_weight(
        ownership, mem_type, kind, classes, important=important, time_bound=time_bound
    )


@pytest.mark.parametrize(
    ("ownership", "mem_type", "expected"),
    [
        (Ownership.USER, MemType.SEMANTIC, 0.80),
        (Ownership.USER, MemType.EPISODIC, 0.60),
        (Ownership.USER, MemType.PROCEDURAL, 0.70),
        (Ownership.AGENT, MemType.SEMANTIC, 0.70),
        (Ownership.AGENT, MemType.EPISODIC, 0.50),
        (Ownership.AGENT, MemType.PROCEDURAL, 0.60),
    ],
)
def test_each_class_starts_at_its_documented_weight(
    ownership: Ownership, mem_type: MemType, expected: float
) -> None:
    assert class_weight(ownership, mem_type) == expected


@pytest.mark.parametrize("ownership", Ownership)
@pytest.mark.parametrize("mem_type", MemType)
def test_the_first_rule_that_fits_decides_the_initial_weight(
    ownership: Ownership, mem_type: MemType
) -> None:
    assert class_weight(ownership, mem_type, important=True, time_bound=True) == 0.90
    assert class_weight(ownership, mem_type, time_bound=True) == 0.85
    assert class_weight(ownership, mem_type, Kind.TURN, important=True, time_bound=True) == 0.60


@pytest.mark.parametrize("kind", Kind)
def test_personas_constraints_and_turns_do_not_fade(kind: Kind) -> None:
    exempt = kind in {Kind.PERSONA, Kind.CONSTRAINT, Kind.TURN}

    assert decay_factor(kind, POLICY, important=False) == (0.0 if exempt else 1.0)
    assert decay_factor(kind, POLICY, important=True) == (0.0 if exempt else 0.1)
