"""Counters move with the memories they count, in the same transaction."""

import pytest

from mneme.domain.memory import Kind, Ownership
from mneme.domain.scope import Level, Scope
from tests.doubles.bookkeeping import stored_counts, true_counts
from tests.doubles.made import GLOBAL, a_fact, an_app, later, said
from tests.doubles.world import USER, World

PERSONA = {"kind": Kind.PERSONA, "ownership": Ownership.AGENT}


def _counts(world: World) -> dict[str, tuple[int, int]]:
    assert stored_counts(world) == true_counts(world)
    return {sort: counts for (_, sort), counts in stored_counts(world).items()}


@pytest.mark.parametrize(
    ("scope", "parts", "counter"),
    [
        (GLOBAL, {}, "G@1"),
        (an_app("planner"), {}, "A#planner@1"),
        (Scope(Level.SESSION, "planner", "s-1"), {}, "S#planner#s-1@1"),
        (GLOBAL, {"kind": Kind.CONSTRAINT}, "CONSTRAINT@1"),
        (an_app("planner"), {"kind": Kind.CONSTRAINT}, "CONSTRAINT@1"),
        (an_app("planner"), PERSONA, "PERSONA#A#planner@1"),
    ],
)
def test_a_memory_is_counted_in_its_own_dimension_and_in_total(  # type: ignore[no-untyped-def]
    world: World, scope, parts, counter
) -> None:
    world.write_structured(world.acme, USER, scope, a_fact(is_important=True, **parts))

    assert _counts(world) == {counter: (1, 1), "TOTAL@1": (1, 1)}


def test_verbatim_messages_take_no_room(world: World) -> None:
    world.remember(said("Hello!", "Thanks!"))

    assert _counts(world) == {}


def test_neither_an_update_nor_a_skip_counts_a_memory_twice(world: World) -> None:
    for days, city in enumerate(("Oslo", "Rome", "Rome")):
        fact = a_fact(f"Lives in {city}", fact_key="home_city", observed_at=later(days=days))
        world.decide(fact)

    assert _counts(world) == {"G@1": (1, 0), "TOTAL@1": (1, 0)}


def test_an_update_that_makes_a_memory_important_counts_it_so(world: World) -> None:
    world.decide(a_fact("Lives in Oslo", fact_key="home_city"))
    moved = a_fact(
        "Lives in Rome", fact_key="home_city", observed_at=later(days=1), is_important=True
    )

    world.decide(moved)

    assert _counts(world) == {"G@1": (1, 1), "TOTAL@1": (1, 1)}


def test_what_is_written_after_a_purge_is_counted_anew(world: World) -> None:
    world.decide(a_fact())
    world.set_user(epoch=2)

    world.decide(a_fact())

    assert _counts(world) == {f"{name}@{n}": (1, 0) for name in ("G", "TOTAL") for n in (1, 2)}


def test_after_a_purge_of_a_scope_its_total_goes_on(world: World) -> None:
    world.decide(a_fact(), an_app("planner"))
    world.set_user(epoch=1, scope_epochs={"A#planner": 2})

    world.decide(a_fact(), an_app("planner"))

    assert _counts(world) == {
        "A#planner@1": (1, 0),
        "A#planner@2": (1, 0),
        "TOTAL@1": (2, 0),
    }
