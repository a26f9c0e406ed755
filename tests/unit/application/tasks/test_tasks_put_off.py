"""A task that is put off: due as its next attempt, and sent for that one only."""

from datetime import datetime

import pytest

from mneme.application.repositories.row_keys import OPERATIONS
from mneme.application.repositories.task_attachments import CONVERSATION
from mneme.application.repositories.task_rows import DueFor, due_shard
from mneme.domain.errors import WriteConflict
from mneme.domain.task import LATENESS, Task, TaskState
from tests.doubles.made import NOW, later
from tests.doubles.world import USER, World


def _milliseconds(at: datetime) -> int:
    return int(at.timestamp() * 1000)


def _found(world: World) -> Task:
    found = world.tasks.find(world.acme, USER, "t_1")
    assert found is not None
    return found


def _deferred(world: World) -> Task:
    task = Task("t_1", TaskState.PENDING, 1, 1, None, "digest", NOW, NOW, CONVERSATION)
    world.tasks.create(world.acme, USER, task, b"what was said")
    extracting = TaskState.EXTRACTING
    world.tasks.turn(world.acme, USER, task, extracting, before=(TaskState.PENDING,))
    world.tasks.defer(world.acme, USER, task, until=later(minutes=6))
    return task


def test_a_deferred_task_is_due_as_its_next_attempt(world: World) -> None:
    _deferred(world)

    found = _found(world)
    assert (found.state, found.attempt, found.deferrals) == (TaskState.DEFERRED, 2, 1)
    (row,) = [row for row in world.rows(OPERATIONS) if "state" in row]
    assert row["due_at"] == 1_772_366_760_000
    assert row["due_shard"] in [due_shard(number, DueFor.RESUMING) for number in range(8)]


def test_a_task_is_deferred_once_an_attempt(world: World) -> None:
    task = _deferred(world)

    with pytest.raises(WriteConflict):
        world.tasks.defer(world.acme, USER, task, until=later(minutes=6))

    assert _found(world).deferrals == 1


def test_a_task_that_rested_is_watched_again_once_it_is_sent(world: World) -> None:
    _deferred(world)

    world.durable.clock.advance(minutes=7)
    world.tasks.sent(world.acme, USER, _found(world))

    assert _found(world).state is TaskState.ACCEPTED
    (row,) = [row for row in world.rows(OPERATIONS) if "state" in row]
    assert row["due_shard"] in [due_shard(number) for number in range(8)]
    assert row["due_at"] == _milliseconds(later(minutes=7) + LATENESS)


def test_a_task_that_is_worked_on_before_it_is_marked_as_sent_is_watched(world: World) -> None:
    _deferred(world)
    resting = (TaskState.DEFERRED,)

    world.tasks.begin(world.acme, USER, _found(world), before=resting)

    (row,) = [row for row in world.rows(OPERATIONS) if "state" in row]
    assert row["due_shard"] in [due_shard(number) for number in range(8)]


def test_a_task_that_waits_for_a_later_attempt_is_not_marked_as_sent(world: World) -> None:
    earlier = _deferred(world)

    with pytest.raises(WriteConflict):
        world.tasks.sent(world.acme, USER, earlier)

    assert _found(world).state is TaskState.DEFERRED
