"""Opposites over the months: they fill no slot, and each holds in its own time all the same."""

from itertools import permutations, product

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from mneme.domain.fact import Fact
from mneme.domain.memory import Provenance, Source, Status
from mneme.domain.task import Decision
from tests.doubles.bookkeeping import log_is_dense, stored_counts, true_counts
from tests.doubles.embedded_world import EmbeddedWorld
from tests.doubles.evolving import heads, recalled
from tests.doubles.made import a_fact, later
from tests.doubles.world import World

YES, NO = "I smoke.", "I do not smoke."
PAIRS = {
    "denied": (YES, NO),
    "shortened": ("I like cilantro.", "I don't like cilantro."),
    "given up": ("I smoke.", "I quit smoking."),
    "told of a user": ("Eats meat", "Does not eat meat"),
}
CHINESE = {
    "denied": ("我抽烟。", "我不抽烟。"),
    "traditional": ("我喝茶。", "我不喝茶。"),
    "liked": ("我喜欢吃香菜。", "我不喜欢吃香菜。"),
}


def told(text: str, month: int, **parts: object) -> Fact:
    source = (Source(f"s{month}", "m1"),)
    return a_fact(text, **{"observed_at": later(days=30 * month), "sources": source, **parts})


def tell(world: World, *facts: Fact) -> list[Decision]:
    """Tell all of it a year later, in this order."""
    world.durable.clock.set(later(days=360))
    return [world.decide(fact).decision for fact in facts]


def by_month(world: World, asked: str, months: int) -> list[list[str]]:
    """Return what is recalled of the middle of each month, and of today."""
    middles = [later(days=30 * month + 15) for month in range(months)]
    held = [recalled(world, asked, as_of=middle) for middle in middles]
    return [*held, recalled(world, asked)]


@pytest.mark.parametrize("order", [*permutations(range(3))], ids=str)
@pytest.mark.parametrize("values", [*product((YES, NO), repeat=3)], ids=" ".join)
def test_the_order_of_arrival_leaves_no_trace_in_what_held_when(
    world: World, values: tuple[str, ...], order: tuple[int, ...]
) -> None:
    tell(world, *(told(values[month], month) for month in order))

    assert by_month(world, "smoke", 3) == [[one] for one in (*values, values[-1])]
    assert (stored_counts(world), log_is_dense(world)) == (true_counts(world), True)


@pytest.mark.parametrize("late", [False, True], ids=["in order", "late"])
@pytest.mark.parametrize("turned", [False, True], ids=["yes first", "no first"])
@pytest.mark.parametrize("pair", [*PAIRS.values(), *CHINESE.values()], ids=" ".join)
def test_of_two_opposites_the_newer_is_current_whichever_came_first(
    pair: tuple[str, str], turned: bool, late: bool
) -> None:
    world = EmbeddedWorld()
    older, newer = pair[:: -1 if turned else 1]
    facts = [told(older, 0), told(newer, 1)]

    tell(world, *facts[:: -1 if late else 1])

    assert by_month(world, newer, 2) == [[older], [newer], [newer]]
    assert (heads(world)[older].status, heads(world)[newer].status) == (
        Status.SUPERSEDED,
        Status.ACTIVE,
    )


def test_a_state_that_ended_for_a_while_goes_on_behind_it(world: World) -> None:
    decided = tell(world, told(YES, 0), told(YES, 2), told(NO, 1))

    assert decided == [Decision.ADD, Decision.SKIP, Decision.ADD]
    (smokes, does_not) = sorted(world.held(), key=lambda one: one.revision.content, reverse=True)
    assert (smokes.head.revision, smokes.head.valid_at) == (2, later(days=60))
    assert does_not.revision.superseded_by == smokes.head.memory_id
    assert (does_not.head.valid_at, does_not.head.invalid_at) == (later(days=30), later(days=60))


def test_what_was_given_up_is_not_denied_as_well(world: World) -> None:
    tell(world, told(YES, 0), told("I quit smoking.", 2), told(NO, 1))

    assert by_month(world, "smoke smoking", 3)[0] == [YES]
    assert YES not in by_month(world, "smoke smoking", 3)[1]


@st.composite
def tellings(draw: st.DrawFn) -> list[tuple[int, str]]:
    """Return what was observed month by month, in any order of arrival."""
    values = draw(st.lists(st.sampled_from((YES, NO)), min_size=3, max_size=6))
    return draw(st.permutations(list(enumerate(values))))


@settings(max_examples=60)
@given(tellings())
@example([(0, YES), (2, YES), (3, YES), (1, NO)])
@example([(3, NO), (4, NO), (1, NO), (0, YES), (2, YES)])
def test_whatever_arrives_when_one_of_two_opposites_holds_and_the_latest_now(
    arrivals: list[tuple[int, str]],
) -> None:
    world = World()

    tell(world, *(told(value, month) for month, value in arrivals))

    held = by_month(world, "smoke", len(arrivals))
    assert all(len(one) == 1 for one in held), held
    assert held[-1] == held[-2] == [dict(arrivals)[len(arrivals) - 1]]
    assert held[0] == [dict(arrivals)[0]]


def test_a_person_s_word_is_not_put_into_the_past_by_what_was_heard(world: World) -> None:
    wished = told(YES, 0, provenance=Provenance.EXPLICIT_REQUEST)

    tell(world, wished, told(NO, 1))

    assert heads(world)[YES].status is Status.ACTIVE
    assert heads(world)[NO].status is Status.ACTIVE


def test_what_is_alike_and_no_opposite_is_left_alone(world: World) -> None:
    tell(world, told("I have a brown dog.", 2), told("I have a black dog.", 0), told(NO, 1))

    assert {one.status for one in heads(world).values()} == {Status.ACTIVE}
