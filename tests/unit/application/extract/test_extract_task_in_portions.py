"""A long conversation is asked about in portions; what was answered outlives an outage."""

from contextlib import suppress
from dataclasses import replace

import pytest

from mneme.application.ports.table_store import Item
from mneme.application.repositories.row_keys import OPERATIONS
from mneme.application.repositories.task_attachments import PORTIONS
from mneme.application.repositories.task_rows import DueFor
from mneme.application.tasks.work_on_task import DEFERRALS
from mneme.domain.conversation import Conversation
from mneme.domain.errors import WriteConflict
from mneme.domain.task import Task, TaskState
from tests.doubles.extracting_world import extracting
from tests.doubles.made import said
from tests.doubles.model_world import LATE
from tests.doubles.reading_model import a_claim, an_answer
from tests.doubles.scripted_model import ScriptedModel
from tests.doubles.watched import Fuse, Killed, Watched
from tests.doubles.world import TENANT, USER, Durable, World


def _read(world: World, task: Task) -> Task:
    return world.read_task(world.acme, USER, task.task_id)


def _resume(world: World) -> int:
    world.durable.clock.advance(minutes=5)
    sent = world.sweep_tasks(DueFor.RESUMING)
    world.work()
    return sent


def _long(*texts: str) -> Conversation:
    """Return a conversation of so many portions: little of each message is worth keeping."""
    rain = " It rained all day long." * 500
    return said(*[f"{text}{rain}" for text in texts])


def test_what_a_model_answered_before_it_failed_is_not_asked_again() -> None:
    texts = ("I live in Oslo.", "I drink tea.", "I own a boat.")
    claims = [an_answer(a_claim(text, number)) for number, text in enumerate(texts, start=1)]
    model = ScriptedModel(claims[0], LATE, claims[1], LATE, claims[2])
    world = extracting(model)
    task = world.remember(_long(*texts))

    assert [_resume(world) for _ in range(2)] == [1, 1]

    assert (_read(world, task).state, model.calls) == (TaskState.DONE, 5)
    assert world.contents() == sorted(texts)
    assert not _left(world)


def test_what_was_answered_before_an_outage_that_lasted_is_not_asked_again_by_a_redrive() -> None:
    texts = ("I live in Oslo.", "I drink tea.")
    claims = [an_answer(a_claim(text, number)) for number, text in enumerate(texts, start=1)]
    model = ScriptedModel(claims[0], *[LATE] * (DEFERRALS + 1), claims[1])
    world = extracting(model)
    task = world.remember(_long(*texts))
    for _ in range(DEFERRALS):
        _resume(world)
    (failed,) = world.redrive_tasks.failed()
    world.durable.clock.advance(hours=1)

    world.redrive_tasks.reopen(failed)
    world.work()

    assert (_read(world, task).state, model.calls) == (TaskState.DONE, DEFERRALS + 3)
    assert world.contents() == sorted(texts)
    assert not _left(world)


def test_an_end_that_did_not_know_of_answered_portions_does_not_leave_them_behind() -> None:
    texts = ("I live in Oslo.", "I drink tea.")
    world = extracting(ScriptedModel(an_answer(a_claim(texts[0])), LATE))
    task = world.accept_add(world.acme, USER, _long(*texts), None)
    before = _read(world, task)
    world.work()
    assert _read(world, task).portions

    with pytest.raises(WriteConflict):
        world.tasks.finish(world.acme, USER, before, TaskState.DROPPED)
    world.tasks.finish(world.acme, USER, _read(world, task), TaskState.DROPPED)

    assert not _left(world)


@pytest.mark.parametrize("late", [False, True])
def test_a_worker_that_dies_at_any_call_leaves_no_portions_behind_in_the_end(late: bool) -> None:
    texts = ("I live in Oslo.", "I drink tea.")
    claims = [an_answer(a_claim(text, number)) for number, text in enumerate(texts, start=1)]
    for call in range(1, 26):
        world = World()
        task = world.accept_add(world.acme, USER, _long(*texts), None)
        fuse = Fuse(call, late)
        dying = extracting(
            ScriptedModel(claims[0], LATE),
            world.durable,
            around=lambda s, f=fuse: replace(s, tables=Watched(s.tables, f)),
        )
        with suppress(Killed):
            dying.work()
        kept = _read(world, task).portions
        better = extracting(ScriptedModel(*claims[kept:]), world.durable)
        for _ in range(2):
            world.durable.clock.advance(minutes=13)
            _resume(better)

        assert (call, _read(world, task).state) == (call, TaskState.DONE)
        assert (world.contents(), _left(world)) == (sorted(texts), [])


def _left(world: World) -> list[Item]:
    return [row for row in world.rows(OPERATIONS) if str(row["sk"]).endswith(PORTIONS)]


def test_a_model_that_is_slow_comes_to_the_end_of_a_long_conversation() -> None:
    texts = [f"I own boat number {n}." for n in range(1, 7)]
    claims = [an_answer(a_claim(text, number)) for number, text in enumerate(texts, start=1)]
    durable = Durable()
    world = extracting(ScriptedModel(*claims, clock=durable.clock, seconds=40.0), durable)
    world.tenants.create(TENANT)
    task = world.remember(_long(*texts))

    while _read(world, task).state is TaskState.DEFERRED:
        _resume(world)

    assert (_read(world, task).state, world.contents()) == (TaskState.DONE, texts)
