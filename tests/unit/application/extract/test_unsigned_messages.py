"""Nobody can tell whether a message without session and time was sent again, or said again.

Its words count as said again, but undo no wish of a person.
"""

from dataclasses import replace

import pytest

from mneme.application.tasks.queue_messages import EVOLUTION, EXTRACTION
from mneme.domain.conversation import Message
from mneme.domain.task import Decision, Task, TaskState
from tests.doubles.evolving import decisions
from tests.doubles.made import a_message, later, said
from tests.doubles.managing import update
from tests.doubles.world import USER, World

CAT = a_message("My cat is called Momo.", "m1")
OSLO, ROME = a_message("I live in Oslo.", "m2"), a_message("I moved to Rome.", "m3")


def _accept(world: World, *messages: Message, session_id: str | None = None) -> Task:
    conversation = said(messages=messages, accepted_at=world.clock.now(), session_id=session_id)
    return world.accept_add(world.acme, USER, conversation, None)


def _add(world: World, *messages: Message, session_id: str | None = None) -> Task:
    task = _accept(world, *messages, session_id=session_id)
    world.work()
    world.durable.clock.advance(hours=1)
    return world.read_task(world.acme, USER, task.task_id)


def _current(world: World) -> list[str]:
    return sorted(one.revision.content for one in world.held() if one.head.status == "ACTIVE")


def _overrule(world: World, change: str) -> None:
    (held,) = [one for one in world.held() if one.revision.content == CAT.content]
    if change == "deleted":
        world.manage.delete.one(world.acme, USER, held.head.memory_id, None)
    else:
        update(world, held.head.memory_id, content="My cat is called Mog.")
    world.durable.clock.advance(hours=1)


@pytest.mark.parametrize("change", ["deleted", "corrected"])
@pytest.mark.parametrize("days", [None, 0], ids=["words kept", "no words kept"])
def test_what_a_person_overruled_does_not_come_back_with_the_same_words(
    world: World, change: str, days: int | None
) -> None:
    world.episode_retention.set(world.acme, days)
    _add(world, CAT)
    _overrule(world, change)
    before = world.held()

    again = [_add(world, CAT), _add(world, CAT, OSLO), _add(world, CAT)]

    assert [len(task.results) for task in again] == [0, 1, 0]
    assert [one for one in world.held() if one.revision.content != OSLO.content] == before


def test_what_was_said_again_before_it_was_deleted_does_not_come_back_either(world: World) -> None:
    _add(world, CAT)
    _add(world, CAT)
    _overrule(world, "deleted")

    _add(world, CAT)

    assert _current(world) == []


def test_what_only_time_took_away_may_be_said_again(world: World) -> None:
    _add(world, CAT)
    (held,) = world.held()
    world.set_head(held.head.memory_id, status="DELETED")
    world.durable.clock.advance(hours=1)

    _add(world, CAT)

    assert _current(world) == [CAT.content]


def test_of_several_messages_only_that_of_the_deleted_memory_is_left_alone(world: World) -> None:
    _add(world, CAT, OSLO)
    _overrule(world, "deleted")
    _add(world, ROME)

    _add(world, CAT, OSLO)

    assert _current(world) == ["I live in Oslo."]


@pytest.mark.parametrize(
    "message",
    [replace(CAT, message_id="m7"), replace(CAT, time=later(hours=1))],
    ids=["another id", "a later time"],
)
def test_words_that_are_said_anew_count(world: World, message: Message) -> None:
    _add(world, CAT)
    _overrule(world, "deleted")

    _add(world, message)

    assert _current(world) == [CAT.content]


def test_words_said_anew_in_a_session_count(world: World) -> None:
    _add(world, CAT, session_id="s-1")
    _overrule(world, "deleted")

    _add(world, replace(CAT, message_id="m9"), session_id="s-1")

    assert _current(world) == [CAT.content]


def test_words_told_of_an_earlier_time_are_not_said_anew(world: World) -> None:
    _add(world, replace(CAT, time=later(days=-1)))
    _overrule(world, "deleted")

    task = _add(world, replace(CAT, message_id="m7", time=later(days=-2)))

    assert decisions(task) == [Decision.SKIP]
    assert _current(world) == []


@pytest.mark.parametrize("waits_for", [EXTRACTION, EVOLUTION])
def test_what_waited_while_it_was_deleted_does_not_come_back(world: World, waits_for: str) -> None:
    _add(world, CAT)
    task = _accept(world, replace(CAT, message_id="m7"))
    if waits_for == EVOLUTION:
        world.deliver(EXTRACTION)
    world.durable.clock.advance(hours=1)
    _overrule(world, "deleted")

    world.work()

    assert _current(world) == []
    assert world.read_task(world.acme, USER, task.task_id).state is TaskState.DONE
