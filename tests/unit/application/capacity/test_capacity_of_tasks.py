"""Facts of a task for which there is no room: their results say so, and the others go on."""

from typing import Any

from mneme.domain.memory import Kind, Provenance, Status
from mneme.domain.task import Decision, FactResult, TaskState
from tests.doubles.evolving import evolve, heads
from tests.doubles.limited import GLOBAL_COUNTER, is_kept, limit, standing
from tests.doubles.made import a_fact
from tests.doubles.managing import told
from tests.doubles.world import World

CONSTRAINT: dict[str, Any] = {
    "kind": Kind.CONSTRAINT, "provenance": Provenance.EXPLICIT_REQUEST
}  # fmt: skip


def test_a_refused_fact_is_told_with_its_code_and_the_others_are_kept(world: World) -> None:
    limit(world, constraint=1)
    told(world, "Answer in French", **CONSTRAINT)
    facts = (
        a_fact("I own a boat"),
        a_fact("Never call me sir", **CONSTRAINT),
        a_fact("I have two sisters"),
    )

    task = evolve(world, *facts)

    results = [result for _, result in task.results]
    assert task.state is TaskState.DONE
    assert [one.decision for one in results] == [Decision.ADD, None, Decision.ADD]
    assert results[1] == FactResult.refused(42901)
    assert set(heads(world)) == {"I own a boat", "I have two sisters"}
    assert is_kept(world)


def test_a_fact_that_was_merely_judged_important_is_kept_without_the_mark(world: World) -> None:
    limit(world, everywhere=5)
    told(world, "I own a boat", is_important=True)

    task = evolve(world, a_fact("I am allergic to peanuts", is_important=True))

    [(_, result)] = task.results
    assert (result.decision, result.code) == (Decision.ADD, 42902)
    assert not heads(world)["I am allergic to peanuts"].is_important
    assert is_kept(world)


def test_what_a_caller_asked_to_be_important_is_refused(world: World) -> None:
    limit(world, everywhere=5)
    told(world, "I own a boat", is_important=True)
    asked = a_fact("I own a house", is_important=True, provenance=Provenance.EXPLICIT_REQUEST)

    task = evolve(world, asked)

    assert [result for _, result in task.results] == [FactResult.refused(42902)]
    assert set(heads(world)) == {"I own a boat"}


def test_a_task_of_more_facts_than_there_is_room_for_keeps_the_newest(world: World) -> None:
    limit(world, everywhere=5)
    names = ("Ana", "Bo", "Cleo", "Dan", "Eva", "Finn", "Gil", "Hal")

    task = evolve(world, *(a_fact(f"{name} sent me a postcard") for name in names))

    assert [result.code for _, result in task.results] == [0] * len(names)
    assert standing(world, GLOBAL_COUNTER) == [5]
    gone = [head for head in heads(world).values() if head.status is Status.ARCHIVED]
    assert len(gone) == len(names) - 5
    assert is_kept(world)


def test_a_refusal_that_is_delivered_again_stays_as_it_is(world: World) -> None:
    limit(world, constraint=0)
    task = evolve(world, a_fact("Answer in French", **CONSTRAINT))
    limit(world, constraint=5)

    world.tasks.results.refuse(world.acme, "u-1", task, 0, 42902)

    assert world.tasks.results.of_fact(world.acme, "u-1", task, 0) == FactResult.refused(42901)
