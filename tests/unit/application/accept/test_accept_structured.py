"""A finished memory is written at once, or travels through evolution like any fact."""

from dataclasses import replace

import pytest

from mneme.application.repositories.row_keys import HEADS
from mneme.application.tasks.queue_messages import EVOLUTION, EXTRACTION
from mneme.domain.errors import MemorySwitchedOff, Unavailable
from mneme.domain.memory import Kind, MemType, Ownership
from mneme.domain.scope import Level, Scope
from mneme.domain.task import Decision, TaskState
from tests.doubles.bookkeeping import stored_counts, true_counts
from tests.doubles.made import GLOBAL, NOW, a_fact, an_app, later
from tests.doubles.watched import Interlude, Watched, writes_to
from tests.doubles.world import USER, World

IN_OSLO = a_fact("Lives in Oslo", fact_key="home_city")
IN_ROME = a_fact("Lives in Rome", fact_key="home_city")


def test_a_fact_through_evolution_is_a_task_that_skips_extraction(world: World) -> None:
    task = world.accept_structured(world.acme, USER, GLOBAL, a_fact())
    assert (world.durable.waiting(EXTRACTION), world.durable.waiting(EVOLUTION)) == (0, 1)

    world.work()

    done = world.read_task(world.acme, USER, task.task_id)
    assert (task.state, done.state) == (TaskState.ACCEPTED, TaskState.DONE)
    assert [result.decision for _, result in done.results] == [Decision.ADD]


def test_a_fact_through_evolution_changes_what_fills_its_slot(world: World) -> None:
    world.accept_structured(world.acme, USER, GLOBAL, IN_OSLO)
    world.work()

    world.accept_structured(world.acme, USER, GLOBAL, replace(IN_ROME, observed_at=later(days=1)))
    world.work()

    (held,) = world.held()
    assert (held.revision.content, held.head.revision) == ("Lives in Rome", 2)


def test_a_written_fact_is_committed_before_the_answer(world: World) -> None:
    result = world.write_structured(world.acme, USER, GLOBAL, a_fact())

    (held,) = world.held()
    assert (result.decision, result.memory_id, result.revision) == (
        Decision.ADD,
        held.head.memory_id,
        1,
    )
    assert (world.durable.waiting(EVOLUTION), world.rows("operations")) == (0, [])


def test_every_attribute_of_a_written_fact_is_kept(world: World) -> None:
    scope = Scope(Level.SESSION, "planner", "s-9")
    fact = a_fact(
        "Prefers window seats",
        ownership=Ownership.AGENT,
        mem_type=MemType.PROCEDURAL,
        kind=Kind.CONSTRAINT,
        is_important=True,
        fact_key="seat",
        valid_at=later(days=-2),
        invalid_at=later(days=20),
        expire_at=later(days=30),
        custom_tags={"topic": "travel", "rank": 3, "share": 0.5, "sure": True},
        confidence=0.75,
    )

    world.write_structured(world.acme, USER, scope, fact)

    ((head, revision),) = [(h.head, h.revision) for h in world.held(Kind.CONSTRAINT)]
    assert (head.scope, head.mem_type, head.is_important) == (scope, MemType.PROCEDURAL, True)
    assert (head.valid_at, head.invalid_at, head.expire_at) == (
        fact.valid_at,
        fact.invalid_at,
        fact.expire_at,
    )
    assert (revision.ownership, revision.fact_key, revision.confidence) == ("AGENT", "seat", 0.75)
    assert revision.custom_tags == fact.custom_tags
    assert (head.anchor.value, head.anchor.at) == (0.90, NOW)


def test_the_same_content_again_is_skipped_and_names_the_first(world: World) -> None:
    first = world.write_structured(world.acme, USER, GLOBAL, a_fact("Likes tea."))

    second = world.write_structured(world.acme, USER, GLOBAL, a_fact("likes  TEA"))

    assert (second.decision, second.memory_id) == (Decision.SKIP, first.memory_id)
    assert len(world.held()) == 1


def test_a_written_fact_stands_beside_what_fills_its_slot(world: World) -> None:
    world.write_structured(world.acme, USER, GLOBAL, IN_OSLO)

    result = world.write_structured(world.acme, USER, GLOBAL, IN_ROME)

    assert result.decision is Decision.ADD
    assert world.contents() == ["Lives in Oslo", "Lives in Rome"]
    assert stored_counts(world) == true_counts(world)


@pytest.mark.parametrize("row", [{"switched_off": True}, {"apps_off": frozenset({"planner"})}])
def test_nothing_is_written_for_a_user_who_switched_off(world: World, row) -> None:  # type: ignore[no-untyped-def]
    world.set_user(**row)

    with pytest.raises(MemorySwitchedOff):
        world.write_structured(world.acme, USER, an_app("planner"), a_fact())
    with pytest.raises(MemorySwitchedOff):
        world.accept_structured(world.acme, USER, an_app("planner"), a_fact())

    assert (world.rows("heads"), world.rows("operations")) == ([], [])


@pytest.mark.parametrize(
    ("row", "refusal"),
    [
        ({"switched_off": True}, MemorySwitchedOff),
        ({"epoch": 2}, Unavailable),
        ({"scope_epochs": {"A#planner": 2}}, Unavailable),
    ],
)
def test_a_switch_or_purge_between_gate_and_commit_keeps_the_fact_out(row, refusal) -> None:  # type: ignore[no-untyped-def]
    durable = World().durable
    meanwhile = Interlude(writes_to(HEADS), lambda: World(durable).set_user(**row))
    world = World(durable, lambda s: replace(s, tables=Watched(s.tables, meanwhile)))

    with pytest.raises(refusal):
        world.write_structured(world.acme, USER, an_app("planner"), a_fact())

    assert (world.rows("heads"), world.rows("guards"), world.rows("counters")) == ([], [], [])


def test_a_switch_of_another_app_between_gate_and_commit_is_no_obstacle() -> None:
    durable = World().durable
    row = {"apps_off": frozenset({"coach"})}
    meanwhile = Interlude(writes_to(HEADS), lambda: World(durable).set_user(**row))
    world = World(durable, lambda s: replace(s, tables=Watched(s.tables, meanwhile)))

    result = world.write_structured(world.acme, USER, an_app("planner"), a_fact())

    assert result.decision is Decision.ADD
    assert len(world.held()) == 1
