"""Whatever becomes of workers and messages, every accepted write ends where its caller sees it."""

from contextlib import suppress
from dataclasses import replace
from datetime import timedelta

import pytest

from infra.queues import QUEUES
from mneme.application.repositories.row_keys import OPERATIONS
from mneme.application.tasks.queue_messages import EVOLUTION, EXTRACTION
from mneme.domain.errors import MnemeError, WriteConflict
from mneme.domain.measures import Measured
from mneme.domain.task import LATENESS, RESENDS, Task, TaskState
from mneme.runtime.batch import TRIES
from tests.doubles.made import GLOBAL, a_fact, said
from tests.doubles.watched import Fuse, Interlude, Killed, Notes, Watched
from tests.doubles.world import QUEUE_LAYOUTS, USER, World

TASK_QUEUES = [queue for queue in QUEUES if queue.lane]


def _accepted(world: World) -> Task:
    return world.accept_add(world.acme, USER, said("I live in Oslo."), None)


def _read(world: World, task: Task) -> Task:
    return world.read_task(world.acme, USER, task.task_id)


def _workers_die(world: World, queue: str = EXTRACTION) -> None:
    """Let every worker die that takes up a message, until the queue gives its messages up."""
    row = next(row for row in QUEUES if row.name == queue)
    for _ in range(row.max_receives + 1):
        world.durable.queue.receive(queue, 10)
        world.durable.clock.advance(seconds=row.visibility_seconds)
    assert world.durable.waiting(queue) == 0


def _late(world: World, times: int = 1) -> None:
    world.durable.clock.advance(LATENESS.total_seconds() * 2 ** (times - 1))


def test_a_task_whose_workers_died_is_sent_again_and_done(world: World) -> None:
    task = _accepted(world)
    _workers_die(world)
    assert world.durable.waiting("extraction-dead") == 1
    _late(world)

    assert world.sweep_tasks() == 1
    world.work()

    assert (_read(world, task).state, world.contents()) == (TaskState.DONE, ["I live in Oslo."])


def test_a_task_whose_workers_all_died_is_failed_by_the_last_delivery(world: World) -> None:
    task = _accepted(world)
    for _ in range(TRIES):
        world.durable.queue.receive(EXTRACTION, 10)
        world.durable.clock.advance(seconds=QUEUE_LAYOUTS[EXTRACTION].visibility_seconds)

    world.deliver(EXTRACTION)

    ended = _read(world, task)
    assert (ended.state, ended.error and ended.error.code) == (TaskState.FAILED, 50001)


def test_a_structured_fact_whose_workers_died_is_sent_again_to_evolution(world: World) -> None:
    task = world.accept_structured(world.acme, USER, GLOBAL, a_fact())
    _workers_die(world, EVOLUTION)
    _late(world)

    assert world.sweep_tasks() == 1
    world.work()

    assert _read(world, task).state is TaskState.DONE


def test_a_task_that_kills_every_worker_is_failed_in_the_end(world: World) -> None:
    task, sent = _accepted(world), 0
    for times in range(1, RESENDS + 2):
        _workers_die(world)
        _late(world, times)
        sent += world.sweep_tasks()

    ended = _read(world, task)
    assert (ended.state, sent) == (TaskState.FAILED, RESENDS)
    assert world.metrics.names(Measured.TASK_ENDED) == ["task_ended_failed"]
    assert (ended.error and ended.error.code) == 50000
    _late(world, 9)
    assert world.sweep_tasks() == 0


def test_no_message_is_given_up_after_its_task_counts_as_late() -> None:
    longest = max(row.visibility_seconds * row.max_receives for row in TASK_QUEUES)

    assert longest < LATENESS.total_seconds()


def test_a_task_that_only_waits_its_turn_is_worked_on_once(world: World) -> None:
    task = _accepted(world)
    _late(world)
    assert world.sweep_tasks() == 1
    assert world.durable.waiting(EXTRACTION) == 2

    world.work()

    assert (_read(world, task).state, len(_read(world, task).results)) == (TaskState.DONE, 1)
    assert (world.contents(), world.durable.waiting(EVOLUTION)) == (["I live in Oslo."], 0)


