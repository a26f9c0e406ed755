"""A message that is sent again, in whatever add, is one message, and its facts are taken once."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace

import pytest

from mneme.application.tasks.queue_messages import EXTRACTION
from mneme.domain.errors import MnemeError
from mneme.domain.extraction.policy import ExtractionPolicy, Mode
from mneme.domain.memory import Kind
from mneme.domain.task import Task, TaskState
from tests.doubles.bookkeeping import log_is_dense, stored_counts, true_counts
from tests.doubles.made import a_message, said
from tests.doubles.managing import update
from tests.doubles.watched import Fuse, Killed, Watched
from tests.doubles.world import USER, Durable, World

OSLO, ROME = a_message("I live in Oslo.", "m1"), a_message("I moved to Rome.", "m2")
TEA = a_message("I like tea.", "m3")
LONGER_THAN_ANY_VISIBILITY = 800


def _accept(world: World, *messages: object, **parts: object) -> Task:
    conversation = said(messages=messages, accepted_at=world.clock.now(), **parts)
    return world.accept_add(world.acme, USER, conversation, None)


def _add(world: World, *messages: object, **parts: object) -> Task:
    task = _accept(world, *messages, **parts)
    world.work()
    world.durable.clock.advance(hours=1)
    return world.read_task(world.acme, USER, task.task_id)


def test_an_older_value_that_is_sent_again_does_not_come_back(world: World) -> None:
    _add(world, OSLO)
    _add(world, ROME)

    again = _add(world, OSLO)

    assert (again.state, again.results) == (TaskState.DONE, ())
    assert world.contents() == ["I moved to Rome."]


@pytest.mark.parametrize("session_id", ["s-1", None], ids=["in a session", "by its time"])
@pytest.mark.parametrize("change", ["deleted", "corrected"])
def test_what_a_person_changed_since_does_not_come_back_with_its_message(
    world: World, session_id: str | None, change: str
) -> None:
    message = replace(OSLO, time=None if session_id else world.clock.now())
    _add(world, message, session_id=session_id)
    (held,) = world.held()
    if change == "deleted":
        world.manage.delete.one(world.acme, USER, held.head.memory_id, None)
    else:
        update(world, held.head.memory_id, content="I live in Bergen.")
    before = world.held()

    again = [_add(world, message, session_id=session_id) for _ in range(2)]

    assert [task.results for task in again] == [(), ()]
    assert world.held() == before


def test_of_an_overlapping_window_only_what_is_new_is_taken(world: World) -> None:
    _add(world, OSLO, ROME)

    task = _add(world, OSLO, ROME, TEA)

    assert len(task.results) == 1
    assert world.contents() == ["I like tea.", "I moved to Rome."]
    assert len(world.held(Kind.TURN)) == 3


def test_what_is_said_again_in_a_message_of_its_own_counts(world: World) -> None:
    _add(world, OSLO)
    _add(world, ROME)

    _add(world, a_message("I live in Oslo.", "m4"))

    assert world.contents() == ["I live in Oslo."]


def test_without_a_session_the_same_words_may_be_said_again(world: World) -> None:
    for message in (OSLO, ROME, OSLO):
        _add(world, message, session_id=None)

    assert world.contents() == ["I live in Oslo."]


def test_without_a_session_a_time_tells_that_a_message_is_the_same(world: World) -> None:
    timed = [replace(message, time=world.clock.now()) for message in (OSLO, ROME)]
    for message in (*timed, timed[0]):
        task = _add(world, message, session_id=None)

    assert (task.results, world.contents()) == ((), ["I moved to Rome."])


@pytest.mark.parametrize(
    "first",
    [{"ownership": "AGENT"}, {"policy": ExtractionPolicy(mode=Mode.OFF)}],
    ids=["other side", "mode off"],
)
def test_a_message_of_which_no_facts_were_asked_is_read_when_they_are(
    world: World, first: dict[str, object]
) -> None:
    _add(world, OSLO, **first)
    assert world.contents() == []

    _add(world, OSLO)

    assert world.contents() == ["I live in Oslo."]


def test_a_message_that_is_read_late_counts_from_when_it_was_told(world: World) -> None:
    _add(world, OSLO, policy=ExtractionPolicy(mode=Mode.OFF))
    _add(world, ROME)

    _add(world, OSLO)

    states = {held.revision.content: held.head.status for held in world.held()}
    assert states == {"I live in Oslo.": "SUPERSEDED", "I moved to Rome.": "ACTIVE"}


def test_another_focus_reads_a_message_anew(world: World) -> None:
    _add(world, OSLO)

    task = _add(world, OSLO, policy=ExtractionPolicy(focus="where people live"))

    assert len(task.results) == 1


def _failed(world: World, *messages: object) -> Task:
    task = _accept(world, *messages)
    world.deliver(EXTRACTION)
    world.tasks.finish(world.acme, USER, task, TaskState.FAILED)
    return task


def test_what_a_failed_task_was_to_read_is_read_by_the_next(world: World) -> None:
    _failed(world, OSLO)
    world.durable.clock.advance(hours=1)

    task = _add(world, OSLO, TEA)

    assert len(task.results) == 2
    assert world.contents() == ["I like tea.", "I live in Oslo."]


def test_what_was_taken_over_is_not_read_a_third_time(world: World) -> None:
    _failed(world, OSLO)
    world.durable.clock.advance(hours=1)
    _add(world, OSLO)
    _add(world, ROME)

    _add(world, OSLO)

    assert world.contents() == ["I moved to Rome."]


def test_a_message_sent_again_keeps_the_time_at_which_it_was_told(world: World) -> None:
    _failed(world, OSLO)
    world.durable.clock.advance(hours=1)
    _add(world, ROME)

    _add(world, OSLO)

    (now,) = [held for held in world.held() if held.head.status == "ACTIVE"]
    assert now.revision.content == "I moved to Rome."


# --- crashes --------------------------------------------------------------------------------


@pytest.mark.parametrize("late", [False, True])
def test_overlapping_adds_survive_a_crash_at_every_single_call(late: bool) -> None:
    without = Fuse()
    _overlap(World().durable, without)
    wrong = {}
    for call in range(1, without.calls + 1):
        durable = World().durable
        _overlap(durable, Fuse(call, late))
        if found := list(_faults_of(World(durable))):
            wrong[call] = found

    assert without.calls > 40
    assert wrong == {}


def _overlap(durable: Durable, fuse: Fuse) -> None:
    world = World(durable)
    for messages in ((OSLO, ROME), (OSLO, ROME, TEA), (OSLO,)):
        _accept(world, *messages)
        durable.clock.advance(1)
    for _ in range(3):
        with suppress(Killed, MnemeError):
            World(
                durable,
                lambda s: replace(s, tables=Watched(s.tables, fuse), queue=Watched(s.queue, fuse)),
            ).work()
        durable.clock.advance(LONGER_THAN_ANY_VISIBILITY)


def _faults_of(world: World) -> Iterator[str]:
    tasks = [row for row in world.rows("operations") if "state" in row]
    if {row["state"] for row in tasks} != {TaskState.DONE}:
        yield f"states {[row['state'] for row in tasks]}"
    if world.contents() != ["I like tea.", "I moved to Rome."]:
        yield f"facts {world.contents()}"
    if len(world.held(Kind.TURN)) != 3:
        yield "a message is missing or double"
    results = [row for row in world.rows("operations") if "decision" in row]
    if len(results) != 3:
        yield f"{len(results)} results"
    if stored_counts(world) != true_counts(world) or not log_is_dense(world):
        yield "counters or log are wrong"
