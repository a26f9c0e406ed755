"""What counts as known already: the same words, of the same kind, from the same side, still so."""

import pytest

from mneme.domain.memory import Kind, Ownership
from mneme.domain.task import Decision
from tests.doubles.made import a_fact, later
from tests.doubles.world import World

AWAY = "Is on holiday"


def _lives_in(city: str, **parts: object):  # type: ignore[no-untyped-def]
    return a_fact(f"Lives in {city}", fact_key="home_city", **parts)


@pytest.mark.parametrize(
    "again",
    ["Likes tea", "likes tea.", "  LIKES   tea!! ", "Likes\ntea", "Ｌｉｋｅｓ ｔｅａ"],
)
def test_spelling_spacing_and_closing_marks_make_no_new_memory(world: World, again: str) -> None:
    first = world.decide(a_fact("Likes tea"))

    result = world.decide(a_fact(again))

    assert (result.decision, result.memory_id) == (Decision.SKIP, first.memory_id)


@pytest.mark.parametrize(
    "other",
    [
        {"kind": Kind.CONSTRAINT},
        {"ownership": Ownership.AGENT},
        {"ownership": Ownership.AGENT, "kind": Kind.PERSONA},
        {"speaker": "Ann"},
    ],
)
def test_the_same_words_of_another_kind_or_side_are_another_memory(world: World, other) -> None:  # type: ignore[no-untyped-def]
    # A rule that a user sets is not lost because it was once mentioned in passing.
    world.decide(a_fact("Never calls after nine"))

    result = world.decide(a_fact("Never calls after nine", **other))

    assert result.decision is Decision.ADD
    assert world.decide(a_fact("Never calls after nine", **other)).decision is Decision.SKIP


def test_a_passing_remark_does_not_change_a_rule_of_the_same_slot(world: World) -> None:
    world.decide(_lives_in("Oslo", kind=Kind.CONSTRAINT))

    result = world.decide(_lives_in("Rome", observed_at=later(days=1)))

    assert result.decision is Decision.ADD
    assert world.contents(Kind.CONSTRAINT) == ["Lives in Oslo"]


@pytest.mark.parametrize(
    ("end", "decision"), [("invalid_at", Decision.ADD), ("expire_at", Decision.UPDATE)]
)
def test_what_is_over_is_news_when_it_is_said_again(
    world: World, end: str, decision: Decision
) -> None:
    first = world.decide(a_fact(AWAY, **{end: later(days=5)}))
    world.durable.clock.set(later(days=5))

    again = world.decide(a_fact(AWAY, observed_at=later(days=5)))

    assert again.decision is decision
    assert (again.memory_id, again.revision) != (first.memory_id, 1)
    assert world.decide(a_fact(AWAY, observed_at=later(days=6))).memory_id == again.memory_id


@pytest.mark.parametrize("end", ["expire_at", "invalid_at"])
def test_until_it_is_over_it_is_known(world: World, end: str) -> None:
    world.decide(a_fact(AWAY, **{end: later(days=5)}))
    world.durable.clock.set(later(days=4))

    assert world.decide(a_fact(AWAY, observed_at=later(days=4))).decision is Decision.SKIP


def test_what_was_told_as_past_and_is_told_so_again_is_known(world: World) -> None:
    past = a_fact("Lived in Oslo", invalid_at=later(days=-900))
    world.decide(past)

    assert world.decide(past).decision is Decision.SKIP


def test_a_slot_whose_value_is_over_is_filled_by_the_next_revision(world: World) -> None:
    first = world.decide(_lives_in("Oslo", invalid_at=later(days=5)))
    world.durable.clock.set(later(days=6))

    again = world.decide(_lives_in("Oslo", observed_at=later(days=6)))

    assert (again.decision, again.memory_id, again.revision) == (
        Decision.UPDATE,
        first.memory_id,
        2,
    )
    assert world.held()[0].head.invalid_at is None