def test_a_message_that_comes_after_all_still_brings_its_failed_task_to_an_end(
    world: World,
) -> None:
    task = _accepted(world)
    for times in range(1, RESENDS + 2):
        _late(world, times)
        world.sweep_tasks()
    assert _read(world, task).state is TaskState.FAILED

    world.work()

    assert (_read(world, task).state, world.contents()) == (TaskState.DONE, ["I live in Oslo."])


def test_a_straggler_of_an_earlier_attempt_wakes_no_failed_task(world: World) -> None:
    task = _accepted(world)
    _late(world)
    world.sweep_tasks()
    world.tasks.finish(world.acme, USER, task, TaskState.FAILED)

    assert world.hand(EXTRACTION, world.message(task)) is TaskState.FAILED


def test_an_open_task_that_is_not_late_is_looked_at_once(world: World) -> None:
    _accepted(world)
    world.durable.clock.advance(minutes=2)
    world.sweep_tasks()
    notes = Notes()

    World(world.durable, lambda s: replace(s, tables=Watched(s.tables, notes))).sweep_tasks()

    assert [method for method, _ in notes.calls] == ["query"] * 8


def test_progress_puts_off_the_moment_when_a_task_is_late(world: World) -> None:
    task = _accepted(world)
    world.durable.clock.advance(minutes=90)
    world.deliver(EXTRACTION)
    world.durable.clock.advance(minutes=90)

    assert (world.sweep_tasks(), _read(world, task).state) == (0, TaskState.EVOLVING)


def test_an_ended_task_is_watched_no_longer(world: World) -> None:
    world.remember(said("I live in Oslo."))

    assert not any("due_at" in row for row in world.rows(OPERATIONS))


@pytest.mark.parametrize("late", [False, True])
@pytest.mark.parametrize("fault", [Killed, WriteConflict])
def test_a_sweep_that_dies_at_any_call_leaves_the_task_to_the_next(
    late: bool, fault: type[BaseException]
) -> None:
    for call in range(1, 14):
        world = World()
        task = _accepted(world)
        _workers_die(world)
        _late(world)
        fuse = Fuse(call, late, fault)
        _sweep_with(world, fuse)
        world.sweep_tasks()
        world.work()
        for _ in range(2):  # should the queue have dropped the message as one it knows
            _late(world, 2)
            world.sweep_tasks()
            world.work()

        assert (call, _read(world, task).state) == (call, TaskState.DONE)
        assert world.contents() == ["I live in Oslo."]


def _sweep_with(world: World, fuse: Fuse) -> None:
    unlucky = World(
        world.durable,
        lambda s: replace(s, tables=Watched(s.tables, fuse), queue=Watched(s.queue, fuse)),
    )
    with suppress(Killed, MnemeError):
        unlucky.sweep_tasks()


def test_a_worker_that_ends_the_task_during_the_sweep_has_the_last_word(world: World) -> None:
    task = _accepted(world)
    world.durable.clock.advance(LATENESS.total_seconds())
    meanwhile = Interlude(lambda method, _: method == "transact", world.work)
    sweeping = World(world.durable, lambda s: replace(s, tables=Watched(s.tables, meanwhile)))

    sweeping.sweep_tasks()

    assert _read(world, task).state is TaskState.DONE


def test_a_task_is_looked_after_a_little_later_each_time() -> None:
    now = World().clock.now()
    task = Task("t", TaskState.ACCEPTED, 1, 1, None, "", now, now, "p")

    waits = [replace(task, resends=resends).late_at - now for resends in range(RESENDS + 1)]

    assert waits == [LATENESS, LATENESS * 2, LATENESS * 4, LATENESS * 8]
    assert sum(waits, timedelta()) < timedelta(days=1)
