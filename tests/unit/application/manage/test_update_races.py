"""An update beside other writers, and a process that ends anywhere: all of it or nothing."""

import threading
from dataclasses import replace

import pytest

from mneme.application.repositories.row_keys import HEADS
from mneme.domain.errors import MnemeError, RevisionConflict, Unavailable
from mneme.domain.memory import Head
from mneme.domain.task import Decision
from mneme.runtime.backend import Backend
from tests.doubles.bookkeeping import log_is_dense, stored_counts, true_counts
from tests.doubles.made import a_fact, later
from tests.doubles.managing import head_of, revision_of, told, update
from tests.doubles.watched import Fuse, Interlude, Killed, Watched, writes_to
from tests.doubles.world import Durable, World

NEWER = a_fact("I live in Rome", fact_key="home_city", observed_at=later(days=1))


def beside(durable: Durable, watcher: object) -> World:
    def around(stores: Backend) -> Backend:
        return replace(stores, tables=Watched(stores.tables, watcher))  # type: ignore[arg-type]

    return World(durable, around)


def test_evolution_that_was_about_to_replace_a_memory_sees_the_update(world: World) -> None:
    memory_id = told(world, "I live in Oslo", fact_key="home_city")
    meanwhile = Interlude(
        writes_to(HEADS), lambda: update(world, memory_id, content="I live in Bergen")
    )

    result = beside(world.durable, meanwhile).decide(NEWER)

    assert meanwhile.done
    assert result.decision is Decision.ADD
    assert revision_of(world, memory_id).content == "I live in Bergen"
    assert world.contents() == ["I live in Bergen", "I live in Rome"]


def test_an_update_after_evolution_is_of_what_evolution_left(world: World) -> None:
    memory_id = told(world, "I live in Oslo", fact_key="home_city")
    meanwhile = Interlude(writes_to(HEADS), lambda: world.decide(NEWER))

    head = update(beside(world.durable, meanwhile), memory_id, content="I live in Bergen")

    said = [revision_of(world, memory_id, number).content for number in (1, 2, 3)]
    assert (head.revision, said) == (3, ["I live in Oslo", "I live in Rome", "I live in Bergen"])


def test_an_update_that_expected_a_revision_does_not_overrule_evolution(world: World) -> None:
    memory_id = told(world, "I live in Oslo", fact_key="home_city")
    meanwhile = Interlude(writes_to(HEADS), lambda: world.decide(NEWER))
    process = beside(world.durable, meanwhile)

    with pytest.raises(RevisionConflict) as refused:
        update(process, memory_id, content="I live in Bergen", expected=1)

    assert refused.value.data["current_revision"] == 2
    assert world.contents() == ["I live in Rome"]


def test_reinforcement_in_between_is_kept(world: World) -> None:
    memory_id = told(world, "I like tea")
    meanwhile = Interlude(writes_to(HEADS), lambda: world.set_head(memory_id, recall_count=7))

    head = update(beside(world.durable, meanwhile), memory_id, is_important=True)

    assert (head.recall_count, head_of(world, memory_id)) == (7, head)


def test_of_two_that_expect_the_same_revision_one_is_told_of_the_other(world: World) -> None:
    memory_id = told(world, "I like tea")
    both_looked = threading.Barrier(2, timeout=10)
    outcomes: list[Head | MnemeError] = []

    def write(process: World, text: str) -> None:
        try:
            outcomes.append(update(process, memory_id, content=text, expected=1))
        except MnemeError as fault:
            outcomes.append(fault)

    processes = [
        beside(world.durable, Interlude(writes_to(HEADS), both_looked.wait)) for _ in range(2)
    ]
    threads = [
        threading.Thread(target=write, args=pair)
        for pair in zip(processes, ("I like coffee", "I like water"), strict=True)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["Head", "RevisionConflict"]
    assert head_of(world, memory_id).revision == 2


@pytest.mark.parametrize("late", [False, True], ids=["killed before", "answer lost after"])
def test_a_fault_at_any_call_leaves_all_of_an_update_or_nothing(late: bool) -> None:
    calls = _calls_of_an_update()
    for call in range(1, calls + 1):
        world = World()
        memory_id = told(world, "I live in Oslo.", fact_key="home_city")
        fault = Unavailable if late else Killed
        fuse = Fuse(call, late, lambda fault=fault: fault("no answer"))
        with pytest.raises(fault):
            update(beside(world.durable, fuse), memory_id, content="I like tea.")

        head = update(World(world.durable), memory_id, content="I like tea.")

        assert (head.revision, world.contents()) == (2, ["I like tea."]), call
        assert (stored_counts(world), log_is_dense(world)) == (true_counts(world), True)
        assert world.decide(a_fact("I like tea.")).decision is Decision.SKIP


def _calls_of_an_update() -> int:
    world, fuse = World(), Fuse()
    memory_id = told(world, "I live in Oslo.", fact_key="home_city")
    update(beside(world.durable, fuse), memory_id, content="I like tea.")
    return fuse.calls
