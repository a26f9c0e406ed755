"""While no model answers, a task rests; a schedule sends it again; nothing waits for ever."""

from dataclasses import replace
from datetime import timedelta

import pytest

from mneme.application.repositories.row_keys import OPERATIONS
from mneme.application.repositories.task_rows import DueFor
from mneme.application.tasks.queue_messages import EXTRACTION, TaskMessage
from mneme.application.tasks.work_on_task import DEFERRALS
from mneme.domain.errors import ModelOutage, OutageReason
from mneme.domain.memory import Kind
from mneme.domain.task import Task, TaskState
from mneme.runtime.settings import Fallback, ModelSettings
from tests.doubles.extracting_world import extracting
from tests.doubles.hashing_embedder import HashingEmbedder
from tests.doubles.made import NOW, said
from tests.doubles.model_world import LATE
from tests.doubles.reading_model import a_claim, an_answer
from tests.doubles.scripted_model import ScriptedModel
from tests.doubles.world import USER, World

OSLO = "I live in Oslo."
ANSWER = an_answer(a_claim(OSLO))


def _read(world: World, task: Task) -> Task:
    return world.read_task(world.acme, USER, task.task_id)


def _due_at(world: World) -> int:
    (row,) = [row for row in world.rows(OPERATIONS) if "state" in row]
    due = row["due_at"]
    assert isinstance(due, int)
    return due


def _resume(world: World) -> int:
    """Let five minutes pass, and do what the schedule does then."""
    world.durable.clock.advance(minutes=5)
    sent = world.sweep_tasks(DueFor.RESUMING)
    world.work()
    return sent


def _deferred(*answers: str | Exception) -> tuple[World, Task]:
    world = extracting(ScriptedModel(LATE, *answers))
    return world, world.remember(said(OSLO))


def test_an_outage_puts_the_task_off_with_its_episode_kept() -> None:
    world, task = _deferred()

    assert (task.state, task.deferrals, task.attempt) == (TaskState.DEFERRED, 1, 2)
    assert (task.error, world.contents(), world.contents(Kind.TURN)) == (None, [], [OSLO])
    assert world.durable.waiting(EXTRACTION) == 0  # it blocks nobody
    assert _due_at(world) == int((NOW + timedelta(minutes=5)).timestamp()) * 1000


def test_a_task_that_rests_is_resumed_by_its_schedule_and_done() -> None:
    world, task = _deferred(ANSWER)
    world.durable.clock.advance(minutes=4)
    assert world.sweep_tasks(DueFor.RESUMING) == 0

    assert _resume(world) == 1

    assert _read(world, task).state is TaskState.DONE
    assert (world.contents(), len(world.held(Kind.TURN))) == ([OSLO], 1)
    assert _resume(world) == 0


def test_the_sweep_of_what_was_never_queued_leaves_it_alone() -> None:
    world, task = _deferred()
    world.durable.clock.advance(hours=2)

    assert world.sweep_tasks() == 0
    assert _read(world, task).state is TaskState.DEFERRED


def test_later_conversations_of_the_user_do_not_wait_for_it() -> None:
    world, task = _deferred(an_answer(a_claim("I drink tea.")), ANSWER)

    later = world.remember(said("I drink tea.", session_id="s-2"))
    _resume(world)

    assert (later.state, _read(world, task).state) == (TaskState.DONE, TaskState.DONE)
    assert world.contents() == ["I drink tea.", OSLO]


def test_an_outage_that_lasts_ends_failed_after_an_hour() -> None:
    world = extracting(ScriptedModel(*[LATE] * 50))
    task = world.remember(said(OSLO))
    rests = 0
    while _read(world, task).state is TaskState.DEFERRED:
        _resume(world)
        rests += 1

    ended = _read(world, task)
    assert (ended.state, rests) == (TaskState.FAILED, DEFERRALS)
    assert (ended.error and ended.error.code) == 50001
    assert world.durable.waiting(EXTRACTION) == 0


def test_a_failed_task_that_is_driven_again_may_rest_as_often_as_a_new_one() -> None:
    world = extracting(ScriptedModel(*[LATE] * 50))
    task = world.remember(said(OSLO))
    for _ in range(DEFERRALS):
        _resume(world)
    assert _read(world, task).state is TaskState.FAILED

    (failed,) = world.redrive_tasks.failed()
    assert world.redrive_tasks.reopen(failed)
    world.work()
    assert _read(world, task).state is TaskState.DEFERRED
    assert _read(world, task).deferrals == 1
    _resume(extracting(ScriptedModel(ANSWER), world.durable))

    assert _read(world, task).state is TaskState.DONE


