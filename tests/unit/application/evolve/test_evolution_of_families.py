"""What a merge keeps, what a slot goes through, and what ends on a day to come."""

import pytest

from mneme.domain.fact import Fact
from mneme.domain.memory import SOURCE_LIMIT, Entity, MemType, Provenance, Source, Status
from mneme.domain.scope import Scope
from mneme.domain.task import Decision
from tests.doubles.bookkeeping import log_is_dense, stored_counts, true_counts
from tests.doubles.evolving import decisions, evolve, history, reasons, recalled, records
from tests.doubles.made import GLOBAL, NOW, a_fact, an_app, later
from tests.doubles.world import World


def likes(what: str, days: float = 0, **parts: object) -> Fact:
    return a_fact(f"I like {what}", observed_at=later(days=days), **parts)


def lives_in(city: str, days: float = 0, **parts: object) -> Fact:
    at = later(days=days)
    return a_fact(f"I live in {city}", fact_key="home_city", observed_at=at, **parts)


def _sources(count: int, session: str) -> tuple[Source, ...]:
    return tuple(Source(session, f"m{n}") for n in range(count))


@pytest.mark.parametrize("late_first", [False, True])
def test_a_merge_keeps_the_earliest_date_and_all_sources(world: World, late_first: bool) -> None:
    # P37, in whichever order the two arrive.
    old = likes("cheese pizza", -700, sources=(Source("s-1", "m1"),))
    new = likes("chicken pizza", -150, sources=(Source("s-2", "m2"),))
    first, second = (new, old) if late_first else (old, new)

    evolve(world, first)
    task = evolve(world, second)

    (held,) = world.held()
    assert decisions(task) == [Decision.MERGE]
    assert set(held.revision.sources) == {Source("s-1", "m1"), Source("s-2", "m2")}
    assert held.head.valid_at == held.revision.valid_at == later(days=-700)
    assert held.head.observed_at == held.revision.observed_at == later(days=-150)


def test_of_too_many_sources_the_latest_statement_keeps_its_own(world: World) -> None:
    evolve(world, likes("cheese pizza", sources=_sources(SOURCE_LIMIT, "s-1")))
    evolve(world, likes("chicken pizza", 1, sources=_sources(3, "s-2")))

    (held,) = world.held()
    assert len(held.revision.sources) == SOURCE_LIMIT
    assert set(_sources(3, "s-2")) <= set(held.revision.sources)


def test_a_merge_is_as_strong_as_the_strongest_of_its_parts(world: World) -> None:
    # Weak by its class, but lifted by what it is merged with.
    evolve(world, likes("cheese pizza", is_important=True))
    evolve(world, likes("chicken pizza", 1, mem_type=MemType.EPISODIC))

    (held,) = world.held()
    assert (held.head.is_important, held.head.anchor.value) == (True, 0.90)
    assert stored_counts(world) == true_counts(world)


def test_a_merge_is_not_weaker_than_its_class(world: World) -> None:
    evolve(world, likes("cheese pizza"))
    world.durable.clock.set(later(days=60))

    evolve(world, likes("chicken pizza", 60))

    (held,) = world.held()
    assert (held.head.anchor.value, held.head.anchor.at) == (0.80, later(days=60))


def test_memories_end_in_the_one_they_were_merged_into(world: World) -> None:
    # Written directly, as nobody decides then: the same twice.
    for text in ("I like cheese pizza", "I love cheese pizza"):
        world.write_structured(world.acme, "u-1", GLOBAL, a_fact(text))

    task = evolve(world, likes("cheese pizza with olives", 1))

    (result,) = [result for _, result in task.results]
    found = world.held()
    active = [held for held in found if held.head.status is Status.ACTIVE]
    ended = [held for held in found if held.head.status is Status.SUPERSEDED]
    assert result.decision is Decision.MERGE
    assert [held.head.memory_id for held in active] == [result.memory_id]
    assert [held.revision.superseded_by for held in ended] == [result.memory_id]
    assert active[0].revision.supersedes == (ended[0].head.memory_id,)
    assert [operation for operation, _ in reasons(world)] == ["ADD", "ADD", "MERGE", "SUPERSEDE"]
    assert (stored_counts(world), log_is_dense(world)) == (true_counts(world), True)
    assert recalled(world, "pizza") == ["I like cheese pizza with olives"]


