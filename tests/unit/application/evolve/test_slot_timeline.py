"""A slot over the months: whatever order its values arrive in, each holds in its own time."""

from itertools import permutations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from mneme.domain.fact import Fact
from mneme.domain.memory import Provenance, Source, Status
from mneme.domain.task import Decision
from tests.doubles.bookkeeping import log_is_dense, stored_counts, true_counts
from tests.doubles.evolving import heads, history, recalled
from tests.doubles.made import a_fact, later
from tests.doubles.world import World

MONTHS = {name: 30 * n for n, name in enumerate(("Jan", "Feb", "Mar", "Apr", "May", "Jun"))}
TODAY = 30 * 12


def lives_in(city: str, month: str, **parts: object) -> Fact:
    at = later(days=MONTHS[month])
    source = (Source(month, "m1"),)
    told = {"observed_at": at, "fact_key": "home_city", "sources": source, **parts}
    return a_fact(f"Lives in {city}", **told)


def told(world: World, *facts: Fact) -> list[Decision]:
    """Tell all of it a year later, in this order."""
    world.durable.clock.set(later(days=TODAY))
    return [world.decide(fact).decision for fact in facts]


def by_month(world: World) -> dict[str, str]:
    """Return which cities were lived in, as recalled in the middle of each month."""
    return {
        month: " ".join(
            text.removeprefix("Lives in ")
            for text in recalled(world, "lives in", as_of=later(days=day + 15))
        )
        for month, day in MONTHS.items()
    }


def test_a_repeated_value_is_not_undone_by_an_observation_in_between(world: World) -> None:
    decisions = told(
        world, lives_in("Rome", "Jan"), lives_in("Rome", "Mar"), lives_in("Oslo", "Feb")
    )

    assert decisions == [Decision.ADD, Decision.SKIP, Decision.ADD]
    assert recalled(world, "lives in") == ["Lives in Rome"]
    assert by_month(world)["Mar"] == by_month(world)["Jun"] == "Rome"
    assert "Oslo" in by_month(world)["Feb"]


def test_a_repetition_is_remembered_with_its_time_and_its_source(world: World) -> None:
    told(world, lives_in("Rome", "Jan"), lives_in("Rome", "Mar"))

    (held,) = world.held()
    assert (held.head.observed_at, held.head.revision) == (later(days=60), 1)
    assert held.revision.sources == (Source("Jan", "m1"), Source("Mar", "m1"))
    assert held.head.valid_at == later(days=0)


def test_a_repetition_of_long_ago_takes_nothing_from_what_was_observed_later(
    world: World,
) -> None:
    told(world, lives_in("Rome", "Mar"), lives_in("Rome", "Jan"))

    (held,) = world.held()
    assert (held.head.observed_at, held.head.valid_at) == (later(days=60), later(days=0))
    assert set(by_month(world).values()) == {"Rome"}


def test_who_moved_back_lives_there_again(world: World) -> None:
    told(world, lives_in("Oslo", "Feb"), lives_in("Rome", "Jan"), lives_in("Rome", "Jun"))

    assert recalled(world, "lives in") == ["Lives in Rome"]
    expected = {"Jan": "Rome", **dict.fromkeys(("Feb", "Mar", "Apr", "May"), "Oslo"), "Jun": "Rome"}
    assert by_month(world) == expected


@pytest.mark.parametrize(
    "order", [" ".join(order) for order in permutations(("Jan", "Feb", "Apr", "Jun"))]
)
def test_the_order_of_arrival_leaves_no_trace_in_what_held_when(world: World, order: str) -> None:
    cities = {"Jan": "Rome", "Feb": "Oslo", "Apr": "Bonn", "Jun": "Rome"}

    told(world, *(lives_in(cities[month], month) for month in order.split()))

    assert by_month(world) == {
        "Jan": "Rome",
        "Feb": "Oslo",
        "Mar": "Oslo",
        "Apr": "Bonn",
        "May": "Bonn",
        "Jun": "Rome",
    }
    assert recalled(world, "lives in") == ["Lives in Rome"]
    assert (stored_counts(world), log_is_dense(world)) == (true_counts(world), True)