@pytest.mark.parametrize(("asked", "minutes"), [(None, 5), (20.0, 5), (1200.0, 20), (1e9, 60)])
def test_a_model_that_asks_for_a_longer_rest_gets_it_within_bounds(
    asked: float | None, minutes: int
) -> None:
    busy = ModelOutage(OutageReason.THROTTLED, asked)
    world = extracting(ScriptedModel(busy))

    world.remember(said(OSLO))

    assert _due_at(world) == int((NOW + timedelta(minutes=minutes)).timestamp()) * 1000


def test_a_message_of_an_earlier_attempt_does_not_wake_it() -> None:
    # The worker put it off and died before it let go of its message.
    world, task = _deferred()
    stale = TaskMessage("acme", USER, task.task_id, 1)

    assert world.hand(EXTRACTION, stale) is TaskState.DEFERRED
    assert _read(world, task).deferrals == 1


def test_every_attempt_is_a_message_of_its_own() -> None:
    # The queue drops what it has seen within five minutes.
    world, task = _deferred(LATE, LATE, ANSWER)

    for _ in range(3):
        assert _resume(world) == 1

    assert (_read(world, task).state, _read(world, task).attempt) == (TaskState.DONE, 4)


def test_a_resumed_task_that_rests_again_before_it_is_marked_is_not_lost() -> None:
    # The queue is fast: the worker has failed again before the sweep can mark the task as sent.
    world, task = _deferred(LATE, ANSWER)
    world.durable.clock.advance(minutes=5)
    queue = _WorksAtOnce(world)
    replace(world.sweep_tasks, queue=queue)(DueFor.RESUMING)  # type: ignore[arg-type]
    assert (_read(world, task).state, _read(world, task).attempt) == (TaskState.DEFERRED, 3)

    assert _resume(world) == 1

    assert _read(world, task).state is TaskState.DONE


class _WorksAtOnce:
    """A queue whose messages are worked on before their sender hears that they were sent."""

    def __init__(self, world: World) -> None:
        self._world = world

    def send(self, tenant: object, queue: str, message: object) -> None:
        self._world.durable.queue.send(self._world.acme, queue, message)  # type: ignore[arg-type]
        self._world.work()


def test_a_task_purged_while_it_rests_is_dropped() -> None:
    world, task = _deferred(ANSWER)
    world.set_user(epoch=2)

    _resume(world)

    assert _read(world, task).state is TaskState.DROPPED
    assert world.contents() == []


def test_a_client_that_sends_the_same_again_finds_the_task_resting() -> None:
    world = extracting(ScriptedModel(LATE, ANSWER))
    first = world.accept_add(world.acme, USER, said(OSLO), "k")
    world.work()

    again = world.accept_add(world.acme, USER, said(OSLO), "k")

    assert (again.task_id, again.state) == (first.task_id, TaskState.DEFERRED)
    assert world.durable.waiting(EXTRACTION) == 0


def test_an_embedding_model_that_does_not_answer_puts_the_task_off_as_well() -> None:
    world = World()
    away = World(world.durable)
    away.__dict__["embedder"] = _Away()

    task = away.remember(said(OSLO))
    assert (task.state, away.rows("episodes")) == (TaskState.DEFERRED, [])
    _resume(world)

    assert _read(world, task).state is TaskState.DONE


class _Away(HashingEmbedder):
    """An embedder out of reach."""

    def embed(self, *_: object) -> list[bytes]:
        raise LATE


def test_where_the_deployment_says_so_rules_take_over_at_once() -> None:
    models = ModelSettings(fallback=Fallback.DETERMINISTIC)
    world = extracting(ScriptedModel(LATE), models=models)

    task = world.remember(said(OSLO, "Hello!"))

    assert (task.state, world.contents()) == (TaskState.DONE, [OSLO])


def test_a_deployment_that_lost_its_models_resumes_by_rules() -> None:
    world = extracting(ScriptedModel(LATE))
    task = world.remember(said(OSLO))
    plain = World(world.durable)

    _resume(plain)

    assert _read(plain, task).state is TaskState.DONE
    assert plain.contents() == [OSLO]