def test_a_slot_that_is_joined_keeps_its_family(world: World) -> None:
    evolve(world, likes("cheese pizza", fact_key="pizza"))

    task = evolve(world, likes("chicken pizza", 1, fact_key="pizza"))

    (held,) = world.held()
    assert decisions(task) == [Decision.MERGE]
    assert (held.revision.fact_key, held.head.revision) == ("pizza", 2)


def test_the_value_of_a_slot_in_other_words_is_known(world: World) -> None:
    evolve(world, lives_in("Oslo"))

    assert decisions(evolve(world, a_fact("I'm living in Oslo", fact_key="home_city"))) == [
        Decision.SKIP
    ]


def test_a_fact_without_its_slot_changes_the_memory_that_has_one(world: World) -> None:
    evolve(world, lives_in("Oslo"))

    task = evolve(world, a_fact("I moved to Rome", observed_at=later(days=1)))

    (held,) = world.held()
    assert decisions(task) == [Decision.UPDATE]
    assert (held.revision.content, held.revision.fact_key) == ("I moved to Rome", "home_city")
    assert decisions(evolve(world, lives_in("Bonn", 2))) == [Decision.UPDATE]


def test_what_is_told_as_past_does_not_take_the_place_of_what_is(world: World) -> None:
    evolve(world, lives_in("Rome"))

    past = lives_in("Oslo", 1, valid_at=later(days=-900), invalid_at=later(days=-300))
    task = evolve(world, past)
    again = evolve(world, lives_in("Bonn", 2))

    assert (decisions(task), decisions(again)) == ([Decision.ADD], [Decision.UPDATE])
    assert reasons(world)[1] == ("ADD", "over_already")
    assert sorted(world.contents()) == ["I live in Bonn", "I live in Oslo"]
    assert "I live in Rome" in {one.content for one in history(world)}


def test_a_home_to_come_leaves_the_present_one_until_then(world: World) -> None:
    evolve(world, lives_in("Oslo"))

    task = evolve(world, lives_in("Rome", 1, valid_at=later(days=30)))

    assert decisions(task) == [Decision.DELETE]
    assert recalled(world, "live in") == ["I live in Oslo"]
    world.durable.clock.set(later(days=30))
    assert recalled(world, "live in") == ["I live in Rome"]
    assert recalled(world, "live in", as_of=later(days=29)) == ["I live in Oslo"]
    assert stored_counts(world) == true_counts(world)


@pytest.mark.parametrize(
    ("scope", "parts"),
    [
        (an_app("coach"), {}),
        (GLOBAL, {"speaker": "Ann"}),
        (GLOBAL, {"ownership": "AGENT"}),
        (GLOBAL, {"kind": "CONSTRAINT"}),
    ],
)
def test_only_memories_of_its_own_side_and_place_are_compared(
    world: World, scope: Scope, parts: dict[str, object]
) -> None:
    evolve(world, likes("cheese pizza"))

    task = evolve(world, likes("chicken pizza", 1, **parts), scope=scope)

    assert decisions(task) == [Decision.ADD]


def test_what_a_person_asked_for_is_not_rewritten_by_a_merge(world: World) -> None:
    evolve(world, likes("cheese pizza", provenance=Provenance.USER_CONFIRMED))

    task = evolve(world, likes("chicken pizza", 1))

    assert decisions(task) == [Decision.ADD]
    assert all(not one.conflicts_with for one in history(world))


def test_every_decision_leaves_a_record_with_its_sources(world: World) -> None:
    evolve(world, likes("tea"), likes("tea"), likes("coffee", 1), likes("tea", 2))

    found = records(world)
    assert {str(row["operation"]) for row in found} <= {"ADD", "SKIP", "MERGE"}
    assert all(row["sources"] == [["s-1", "m1"]] for row in found)
    assert all(row["at"] == NOW.isoformat() for row in found)


def test_what_is_united_keeps_the_entities_of_its_parts(world: World) -> None:
    luigi, napoli = Entity("Luigi", "restaurant"), Entity("Napoli", "city")
    evolve(world, likes("cheese pizza", entities=(luigi,)))
    evolve(world, likes("chicken pizza", 1, entities=(napoli, luigi)))

    (held,) = world.held()
    assert held.revision.entities == (luigi, napoli)
