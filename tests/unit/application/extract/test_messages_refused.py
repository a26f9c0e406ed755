"""A message of whose facts one was refused for room is read again when it is sent again."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from mneme.domain.conversation import Message
from mneme.domain.task import FactResult, Task, TaskState
from tests.doubles.limited import is_kept, limit
from tests.doubles.made import a_message, said
from tests.doubles.managing import update
from tests.doubles.world import USER, World

NUTS, TEA = a_message("I am allergic to nuts.", "m1"), a_message("I like tea.", "m2")


def _add(world: World, *messages: Message, **parts: object) -> Task:
    conversation = said(messages=messages, accepted_at=world.clock.now(), **parts)
    task = world.accept_add(world.acme, USER, conversation, None)
    world.work()
    world.durable.clock.advance(hours=1)
    return world.read_task(world.acme, USER, task.task_id)


def _codes(task: Task) -> list[int]:
    return [result.code for _, result in task.results]


@pytest.mark.parametrize("session_id", ["s-1", None], ids=["in a session", "by its time"])
@pytest.mark.parametrize("full_stop", [".", "!"], ids=["as it was", "edited"])
def test_what_was_refused_is_learned_when_its_message_comes_after_room_was_made(
    world: World, session_id: str | None, full_stop: str
) -> None:
    message = replace(NUTS, time=None if session_id else world.clock.now())
    limit(world, total=0)
    refused = _add(world, message, session_id=session_id)
    assert [result for _, result in refused.results] == [FactResult.refused(42901)]

    still_full = _add(world, message, session_id=session_id)
    limit(world, total=9)
    edited = replace(message, content=message.content[:-1] + full_stop)
    learned = _add(world, edited, session_id=session_id)
    again = _add(world, edited, session_id=session_id)

    assert (_codes(still_full), _codes(learned)) == ([42901], [0])
    assert (again.state, again.results) == (TaskState.DONE, ())
    assert world.contents() == [edited.content]
    assert is_kept(world)


def test_a_window_brings_only_the_messages_whose_facts_were_refused(world: World) -> None:
    limit(world, total=9)
    _add(world, TEA)
    limit(world, total=0)
    _add(world, TEA, NUTS)
    limit(world, total=9)

    learned = _add(world, TEA, NUTS)

    assert _codes(learned) == [0]
    assert world.contents() == ["I am allergic to nuts.", "I like tea."]


def _deleted(world: World, memory_id: str) -> None:
    world.manage.delete.one(world.acme, USER, memory_id, None)


def _corrected(world: World, memory_id: str) -> None:
    update(world, memory_id, content="I live in Bergen.")


@pytest.mark.parametrize("overrule", [_deleted, _corrected])
def test_what_a_person_overruled_does_not_come_back_beside_what_was_refused(
    world: World, overrule: Callable[[World, str], None]
) -> None:
    oslo = a_message("I live in Oslo.", "m1")
    task = _add(world, oslo)
    world.tasks.results.refuse(world.acme, USER, task, 1, 42901, {"m1"})
    overrule(world, task.results[0][1].memory_id)
    before = world.contents()

    _add(world, oslo)

    assert world.contents() == before
