"""An accepted conversation is durable, queued once, and recognized when it is sent again."""

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from mneme.application.repositories.row_keys import OPERATIONS
from mneme.application.tasks.queue_messages import EXTRACTION
from mneme.domain.errors import (
    IdempotencyConflict,
    MemorySwitchedOff,
    Unavailable,
    WriteConflict,
)
from mneme.domain.task import Task, TaskState
from mneme.runtime.backend import Backend
from tests.doubles.made import GLOBAL, an_app, said
from tests.doubles.watched import Fuse, Interlude, Notes, Watched, writes_to
from tests.doubles.world import USER, World

LONG = "I like long walks. " * 800


def test_an_accepted_conversation_waits_in_its_queue_by_id(world: World) -> None:
    task = world.accept_add(world.acme, USER, said("I live in Oslo."), None)

    (received,) = world.durable.queue.receive(EXTRACTION, 10)
    assert world.read_task(world.acme, USER, task.task_id).state is TaskState.ACCEPTED
    assert json.loads(received.body) == {
        "tenant_id": "acme",
        "user_id": USER,
        "task_id": task.task_id,
        "attempt": 1,
    }


def test_a_conversation_without_a_key_is_a_new_task_each_time(world: World) -> None:
    first = world.accept_add(world.acme, USER, said("I live in Oslo."), None)

    second = world.accept_add(world.acme, USER, said("I live in Oslo."), None)

    assert first.task_id != second.task_id


def test_a_retry_that_finds_the_task_pending_sends_it_again() -> None:
    unreachable = _with_queue(Fuse(1, fault=lambda: Unavailable("no answer")))
    with pytest.raises(Unavailable):
        unreachable.accept_add(unreachable.acme, USER, said("I live in Oslo."), "k")
    assert unreachable.durable.waiting(EXTRACTION) == 0

    task = unreachable.accept_add(unreachable.acme, USER, said("I live in Oslo."), "k")

    assert task.state is TaskState.ACCEPTED
    assert unreachable.durable.waiting(EXTRACTION) == 1


def test_a_worker_that_is_faster_than_the_answer_is_no_fault() -> None:
    durable = World().durable
    faster = Interlude(lambda method, _: method == "transact" and sent(), World(durable).work)
    world = World(durable, lambda stores: _watching_tables(stores, faster))

    def sent() -> bool:
        return durable.waiting(EXTRACTION) == 1

    task = world.accept_add(world.acme, USER, said("I live in Oslo."), None)

    assert task.state is TaskState.DONE


def test_a_retry_after_the_work_is_done_returns_what_became_of_it(world: World) -> None:
    world.accept_add(world.acme, USER, said("I live in Oslo."), "k")
    world.work()

    task = world.accept_add(world.acme, USER, said("I live in Oslo."), "k")

    told = world.read_task(world.acme, USER, task.task_id)
    assert (task.state, len(told.results)) == (TaskState.DONE, 1)
    assert world.durable.waiting(EXTRACTION) == 0


@pytest.mark.parametrize(
    ("row", "scope"),
    [
        ({"switched_off": True}, GLOBAL),
        ({"switched_off": True}, an_app()),
        ({"apps_off": frozenset({"planner"})}, an_app("planner")),
    ],
)
def test_nothing_is_stored_for_a_user_who_switched_memory_off(world: World, row, scope) -> None:  # type: ignore[no-untyped-def]
    world.set_user(**row)

    with pytest.raises(MemorySwitchedOff):
        world.accept_add(world.acme, USER, said("I live in Oslo.", scope=scope), None)

    assert (world.rows("operations"), world.rows("keys")) == ([], [])


def test_another_app_may_write_while_one_is_switched_off(world: World) -> None:
    world.set_user(apps_off=frozenset({"planner"}))

    task = world.accept_add(world.acme, USER, said("I live in Oslo.", scope=an_app("coach")), None)

    assert task.state is TaskState.ACCEPTED


def test_a_refused_body_does_not_replace_the_large_one_that_was_accepted(world: World) -> None:
    # A large payload lies in the blob store, where no condition protects it.
    first = said(*[LONG] * 8, session_id="s-1")
    world.accept_add(world.acme, USER, first, "k")

    with pytest.raises(IdempotencyConflict):
        world.accept_add(world.acme, USER, said(*[LONG] * 7, "I live in Rome."), "k")

    world.work()
    assert "I live in Rome." not in world.contents()


def _state(world: World, task: Task) -> TaskState:
    return world.read_task(world.acme, USER, task.task_id).state


def test_a_large_body_sent_again_after_a_purge_leaves_the_first_one_readable(
    world: World,
) -> None:
    conversation = said(*[LONG] * 8)
    first = world.accept_add(world.acme, USER, conversation, "k")
    world.set_user(epoch=2)

    again = world.accept_add(world.acme, USER, conversation, "k")

    world.work()
    states = [_state(world, task) for task in (first, again)]
    assert states == [TaskState.DROPPED, TaskState.DONE]


def test_a_store_that_is_contended_leaves_no_half_of_a_task() -> None:
    class Contended(Notes):
        def before(self, method: str, arguments: Sequence[Any]) -> None:
            if writes_to(OPERATIONS)(method, arguments):
                raise WriteConflict

    durable = World().durable
    world = World(durable, lambda stores: _watching_tables(stores, Contended()))

    with pytest.raises(WriteConflict):
        world.accept_add(world.acme, USER, said("I live in Oslo."), "k")

    assert world.rows("operations") == []


def _with_queue(fuse: Fuse) -> World:
    durable = World().durable
    return World(durable, lambda stores: replace(stores, queue=Watched(stores.queue, fuse)))


def _watching_tables(stores: Backend, watcher: object) -> Backend:
    return replace(stores, tables=Watched(stores.tables, watcher))  # type: ignore[arg-type]
