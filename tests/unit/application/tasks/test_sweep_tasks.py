"""What was stored and never queued is found by the sweep, at a cost that follows what is due."""

from dataclasses import replace

import pytest

from mneme.application.ports.table_store import SetTo, Update
from mneme.application.repositories.row_keys import OPERATIONS, task_key, user_partition
from mneme.application.tasks import due_tasks
from mneme.application.tasks.queue_messages import EVOLUTION, EXTRACTION
from mneme.application.tasks.sweep_tasks import SweepTasks
from mneme.domain.errors import InternalFault, Unavailable
from mneme.domain.task import TaskState
from mneme.domain.tenancy import TenantContext
from tests.doubles.made import GLOBAL, a_fact, said
from tests.doubles.watched import Fuse, Notes, Watched
from tests.doubles.world import USER, World, a_tenant


class _Mute:
    """Answers no send at all."""

    def before(self, method: str, arguments: object) -> None:
        raise Unavailable("no answer")


@pytest.fixture
def mute(world: World) -> World:
    """Return a process that can store tasks and cannot queue them."""
    return World(world.durable, lambda s: replace(s, queue=Watched(s.queue, _Mute())))  # type: ignore[arg-type]


def _store(mute: World, *users: str, tenant: str = "acme") -> None:
    for user in users:
        with pytest.raises(Unavailable):
            mute.accept_add(a_tenant(tenant), user, said("I live in Oslo."), "k")


def test_a_task_that_stayed_pending_for_a_minute_is_sent(world: World, mute: World) -> None:
    _store(mute, USER)
    world.durable.clock.advance(seconds=59)
    assert world.sweep_tasks() == 0

    world.durable.clock.advance(seconds=1)

    assert world.sweep_tasks() == 1
    assert world.durable.waiting(EXTRACTION) == 1
    world.work()
    assert world.contents() == ["I live in Oslo."]


def test_a_task_that_was_queued_is_not_sent_again_while_its_message_may_come(
    world: World,
) -> None:
    world.accept_add(world.acme, USER, said("I live in Oslo."), None)
    world.durable.clock.advance(minutes=94)

    assert world.sweep_tasks() == 0
    assert world.durable.waiting(EXTRACTION) == 1


def test_a_swept_task_is_not_swept_again(world: World, mute: World) -> None:
    _store(mute, USER)
    world.durable.clock.advance(minutes=2)
    world.sweep_tasks()

    assert world.sweep_tasks() == 0


def test_a_structured_fact_is_sent_to_evolution(world: World, mute: World) -> None:
    with pytest.raises(Unavailable):
        mute.accept_structured(mute.acme, USER, GLOBAL, a_fact())
    world.durable.clock.advance(minutes=2)

    world.sweep_tasks()

    assert (world.durable.waiting(EXTRACTION), world.durable.waiting(EVOLUTION)) == (0, 1)
    world.work()
    assert world.contents() == ["I am allergic to peanuts."]


def test_tasks_of_all_tenants_and_shards_are_found_over_many_pages(  # type: ignore[no-untyped-def]
    world: World, mute: World, monkeypatch
) -> None:
    monkeypatch.setattr(due_tasks, "PAGE", 2)
    world.tenants.create("globex")
    users = [f"u-{n}" for n in range(40)]
    _store(mute, *users)
    _store(mute, "u#7", "100%", "用户", tenant="globex")
    world.durable.clock.advance(minutes=2)
    assert len({row["due_shard"] for row in world.rows(OPERATIONS) if "state" in row}) == 8

    assert world.sweep_tasks() == 43


def test_nothing_due_costs_one_query_a_shard_and_no_read(world: World) -> None:
    world.remember(said("I live in Oslo."))
    notes = Notes()

    World(world.durable, lambda s: replace(s, tables=Watched(s.tables, notes))).sweep_tasks()

    assert [method for method, _ in notes.calls] == ["query"] * 8


