"""While no embedding model answers, a task rests in evolution as it does in extraction."""

from contextlib import suppress
from dataclasses import replace

import pytest

from mneme.application.repositories.task_rows import DueFor
from mneme.application.tasks.queue_messages import EVOLUTION, EXTRACTION, TaskMessage
from mneme.application.tasks.work_on_task import DEFERRALS
from mneme.domain.errors import MnemeError
from mneme.domain.task import Task, TaskState
from tests.doubles.bookkeeping import stored_counts, true_counts
from tests.doubles.hashing_embedder import HashingEmbedder
from tests.doubles.made import GLOBAL, a_fact, a_message, later, said
from tests.doubles.model_world import LATE
from tests.doubles.watched import Fuse, Killed, Watched
from tests.doubles.world import USER, Durable, World

THREE = ("I live in Oslo.", "I like tea.", "I have two sisters.")


class _Away(HashingEmbedder):
    """An embedder out of reach."""

    def embed(self, *_: object) -> list[bytes]:
        raise LATE


def _away(durable: Durable) -> World:
    world = World(durable)
    world.__dict__["embedder"] = _Away()
    return world


def _read(world: World, task: Task) -> Task:
    return world.read_task(world.acme, USER, task.task_id)


def _resume(world: World) -> int:
    world.durable.clock.advance(minutes=5)
    sent = world.sweep_tasks(DueFor.RESUMING)
    world.work()
    return sent


def _structured(world: World) -> Task:
    return world.accept_structured(world.acme, USER, GLOBAL, a_fact())


def _extracted(world: World) -> Task:
    task = world.accept_add(world.acme, USER, said(*THREE), None)
    world.deliver(EXTRACTION)
    return task


@pytest.mark.parametrize("accepted", [_structured, _extracted])
def test_an_outage_of_the_embedder_puts_a_task_in_evolution_off(accepted) -> None:  # type: ignore[no-untyped-def]
    world = World()
    task = accepted(world)
    _away(world.durable).work()

    rests = _read(world, task)
    assert (rests.state, rests.deferrals, rests.error) == (TaskState.DEFERRED, 1, None)
    assert world.durable.waiting(EVOLUTION) == 0  # it blocks nobody

    assert _resume(world) == 1
    assert _read(world, task).state is TaskState.DONE


def test_an_outage_of_the_embedder_that_lasts_ends_failed_and_may_be_redriven() -> None:
    world = World()
    task = _structured(world)
    away = _away(world.durable)
    away.work()
    for _ in range(DEFERRALS):
        _resume(away)

    ended = _read(world, task)
    assert (ended.state, ended.error and ended.error.code) == (TaskState.FAILED, 50001)
    assert world.durable.waiting("evolution-dead") == 0
    (failed,) = world.redrive_tasks.failed()
    assert world.redrive_tasks.reopen(failed)
    world.work()
    assert _read(world, task).state is TaskState.DONE


def test_a_task_that_rests_in_evolution_is_not_extracted_again() -> None:
    world = World()
    task = _extracted(world)
    away = _away(world.durable)
    away.work()
    (sealed,) = _facts_of(world)

    state = world.hand(EXTRACTION, world.message(_read(world, task)))
    stale = TaskMessage("acme", USER, task.task_id, 1)

    assert (state, world.hand(EXTRACTION, stale)) == (TaskState.DEFERRED, TaskState.DEFERRED)
    assert world.hand(EVOLUTION, stale) is TaskState.DEFERRED
    assert _facts_of(world) == [sealed]


def _facts_of(world: World) -> list[object]:
    return [row["sealed"] for row in world.rows("operations") if str(row["sk"]).endswith("facts")]


def test_what_rests_in_evolution_keeps_its_messages_from_being_read_again() -> None:
    world = World()
    first = _extracted(world)
    _away(world.durable).work()

    again = world.remember(said(*THREE, accepted_at=later(minutes=1)))
    _resume(world)

    assert (again.state, again.results) == (TaskState.DONE, ())
    assert (_read(world, first).state, world.contents()) == (TaskState.DONE, sorted(THREE))


def test_a_straggler_that_saw_the_task_before_its_facts_does_not_begin_anew() -> None:
    world = World()
    task = world.accept_add(world.acme, USER, said(*THREE), None)
    seen = world.tasks.find(world.acme, USER, task.task_id)
    assert seen is not None
    world.deliver(EXTRACTION)
    _away(world.durable).work()

    with pytest.raises(MnemeError, match="concurrent"):
        world.extract_task(world.acme, world.message(seen), seen)

    assert _read(world, task).state is TaskState.DEFERRED


@pytest.mark.parametrize("late", [False, True])
def test_a_worker_that_dies_at_any_call_while_it_puts_a_task_off_loses_nothing(
    late: bool,
) -> None:
    for call in range(1, 12):
        world = World()
        task = _extracted(world)
        fuse = Fuse(call, late)
        dying = World(world.durable, lambda s, f=fuse: replace(s, tables=Watched(s.tables, f)))  # type: ignore[misc]
        dying.__dict__["embedder"] = _Away()
        with suppress(Killed):
            dying.work()
        for _ in range(2):
            world.durable.clock.advance(minutes=13)
            _resume(world)

        assert (call, _read(world, task).state) == (call, TaskState.DONE)
        assert world.contents() == sorted(THREE)
        assert stored_counts(world) == true_counts(world)


def test_later_writes_of_the_user_do_not_wait_for_what_rests_in_evolution() -> None:
    world = World()
    task = _extracted(world)
    _away(world.durable).work()

    other = world.remember(said(messages=(a_message("I own a boat.", "m9"),)))

    assert (other.state, _read(world, task).state) == (TaskState.DONE, TaskState.DEFERRED)
