"""A history that is being loaded is worked on behind live conversations, and does them no harm."""

from dataclasses import replace

import pytest

from mneme.application.tasks.queue_messages import (
    BULK_EVOLUTION,
    BULK_EXTRACTION,
    EVOLUTION,
    EXTRACTION,
)
from mneme.domain.task import LATENESS, RESENDS, Task, TaskState
from tests.doubles.bookkeeping import stored_counts, true_counts
from tests.doubles.made import GLOBAL, a_fact, a_message, later, said
from tests.doubles.world import USER, World

LIVE = (EXTRACTION, EVOLUTION)


def _load(world: World, text: str, **parts: object) -> Task:
    conversation = said(text, session_id="old", **parts)
    return world.accept_add(world.acme, USER, conversation, None, bulk=True)


def _read(world: World, task: Task) -> Task:
    return world.read_task(world.acme, USER, task.task_id)


def test_every_step_of_a_history_goes_through_queues_of_its_own(world: World) -> None:
    task = _load(world, "I live in Oslo.")
    assert [world.durable.waiting(queue) for queue in (EXTRACTION, BULK_EXTRACTION)] == [0, 1]

    world.deliver(BULK_EXTRACTION)

    assert [world.durable.waiting(queue) for queue in (EVOLUTION, BULK_EVOLUTION)] == [0, 1]
    world.work()
    assert (_read(world, task).state, world.contents()) == (TaskState.DONE, ["I live in Oslo."])


def test_a_finished_memory_of_a_history_waits_in_the_bulk_queue_of_its_step(world: World) -> None:
    fact = a_fact("Lives in Oslo")
    task = world.accept_structured(world.acme, USER, GLOBAL, fact, bulk=True)
    assert [world.durable.waiting(queue) for queue in (EVOLUTION, BULK_EVOLUTION)] == [0, 1]

    live = world.accept_structured(world.acme, USER, GLOBAL, a_fact("Likes tea"))
    world.deliver(EVOLUTION)

    assert (_read(world, task).state, _read(world, live).state) == (
        TaskState.ACCEPTED,
        TaskState.DONE,
    )
    world.work()
    assert world.contents() == ["Likes tea", "Lives in Oslo"]


@pytest.mark.parametrize("user", [USER, "u-2"])
def test_a_live_conversation_never_waits_for_a_history(world: World, user: str) -> None:
    history = [_load(world, f"I own book number {n}.") for n in range(5)]
    live = world.accept_add(world.acme, user, said("I like tea."), None)

    while sum(world.deliver(queue) for queue in LIVE):
        pass

    assert world.read_task(world.acme, user, live.task_id).state is TaskState.DONE
    assert {_read(world, task).state for task in history} == {TaskState.ACCEPTED}


def test_old_facts_that_come_late_do_not_replace_newer_ones(world: World) -> None:
    task = _load(world, "", messages=(a_message("I live in Oslo.", "h1", time=later(days=-900)),))
    world.remember(said("I moved to Rome."))

    world.work()

    current = [held.revision.content for held in world.held() if held.head.status == "ACTIVE"]
    assert _read(world, task).state is TaskState.DONE
    assert current == ["I moved to Rome."]
    assert stored_counts(world) == true_counts(world)


def test_a_history_that_was_never_queued_is_sent_to_its_own_queue(world: World) -> None:
    task = _load(world, "I live in Oslo.")
    for received in world.durable.queue.receive(BULK_EXTRACTION, 10):
        world.durable.queue.acknowledge(BULK_EXTRACTION, received.receipt)
    world.durable.clock.advance(days=1)

    assert world.sweep_tasks() == 1
    assert [world.durable.waiting(queue) for queue in (EXTRACTION, BULK_EXTRACTION)] == [0, 1]
    world.work()
    assert _read(world, task).state is TaskState.DONE


def test_a_history_may_wait_for_days_before_it_counts_as_late(world: World) -> None:
    _load(world, "I live in Oslo.")
    world.durable.clock.advance(hours=18)

    assert world.sweep_tasks() == 0

    now = world.clock.now()
    task = Task("t", TaskState.ACCEPTED, 1, 1, None, "", now, now, "p", bulk=True)
    waits = [replace(task, resends=n).late_at - now for n in range(RESENDS + 1)]
    assert waits[0] == 12 * LATENESS
    # Queues keep messages for 14 days.
    assert 10 < sum(wait.total_seconds() for wait in waits) / 86_400 < 14