def test_a_damaged_task_does_not_hold_up_those_behind_it(world: World, mute: World) -> None:
    users = [f"u-{n}" for n in range(12)]
    _store(mute, *users)
    for user in users[:3]:
        place = next(
            task_key(user_partition(world.acme, user), str(row["task_id"]))
            for row in world.rows(OPERATIONS)
            if row["pk"] == f"acme#{user}" and "state" in row
        )
        damaged = Update(OPERATIONS, place, (SetTo("epoch", "?"),))
        world.tables.transact(world.acme, [damaged])
    world.durable.clock.advance(minutes=2)

    with pytest.raises(InternalFault):
        world.sweep_tasks()

    assert world.durable.waiting(EXTRACTION) == 9


@pytest.mark.parametrize("damage", [{"epoch": "?"}, {"state": "LOST"}, {"accepted_at": "once"}])
def test_each_damaged_task_is_taken_down_and_holds_up_no_other_tenant(  # type: ignore[no-untyped-def]
    world: World, mute: World, damage
) -> None:
    world.tenants.create("globex")
    _store(mute, "u-1", "u-2")
    _store(mute, "u-3", tenant="globex")
    for row in world.rows(OPERATIONS):
        if row["pk"] in {"acme#u-1", "acme#u-2"} and "state" in row:
            place = task_key(str(row["pk"]), str(row["task_id"]))
            changes = tuple(SetTo(*change) for change in damage.items())
            world.tables.transact(world.acme, [Update(OPERATIONS, place, changes)])
    world.durable.clock.advance(minutes=2)

    damaged = {
        str(row["task_id"]) for row in world.rows(OPERATIONS) if row.items() >= damage.items()
    }
    told: list[tuple[str, str]] = []

    with pytest.raises((InternalFault, ValueError)):
        _noting(world, told)()

    assert world.durable.waiting(EXTRACTION) == 1
    assert sorted(told) == sorted(("acme", task_id) for task_id in damaged)


def _noting(world: World, told: list[tuple[str, str]]) -> SweepTasks:
    """Return a sweep that takes faults down here."""

    class Noted:
        def record(self, tenant: TenantContext, task_id: str, fault: Exception) -> None:
            told.append((tenant.tenant_id, task_id))

    return replace(world.sweep_tasks, due=replace(world.due_tasks, faults=Noted()))


def test_a_queue_that_fails_once_leaves_its_task_for_the_next_sweep(
    world: World, mute: World
) -> None:
    _store(mute, "u-1", "u-2", "u-3")
    world.durable.clock.advance(minutes=2)
    once = Fuse(2, fault=lambda: Unavailable("no answer"))
    unlucky = World(world.durable, lambda s: replace(s, queue=Watched(s.queue, once)))
    with pytest.raises(Unavailable):
        unlucky.sweep_tasks()
    assert world.durable.waiting(EXTRACTION) == 2

    assert world.sweep_tasks() == 1
    assert world.durable.waiting(EXTRACTION) == 3


def test_a_task_that_a_client_has_sent_meanwhile_is_left_to_it(world: World, mute: World) -> None:
    _store(mute, USER)
    world.durable.clock.advance(minutes=2)
    task = world.accept_add(world.acme, USER, said("I live in Oslo."), "k")

    assert task.state is TaskState.ACCEPTED
    assert world.sweep_tasks() == 0


def test_a_task_listed_as_due_that_is_past_it_is_not_sent(world: World, mute: World) -> None:
    # A global index may lag behind the task itself.
    _store(mute, USER)
    world.durable.clock.advance(minutes=2)
    (row,) = [row for row in world.rows(OPERATIONS) if "state" in row]
    place = task_key(user_partition(world.acme, USER), str(row["task_id"]))
    world.tables.transact(world.acme, [Update(OPERATIONS, place, (SetTo("state", "EVOLVING"),))])

    assert world.sweep_tasks() == 0
    assert world.durable.waiting(EXTRACTION) == 0
