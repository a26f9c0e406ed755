"""Recalls and uses: all are counted, one kind strengthens, and nothing counts twice."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mneme.domain.memory import Status, WeightAnchor
from mneme.domain.reinforcement import MOST_COUNTED, Occasions, Strengthening, reinforced
from mneme.domain.weight import WeightPolicy, current_weight
from tests.doubles.made import NOW, a_head, later

WEIGHTS = WeightPolicy()
FADED = a_head(anchor=WeightAnchor(0.80, later(days=-30)), class_cap=0.80)
"""At 0.40 by now."""

HIT = Occasions(hits=(NOW,))
USE = Occasions(uses=(NOW,))
INSTANTS = st.lists(st.integers(0, 500).map(lambda hours: later(hours=hours)), max_size=4)


@pytest.mark.parametrize(
    ("by", "occasions", "weight"),
    [
        (Strengthening.HIT, HIT, 0.50),
        (Strengthening.HIT, USE, 0.40),
        (Strengthening.USE, HIT, 0.40),
        (Strengthening.USE, USE, 0.50),
        (Strengthening.HIT, HIT + USE, 0.50),
        (Strengthening.USE, HIT + USE, 0.50),
        (Strengthening.HIT, HIT + HIT, 0.60),
    ],
)
def test_one_kind_of_occasion_gives_weight_back_and_the_other_only_counts(
    by: Strengthening, occasions: Occasions, weight: float
) -> None:
    after = reinforced(FADED, occasions, by, WEIGHTS)

    assert current_weight(after, NOW, WEIGHTS) == pytest.approx(weight)
    assert (after.recall_count, after.used_count) == (len(occasions.hits), len(occasions.uses))
    assert after.version == FADED.version + 1


def test_what_does_not_strengthen_leaves_the_decay_where_it_began() -> None:
    after = reinforced(FADED, HIT, Strengthening.USE, WEIGHTS)

    assert (after.anchor, after.last_recalled_at) == (FADED.anchor, NOW)


def test_what_is_strengthened_decays_from_then_on() -> None:
    after = reinforced(FADED, HIT, Strengthening.HIT, WEIGHTS)

    assert after.anchor == WeightAnchor(pytest.approx(0.50), NOW)  # type: ignore[arg-type]


@given(INSTANTS, INSTANTS, st.sampled_from(Strengthening))
def test_what_was_counted_is_not_unseen_any_more(
    hits: list[object], uses: list[object], by: Strengthening
) -> None:
    occasions = Occasions(tuple(hits), tuple(uses))  # type: ignore[arg-type]

    after = reinforced(FADED, occasions.unseen_by(FADED), by, WEIGHTS)

    assert (after.recall_count, after.used_count) == (len(hits), len(uses))
    assert not occasions.unseen_by(after)


def test_a_use_is_news_however_often_the_memory_was_recalled_later() -> None:
    recalled = replace(FADED, last_recalled_at=later(days=1))

    assert (HIT + USE).unseen_by(recalled) == USE


@pytest.mark.parametrize("status", set(Status) - {Status.ACTIVE})
def test_what_is_over_takes_no_notice(status: Status) -> None:
    assert not (HIT + USE).unseen_by(replace(FADED, status=status))


def test_no_more_is_counted_than_every_reader_of_json_keeps() -> None:
    before = replace(FADED, recall_count=MOST_COUNTED - 1, used_count=MOST_COUNTED)

    after = reinforced(before, HIT + HIT + USE, Strengthening.HIT, WEIGHTS)

    assert (after.recall_count, after.used_count) == (MOST_COUNTED, MOST_COUNTED)
    assert after.last_recalled_at == NOW
