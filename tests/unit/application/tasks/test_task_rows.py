"""What stands beside a task: payload and facts, sealed; results, each once; all for a time."""

from dataclasses import replace

import pytest

from mneme.application.ports.table_store import Delete, SetTo, Update
from mneme.application.repositories.row_keys import (
    KEYS,
    OPERATIONS,
    attachment_key,
    epoch_key,
    task_key,
    user_partition,
)
from mneme.application.repositories.task_attachments import CONVERSATION, FACTS, KEPT
from mneme.domain.errors import InternalFault, NotFound, WriteConflict
from mneme.domain.task import Decision, FactResult, Task, TaskState
from tests.doubles.made import NOW, later, said
from tests.doubles.world import USER, World

RESULT = FactResult(Decision.ADD, "m-1", 1)


def _created(world: World, **parts: object) -> Task:
    task = Task("t_1", TaskState.PENDING, 1, 1, None, "digest", NOW, NOW, CONVERSATION)
    task = replace(task, **parts)  # type: ignore[arg-type]
    world.tasks.create(world.acme, USER, task, b"what was said")
    return task


def test_a_result_is_recorded_once_and_in_order_of_the_facts(world: World) -> None:
    task, results = _created(world), world.tasks.results
    for number in (11, 2, 0):
        result = replace(RESULT, revision=number)
        action = results.record_action(world.acme, USER, task, number, result)
        world.tables.transact(world.acme, [action])

    again = results.record_action(world.acme, USER, task, 2, RESULT)
    with pytest.raises(WriteConflict):
        world.tables.transact(world.acme, [again])

    found = results.of_task(world.acme, USER, task)
    assert [number for number, _ in found] == [0, 2, 11]
    assert results.of_fact(world.acme, USER, task, 2) == dict(found)[2]
    assert dict(found)[2].revision == 2
    assert results.of_fact(world.acme, USER, task, 3) is None


def test_a_result_leaves_the_tasks_own_row_as_small_as_it_was(world: World) -> None:
    task = _created(world)
    before = world.tables.get(world.acme, OPERATIONS, task_key("acme#u-1", "t_1"))

    for number in range(50):
        action = world.tasks.results.record_action(world.acme, USER, task, number, RESULT)
        world.tables.transact(world.acme, [action])

    assert world.tables.get(world.acme, OPERATIONS, task_key("acme#u-1", "t_1")) == before
    assert len(world.read_task(world.acme, USER, "t_1").results) == 50


def test_a_receipt_is_shown_for_400_days_and_then_unknown(world: World) -> None:
    task = world.remember(said("I live in Oslo."))
    world.durable.clock.advance(days=399)
    assert len(world.read_task(world.acme, USER, task.task_id).results) == 1

    world.durable.clock.advance(days=1)

    with pytest.raises(NotFound) as refused:
        world.read_task(world.acme, USER, task.task_id)
    assert refused.value.code == 40401


def test_everything_a_task_leaves_behind_expires_with_it(world: World) -> None:
    world.remember(said("I live in Oslo.", "I drink tea."))

    left = world.rows(OPERATIONS)

    assert len(left) == 3
    assert {row["expires_at"] for row in left} == {int(later(days=400).timestamp())}


def test_a_key_whose_task_has_expired_may_name_a_new_one(world: World) -> None:
    world.accept_add(world.acme, USER, said("I live in Oslo."), "k")
    world.work()
    world.durable.clock.advance(days=401)
    conversation = said("I live in Rome.", accepted_at=later(days=401), session_id="s-2")

    task = world.accept_add(world.acme, USER, conversation, "k")
    world.work()

    # The old task's result is still there: the store takes expired rows away in its own time.
    (result,) = world.read_task(world.acme, USER, task.task_id).results
    assert result[1].decision is Decision.UPDATE
    assert world.contents() == ["I live in Rome."]


def test_a_payload_that_no_task_came_to_name_expires(world: World) -> None:
    task = Task("t_1", TaskState.PENDING, 1, 1, None, "digest", NOW, NOW, CONVERSATION)
    kept = world.tasks.attachments.put_action(
        world.acme, USER, task, task.payload, b"what was said", at=NOW
    )
    world.tables.transact(world.acme, [kept])

    (row,) = world.rows(OPERATIONS)

    assert row["expires_at"] == int((NOW + KEPT).timestamp())


def test_an_attachment_opens_for_its_own_task_and_name_only(world: World) -> None:
    task = _created(world)
    partition = user_partition(world.acme, USER)
    place = attachment_key(partition, "t_1", CONVERSATION)
    row = world.tables.get(world.acme, OPERATIONS, place)
    assert row is not None
    copied = Update(
        OPERATIONS, attachment_key(partition, "t_1", FACTS), (SetTo("sealed", row["sealed"]),)
    )
    world.tables.transact(world.acme, [copied])

    assert world.tasks.attachments.read(world.acme, USER, task, CONVERSATION) == b"what was said"
    with pytest.raises(InternalFault):
        world.tasks.attachments.read(world.acme, USER, task, FACTS)


def test_an_attachment_that_is_gone_is_a_fault(world: World) -> None:
    task = _created(world)
    (large,) = [
        world.tasks.attachments.put_action(world.acme, USER, task, FACTS, bytes(200_000), at=NOW),
    ]
    world.tables.transact(world.acme, [large])
    world.durable.backend.blobs.objects.clear()

    with pytest.raises(InternalFault):  # its blob has expired
        world.tasks.attachments.read(world.acme, USER, task, FACTS)
    with pytest.raises(InternalFault):  # it never was
        world.tasks.attachments.read(world.acme, USER, task, "nothing")


def test_an_attachment_whose_key_was_destroyed_was_erased_and_makes_no_new_key(
    world: World,
) -> None:
    task = _created(world)
    key = Delete(KEYS, epoch_key(user_partition(world.acme, USER), 1))
    world.tables.transact(world.acme, [key])

    with pytest.raises(NotFound):
        World(world.durable).tasks.attachments.read(world.acme, USER, task, CONVERSATION)

    assert world.rows(KEYS) == []


@pytest.mark.parametrize("length", [100, 102_000, 102_500, 1_000_000])
def test_an_attachment_of_any_size_comes_back_whole(world: World, length: int) -> None:
    data = bytes(range(256)) * (length // 256)
    task = replace(_created(world), task_id="t_2")

    action = world.tasks.attachments.put_action(world.acme, USER, task, FACTS, data, at=NOW)
    world.tables.transact(world.acme, [action])

    assert world.tasks.attachments.read(world.acme, USER, task, FACTS) == data
