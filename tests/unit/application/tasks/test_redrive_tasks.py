"""What failed for a fault of ours is opened again, once, when an operator asks for it."""

from contextlib import suppress
from dataclasses import replace

import pytest

from mneme.application.ports.table_store import SetTo, Update
from mneme.application.repositories.row_keys import OPERATIONS, task_key, user_partition
from mneme.application.repositories.task_attachments import KEPT
from mneme.application.tasks.queue_messages import EXTRACTION
from mneme.application.tasks.redrive_tasks import FailedTask
from mneme.domain.errors import CapacityFull, ExtractionFailed, Unavailable
from mneme.domain.task import Task, TaskError, TaskState
from tests.doubles.made import said
from tests.doubles.watched import Fuse, Killed, Watched
from tests.doubles.world import USER, World, a_tenant


def _failed(world: World, fault: type = ExtractionFailed, tenant: str = "acme") -> Task:
    told = a_tenant(tenant)
    task = world.accept_add(told, USER, said("I live in Oslo."), None)
    for received in world.durable.queue.receive(EXTRACTION, 10):
        world.durable.queue.acknowledge(EXTRACTION, received.receipt)
    error = TaskError(fault.code, "it failed")
    world.tasks.finish(told, USER, task, TaskState.FAILED, error=error)
    return task


def _listed(world: World, tenant: str | None = None) -> list[FailedTask]:
    return list(world.redrive_tasks.failed(tenant))


def _read(world: World, task: Task) -> Task:
    return world.read_task(world.acme, USER, task.task_id)


@pytest.mark.parametrize("fault", [ExtractionFailed, Unavailable])
def test_a_failed_task_is_listed_opened_and_done(world: World, fault: type) -> None:
    task = _failed(world, fault)
    (failed,) = _listed(world)
    assert (failed.user_id, failed.task.task_id, failed.code) == (USER, task.task_id, fault.code)

    assert world.redrive_tasks.reopen(failed) is True
    world.work()

    assert (_read(world, task).state, world.contents()) == (TaskState.DONE, ["I live in Oslo."])
    assert _listed(world) == []


def test_what_failed_for_its_callers_reasons_is_not_listed(world: World) -> None:
    _failed(world, CapacityFull)

    assert _listed(world) == []


def test_tasks_of_one_tenant_may_be_listed_alone(world: World) -> None:
    world.tenants.create("globex")
    _failed(world)
    _failed(world, tenant="globex")

    assert [one.tenant.tenant_id for one in _listed(world, "globex")] == ["globex"]
    assert len(_listed(world)) == 2


def test_a_damaged_row_does_not_hide_the_other_failed_tasks(world: World) -> None:
    first, second = _failed(world), _failed(world)
    place = task_key(user_partition(world.acme, USER), first.task_id)
    world.tables.transact(world.acme, [Update(OPERATIONS, place, (SetTo("state", "LOST"),))])

    assert [one.task.task_id for one in _listed(world)] == [second.task_id]


def test_a_task_that_two_operators_open_is_opened_once(world: World) -> None:
    task = _failed(world)
    (failed,) = _listed(world)

    opened = [world.redrive_tasks.reopen(failed), world.redrive_tasks.reopen(failed)]

    assert opened == [True, False]
    assert world.durable.waiting(EXTRACTION) == 1
    assert _read(world, task).attempt == 2


def test_a_task_whose_payload_has_expired_is_listed_and_left(world: World) -> None:
    task = _failed(world)
    _expire(world)

    (failed,) = _listed(world)

    assert (failed.data_kept, world.redrive_tasks.reopen(failed)) == (False, False)
    assert _read(world, task).state is TaskState.FAILED


def _expire(world: World) -> None:
    """Let the store take away what has expired, as it does in its own time."""
    world.durable.clock.advance(days=KEPT.days + 1)
    with world.durable.database.write() as connection:
        connection.execute("DELETE FROM table_operations WHERE sk LIKE 'DATA#%'")


@pytest.mark.parametrize("call", range(1, 8))
@pytest.mark.parametrize("late", [False, True])
def test_a_command_that_is_cut_off_anywhere_may_be_given_again(call: int, late: bool) -> None:
    world = World()
    task = _failed(world)
    fuse = Fuse(call, late)
    cut_off = World(
        world.durable,
        lambda s: replace(s, tables=Watched(s.tables, fuse), queue=Watched(s.queue, fuse)),
    )
    with suppress(Killed):
        for failed in _listed(world):
            cut_off.redrive_tasks.reopen(failed)

    for failed in _listed(world):
        world.redrive_tasks.reopen(failed)
    world.work()

    assert (_read(world, task).state, world.contents()) == (TaskState.DONE, ["I live in Oslo."])
