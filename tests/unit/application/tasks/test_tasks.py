"""A task's row and what it carries: turned only as allowed, sealed, and shown to its owner only."""

from dataclasses import replace

import pytest

from mneme.application.ports.table_store import SetTo, Update
from mneme.application.repositories.row_keys import (
    OPERATIONS,
    task_key,
    user_partition,
)
from mneme.application.repositories.task_attachments import CONVERSATION
from mneme.application.repositories.task_rows import due_shard
from mneme.domain.errors import InternalFault, NotFound, WriteConflict
from mneme.domain.task import Decision, FactResult, Task, TaskError, TaskState
from tests.doubles.made import NOW, an_app, later, said
from tests.doubles.world import USER, World, a_tenant

RESULT = FactResult(Decision.ADD, "m-1", 1)


def _created(world: World, **parts: object) -> Task:
    task = Task("t_1", TaskState.PENDING, 1, 1, None, "digest", NOW, NOW, CONVERSATION)
    task = replace(task, **parts)  # type: ignore[arg-type]
    world.tasks.create(world.acme, USER, task, b"what was said")
    return task


def _turn(world: World, task: Task, to: TaskState, *before: TaskState) -> None:
    world.durable.clock.advance(minutes=1)
    world.tasks.turn(world.acme, USER, task, to, before=before)


def _found(world: World, task_id: str = "t_1") -> Task:
    found = world.tasks.find(world.acme, USER, task_id)
    assert found is not None
    return found


@pytest.mark.parametrize(
    "parts",
    [
        {},
        {"app_id": "planner", "fact_count": 3, "attempt": 2, "deferrals": 1, "resends": 1},
        {"portions": True, "undelivered": True},
    ],
)
def test_a_task_comes_back_as_it_was_created(world: World, parts: dict) -> None:  # type: ignore[type-arg]
    task = _created(world, **parts)

    assert _found(world) == task


def test_a_task_is_created_once(world: World) -> None:
    _created(world)

    with pytest.raises(WriteConflict):
        _created(world, body_digest="another", payload="another")

    assert _found(world).body_digest == "digest"


def test_a_write_that_the_client_repeats_by_itself_creates_one_task(world: World) -> None:
    # It got no answer to the first; the condition then finds our own row.
    first = _created(world)

    assert _created(world) == first


def test_a_new_task_is_due_after_a_minute_and_until_it_ends(world: World) -> None:
    task = _created(world)
    (row,) = [row for row in world.rows(OPERATIONS) if "state" in row]
    assert row["due_at"] == 1_772_366_460_000
    assert row["due_shard"] in [due_shard(number) for number in range(8)]

    _turn(world, task, TaskState.ACCEPTED, TaskState.PENDING)
    (turned,) = [row for row in world.rows(OPERATIONS) if "state" in row]
    assert (turned["due_at"], turned["due_shard"]) == (row["due_at"], row["due_shard"])

    world.tasks.finish(world.acme, USER, task, TaskState.DONE)

    (ended,) = [row for row in world.rows(OPERATIONS) if "state" in row]
    assert not {"due_at", "due_shard"} & set(ended)


def test_a_task_turns_only_from_the_states_that_are_allowed(world: World) -> None:
    task = _created(world)
    _turn(world, task, TaskState.ACCEPTED, TaskState.PENDING)

    with pytest.raises(WriteConflict):
        _turn(world, task, TaskState.ACCEPTED, TaskState.PENDING)

    found = _found(world)
    assert (found.state, found.updated_at) == (TaskState.ACCEPTED, later(minutes=1))


def test_a_task_that_does_not_exist_is_not_made_by_a_turn(world: World) -> None:
    with pytest.raises(WriteConflict):
        _turn(world, Task("t_2", TaskState.PENDING, 1, 1, None, "", NOW, NOW, ""), TaskState.DONE)

    assert world.rows(OPERATIONS) == []


@pytest.mark.parametrize("state", [TaskState.DONE, TaskState.DROPPED, TaskState.FAILED])
def test_a_finished_task_is_not_finished_again(world: World, state: TaskState) -> None:
    task = _created(world)
    world.tasks.finish(world.acme, USER, task, state)

    with pytest.raises(WriteConflict):
        world.tasks.finish(world.acme, USER, task, TaskState.DONE)

    assert _found(world).state is state


@pytest.mark.parametrize(
    ("state", "left"), [(TaskState.DONE, 1), (TaskState.DROPPED, 1), (TaskState.FAILED, 2)]
)
def test_only_a_failed_task_keeps_what_it_carried(
    world: World, state: TaskState, left: int
) -> None:
    task = _created(world)

    world.tasks.finish(world.acme, USER, task, state, error=TaskError(40301, "off"))

    assert len(world.rows(OPERATIONS)) == left
    assert _found(world).error == TaskError(40301, "off")


def test_a_task_is_shown_to_its_own_tenant_user_and_apps_only(world: World) -> None:
    world.tenants.create("globex")
    task = world.remember(said("I live in Oslo.", scope=an_app("planner")))
    bound = replace(world.acme, apps=frozenset({"planner"}))
    strangers = [
        (a_tenant("globex"), USER),
        (world.acme, "u-2"),
        (replace(world.acme, apps=frozenset({"coach"})), USER),
        (replace(world.acme, apps=frozenset()), USER),
    ]

    assert world.read_task(bound, USER, task.task_id).state is TaskState.DONE
    for tenant, user in strangers:
        with pytest.raises(NotFound):
            world.read_task(tenant, user, task.task_id)


def test_a_global_task_is_not_shown_to_a_credential_of_some_apps(world: World) -> None:
    task = world.remember(said("I live in Oslo."))

    with pytest.raises(NotFound):
        world.read_task(replace(world.acme, apps=frozenset({"planner"})), USER, task.task_id)


@pytest.mark.parametrize("task_id", ["t_unknown", "*", "#", "t_1#conversation", "x" * 500])
def test_an_id_that_names_no_task_finds_none(world: World, task_id: str) -> None:
    _created(world)

    with pytest.raises(NotFound):
        world.read_task(world.acme, USER, task_id)


@pytest.mark.parametrize(
    "changes",
    [
        (SetTo("state", "LOST"),),
        (SetTo("epoch", "one"),),
        (SetTo("accepted_at", 7),),
        (SetTo("payload", 7),),
        (SetTo("error", {"code": "none"}),),
    ],
)
def test_a_damaged_task_row_is_a_fault_and_no_guess(world: World, changes) -> None:  # type: ignore[no-untyped-def]
    _created(world)
    place = task_key(user_partition(world.acme, USER), "t_1")
    world.tables.transact(world.acme, [Update(OPERATIONS, place, changes)])

    with pytest.raises((InternalFault, ValueError)):
        _found(world)
