"""A stored task is queued first and marked second: a crash in between sends twice, and is safe."""

from dataclasses import replace

import pytest

from mneme.application.ports.table_store import Delete
from mneme.application.repositories.row_keys import OPERATIONS, task_key, user_partition
from mneme.application.tasks.queue_messages import EXTRACTION
from mneme.application.tasks.send_task import SendTask
from mneme.domain.errors import Unavailable, WriteConflict
from mneme.domain.task import TaskState
from tests.doubles.made import said
from tests.doubles.watched import Fuse, Interlude, Notes, Watched
from tests.doubles.world import USER, World


def test_the_message_is_queued_before_the_task_is_marked(world: World) -> None:
    notes = Notes()
    order = World(
        world.durable,
        lambda s: replace(s, tables=Watched(s.tables, notes), queue=Watched(s.queue, notes)),
    )

    order.accept_add(order.acme, USER, said("I live in Oslo."), None)

    assert [method for method, _ in notes.calls][-2:] == ["send", "transact"]


def test_a_task_whose_mark_was_lost_is_sent_again_and_worked_on_once(world: World) -> None:
    calls = Notes()
    counting = World(world.durable, lambda s: replace(s, tables=Watched(s.tables, calls)))
    counting.accept_add(counting.acme, "u-2", said("I live in Oslo."), "k")
    mark = Fuse(len(calls.calls), fault=lambda: Unavailable("no answer"))
    unlucky = World(world.durable, lambda s: replace(s, tables=Watched(s.tables, mark)))
    with pytest.raises(Unavailable):
        unlucky.accept_add(unlucky.acme, USER, said("I live in Oslo."), "k")
    world.durable.clock.advance(minutes=6)

    assert world.sweep_tasks() == 1
    world.work()

    assert world.contents() == ["I live in Oslo."]
    assert world.durable.waiting(EXTRACTION) == 0


def test_a_task_that_vanishes_while_it_is_sent_is_a_conflict(world: World) -> None:
    task = world.accept_add(world.acme, USER, said("I live in Oslo."), None)
    place = task_key(user_partition(world.acme, USER), task.task_id)
    gone = Interlude(
        lambda method, _: method == "send",
        lambda: world.tables.transact(world.acme, [Delete(OPERATIONS, place)]),
    )
    send = SendTask(world.tasks, Watched(world.durable.queue, gone))  # type: ignore[arg-type]

    with pytest.raises(WriteConflict):
        send(world.acme, replace(task, state=TaskState.PENDING), EXTRACTION, world.message(task))
