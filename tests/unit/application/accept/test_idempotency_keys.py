"""An idempotency key names one task of an app, until a purge or a drop sets it free."""

from dataclasses import replace

import pytest

from mneme.application.repositories.row_keys import OPERATIONS
from mneme.application.tasks.queue_messages import EXTRACTION
from mneme.domain.errors import IdempotencyConflict
from mneme.domain.task import Task, TaskState
from mneme.runtime.backend import Backend
from tests.doubles.made import a_message, an_app, later, said
from tests.doubles.watched import Interlude, Watched
from tests.doubles.world import USER, World, a_tenant


def test_the_same_key_and_body_name_one_task_that_is_queued_once(world: World) -> None:
    first = world.accept_add(world.acme, USER, said("I live in Oslo."), "k")
    again = said("I live in Oslo.", accepted_at=later(minutes=1))

    second = world.accept_add(world.acme, USER, again, "k")

    assert second == first
    assert world.durable.waiting(EXTRACTION) == 1


@pytest.mark.parametrize(
    "other",
    [
        said("I live in Rome."),
        said("I live in Oslo.", session_id="s-2"),
        said("I live in Oslo.", ownership="AGENT"),
        said("I live in Oslo.", messages=(a_message("I live in Oslo.", name="Ann"),)),
    ],
)
def test_the_same_key_with_another_body_is_a_conflict(world: World, other) -> None:  # type: ignore[no-untyped-def]
    world.accept_add(world.acme, USER, said("I live in Oslo."), "k")

    with pytest.raises(IdempotencyConflict) as refused:
        world.accept_add(world.acme, USER, other, "k")

    assert (refused.value.code, refused.value.field) == (40902, "idempotency_key")


def test_one_key_of_two_users_apps_or_tenants_names_different_tasks(world: World) -> None:
    world.tenants.create("globex")
    conversation = said("I live in Oslo.")

    tasks = [
        world.accept_add(world.acme, USER, conversation, "k"),
        world.accept_add(world.acme, "u-2", conversation, "k"),
        world.accept_add(world.acme, USER, said("I live in Rome.", scope=an_app("x")), "k"),
        world.accept_add(world.acme, USER, said("I live in Kyoto.", scope=an_app("y")), "k"),
        world.accept_add(a_tenant("globex"), USER, conversation, "k"),
    ]

    assert len({task.task_id for task in tasks}) == 5
    assert world.durable.waiting(EXTRACTION) == 5


def test_what_is_told_again_after_a_purge_is_learned_again_under_the_same_key(
    world: World,
) -> None:
    first = world.accept_add(world.acme, USER, said("I live in Oslo."), "k")
    world.work()
    world.set_user(epoch=2)

    again = world.accept_add(world.acme, USER, said("I live in Oslo."), "k")
    world.work()

    assert (again.task_id == first.task_id, _state(world, again)) == (False, TaskState.DONE)
    assert sorted(held.head.epoch for held in world.held()) == [1, 2]
    with pytest.raises(IdempotencyConflict):
        world.accept_add(world.acme, USER, said("I live in Rome."), "k")


def test_a_purge_of_one_app_frees_the_keys_of_that_app_alone(world: World) -> None:
    ours, others = (said("I live in Oslo.", scope=an_app(app)) for app in ("planner", "coach"))
    first = [world.accept_add(world.acme, USER, one, "k") for one in (ours, others)]
    world.work()
    world.set_user(scope_epochs={"A#planner": 2})

    again = [world.accept_add(world.acme, USER, one, "k") for one in (ours, others)]

    assert [task.task_id == old.task_id for task, old in zip(again, first, strict=True)] == [
        False,
        True,
    ]


def test_a_task_that_was_dropped_gives_its_key_back(world: World) -> None:
    first = world.accept_add(world.acme, USER, said("I live in Oslo."), "k")
    world.set_user(switched_off=True)
    world.work()
    world.set_user(switched_off=False)

    again = [world.accept_add(world.acme, USER, said("I live in Oslo."), "k") for _ in range(2)]
    world.work()

    assert _state(world, first) is TaskState.DROPPED
    assert again[0].task_id == again[1].task_id != first.task_id
    assert (_state(world, again[0]), world.contents()) == (TaskState.DONE, ["I live in Oslo."])


def test_the_key_of_a_dropped_task_with_another_body_is_a_conflict(world: World) -> None:
    world.accept_add(world.acme, USER, said("I live in Oslo."), "k")
    world.set_user(switched_off=True)
    world.work()
    world.set_user(switched_off=False)

    with pytest.raises(IdempotencyConflict):
        world.accept_add(world.acme, USER, said("I live in Rome."), "k")


def test_two_requests_at_once_that_take_a_key_up_again_make_one_task() -> None:
    world = World()
    world.accept_add(world.acme, USER, said("I live in Oslo."), "k")
    world.set_user(switched_off=True)
    world.work()
    world.set_user(switched_off=False)
    rival = World(world.durable)
    meanwhile = Interlude(
        lambda method, _: method == "transact",
        lambda: rival.accept_add(rival.acme, USER, said("I live in Oslo."), "k"),
    )
    slow = World(world.durable, lambda stores: _watching_tables(stores, meanwhile))

    slow.accept_add(slow.acme, USER, said("I live in Oslo."), "k")

    states = [row["state"] for row in world.rows(OPERATIONS) if "state" in row]
    assert sorted(states) == [TaskState.ACCEPTED, TaskState.DROPPED]


def _state(world: World, task: Task) -> TaskState:
    return world.read_task(world.acme, USER, task.task_id).state


def _watching_tables(stores: Backend, watcher: object) -> Backend:
    return replace(stores, tables=Watched(stores.tables, watcher))  # type: ignore[arg-type]