@st.composite
def tellings(draw: st.DrawFn) -> list[tuple[str, str]]:
    """Return what was observed from January on, month by month, in any order of arrival."""
    cities = draw(st.lists(st.sampled_from(("Lima", "Oslo", "Rome", "Bonn")), min_size=3))
    return draw(st.permutations(list(zip(MONTHS, cities, strict=False))))


@settings(max_examples=50)
@given(tellings())
@example([("Apr", "Rome"), ("Jan", "Lima"), ("Mar", "Lima"), ("Feb", "Oslo")])
@example([("Apr", "Lima"), ("Jan", "Oslo"), ("Mar", "Oslo"), ("Feb", "Rome")])
def test_whatever_arrives_when_a_slot_has_one_value_at_a_time_and_the_latest_now(
    arrivals: list[tuple[str, str]],
) -> None:
    world = World()
    told(world, *(lives_in(city, month) for month, city in arrivals))

    latest = max(arrivals, key=lambda telling: MONTHS[telling[0]])
    (current,) = [one for one in world.held() if one.head.status is Status.ACTIVE]
    assert current.revision.content == f"Lives in {latest[1]}"
    assert recalled(world, "lives in") == [current.revision.content]
    assert {len(cities.split()) for cities in by_month(world).values()} == {1}
    assert (stored_counts(world), log_is_dense(world)) == (true_counts(world), True)


def test_a_past_value_that_was_told_again_goes_on_after_what_lay_between(world: World) -> None:
    told(world, *(lives_in(*one) for one in (("Rome", "Jun"), ("Lima", "Jan"), ("Lima", "Apr"))))

    told(world, lives_in("Oslo", "Feb"))

    months = dict.fromkeys(("Feb", "Mar"), "Oslo") | dict.fromkeys(("Apr", "May"), "Lima")
    assert by_month(world) == {"Jan": "Lima", **months, "Jun": "Rome"}


def test_a_late_arrival_is_history_and_is_linked_to_what_followed(world: World) -> None:
    told(world, lives_in("Oslo", "Feb"), lives_in("Rome", "Jan"))

    found, said = heads(world), {one.content: one for one in history(world)}
    rome, oslo = found["Lives in Rome"], found["Lives in Oslo"]
    assert (rome.status, rome.invalid_at) == (Status.SUPERSEDED, oslo.valid_at)
    assert said["Lives in Rome"].superseded_by == oslo.memory_id
    assert said["Lives in Oslo"].conflicts_with == (rome.memory_id,)
    assert said["Lives in Oslo"].supersedes == (rome.memory_id,)


def test_a_late_arrival_that_a_person_asked_for_stays_beside(world: World) -> None:
    asked = Provenance.EXPLICIT_REQUEST
    told(world, lives_in("Oslo", "Feb"), lives_in("Rome", "Jan", provenance=asked))

    assert recalled(world, "lives in") == ["Lives in Oslo", "Lives in Rome"]


def test_what_arrives_late_is_not_current_where_the_newer_value_was_deleted(world: World) -> None:
    told(world, lives_in("Oslo", "Feb"))
    (oslo,) = world.held()
    world.set_head(oslo.head.memory_id, status="DELETED", index_version=2)

    told(world, lives_in("Rome", "Jan"))

    assert recalled(world, "lives in") == []
    assert told(world, lives_in("Rome", "Jun")) == [Decision.ADD]
    assert recalled(world, "lives in") == ["Lives in Rome"]


def test_what_is_told_of_a_month_twice_is_known(world: World) -> None:
    told(world, lives_in("Oslo", "Feb"), lives_in("Rome", "Jan"))

    assert told(world, lives_in("Rome", "Jan")) == [Decision.SKIP]
    assert len(world.held()) == 2
