"""Every task ends where its caller sees it, and none stands in the way of the next."""

import pytest

from mneme.application.ports.table_store import Delete, SetTo, Update
from mneme.application.repositories.row_keys import (
    OPERATIONS,
    attachment_key,
    task_key,
    user_partition,
)
from mneme.application.tasks.queue_messages import EXTRACTION, TaskMessage
from mneme.application.tasks.work_on_task import Outcome
from mneme.domain.errors import (
    CapacityFull,
    ExtractionFailed,
    InternalFault,
    MemorySwitchedOff,
    NotFound,
    Unavailable,
    WriteConflict,
)
from mneme.domain.task import Task, TaskState
from tests.doubles.made import said
from tests.doubles.world import QUEUE_LAYOUTS, USER, World


def _raising(fault: Exception):  # type: ignore[no-untyped-def]
    def work(tenant, message, task) -> None:  # type: ignore[no-untyped-def]
        raise fault

    return work


def _accepted(world: World, text: str = "I live in Oslo.") -> Task:
    return world.accept_add(world.acme, USER, said(text), None)


def _damage(world: World, task: Task) -> None:
    """Make the task's payload undecryptable."""
    place = attachment_key(user_partition(world.acme, USER), task.task_id, task.payload)
    damaged = Update(OPERATIONS, place, (SetTo("sealed", b"\x01" + bytes(40)),))
    world.tables.transact(world.acme, [damaged])


def _forget(world: World, task: Task) -> None:
    place = task_key(user_partition(world.acme, USER), task.task_id)
    world.tables.transact(world.acme, [Delete(OPERATIONS, place)])


def test_a_poison_task_fails_visibly_and_the_next_one_goes_on(world: World) -> None:
    poison, next_one = _accepted(world), _accepted(world, "I like tea.")
    _damage(world, poison)

    world.work()

    failed = world.read_task(world.acme, USER, poison.task_id)
    assert (failed.state, failed.error and failed.error.code) == (TaskState.FAILED, 50000)
    assert world.read_task(world.acme, USER, next_one.task_id).state is TaskState.DONE
    assert world.contents() == ["I like tea."]
    assert world.durable.waiting("extraction-dead") == 0


def test_a_failed_task_keeps_its_payload_for_those_who_look_into_it(world: World) -> None:
    poison = _accepted(world)
    _damage(world, poison)

    world.work()

    assert len(world.rows(OPERATIONS)) == 2


@pytest.mark.parametrize(
    ("fault", "state"),
    [
        (MemorySwitchedOff("off"), TaskState.DROPPED),
        (NotFound("purged"), TaskState.DROPPED),
        (InternalFault("damaged"), TaskState.FAILED),
        (ExtractionFailed("ill-formed"), TaskState.FAILED),
        (CapacityFull("no room"), TaskState.FAILED),
    ],
)
def test_what_cannot_succeed_later_ends_the_task_at_once(  # type: ignore[no-untyped-def]
    world: World, fault, state
) -> None:
    task = _accepted(world)

    ended = world.work_on_task(world.message(task), _raising(fault)).state

    seen = world.read_task(world.acme, USER, task.task_id)
    assert (ended, seen.state) == (state, state)
    assert seen.error is not None
    assert (seen.error.code, seen.error.message) == (fault.code, fault.message)


@pytest.mark.parametrize("fault", [Unavailable("no answer"), WriteConflict((1,)), KeyError("x")])
def test_what_may_succeed_later_is_raised_and_leaves_the_task_open(  # type: ignore[no-untyped-def]
    world: World, fault
) -> None:
    task = _accepted(world)

    with pytest.raises(type(fault)):
        world.work_on_task(world.message(task), _raising(fault))

    assert world.read_task(world.acme, USER, task.task_id).state is TaskState.ACCEPTED


def test_a_message_of_a_task_that_does_not_exist_is_let_go(world: World) -> None:
    message = TaskMessage("acme", USER, "t_unknown", 1)

    assert world.work_on_task(message, _raising(KeyError())) == Outcome(None)
    assert world.work_on_task.give_up(message, Unavailable("no answer")) is None


def test_after_its_last_delivery_a_task_is_failed_with_the_reason(world: World) -> None:
    task = _accepted(world)

    state = world.work_on_task.give_up(world.message(task), Unavailable("the store is away"))

    ended = world.read_task(world.acme, USER, task.task_id)
    assert (state, ended.state) == (TaskState.FAILED, TaskState.FAILED)
    assert ended.error is not None
    assert (ended.error.code, ended.error.message) == (50002, "the store is away")


def test_giving_up_a_task_that_has_ended_meanwhile_leaves_it_as_it_is(world: World) -> None:
    task = world.remember(said("I live in Oslo."))

    state = world.work_on_task.give_up(world.message(task), Unavailable("too late"))

    assert state is TaskState.DONE
    assert world.read_task(world.acme, USER, task.task_id).error is None


def test_a_task_that_ends_elsewhere_while_it_is_failing_keeps_that_end(world: World) -> None:
    task = _accepted(world)

    def work(tenant, message, task) -> None:  # type: ignore[no-untyped-def]
        world.work()
        raise InternalFault("damaged")

    world.durable.queue.receive(EXTRACTION, 1)
    world.durable.clock.advance(seconds=800)
    state = world.work_on_task(world.message(task), work).state

    assert state is TaskState.DONE


def test_a_task_that_vanishes_while_it_is_worked_on_has_no_state(world: World) -> None:
    task = _accepted(world)

    def work(tenant, message, task) -> None:  # type: ignore[no-untyped-def]
        _forget(world, task)

    assert world.work_on_task(world.message(task), work) == Outcome(None)


def test_a_task_that_vanishes_while_it_is_failing_is_given_back(world: World) -> None:
    task = _accepted(world)

    def work(tenant, message, task) -> None:  # type: ignore[no-untyped-def]
        _forget(world, task)
        raise InternalFault("damaged")

    with pytest.raises(WriteConflict):
        world.work_on_task(world.message(task), work)


def _given_up(world: World) -> Task:
    """Return a task whose every delivery failed."""
    task = _accepted(world)
    away = World(world.durable)
    away.__dict__["extract_task"] = _raising(Unavailable("no answer"))
    for _ in range(QUEUE_LAYOUTS[EXTRACTION].max_receives + 1):
        away.deliver(EXTRACTION)
    return task


def test_a_store_that_stays_away_leads_to_failed_and_the_dead_letter_queue(world: World) -> None:
    task = _given_up(world)

    assert world.read_task(world.acme, USER, task.task_id).state is TaskState.FAILED
    assert world.durable.waiting("extraction-dead") == 1


def test_a_redrive_from_the_dead_letters_gives_a_failed_task_another_try(world: World) -> None:
    task = _given_up(world)

    world.durable.queue.move_back(EXTRACTION)
    world.work()

    ended = world.read_task(world.acme, USER, task.task_id)
    assert (ended.state, ended.error) == (TaskState.DONE, None)
    assert world.contents() == ["I live in Oslo."]


def test_a_redriven_task_that_was_purged_meanwhile_is_dropped(world: World) -> None:
    task = _given_up(world)
    world.set_user(epoch=2)

    world.durable.queue.move_back(EXTRACTION)
    world.work()

    assert world.read_task(world.acme, USER, task.task_id).state is TaskState.DROPPED
    assert world.contents() == []
