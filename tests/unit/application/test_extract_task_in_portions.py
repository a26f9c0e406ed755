"""A long conversation is asked about in portions; what was answered outlives an outage."""

from mneme.application.repositories.row_keys import OPERATIONS
from mneme.application.repositories.task_attachments import PORTIONS
from mneme.application.repositories.task_rows import DueFor
from mneme.domain.conversation import Conversation
from mneme.domain.task import Task, TaskState
from tests.doubles.extracting_world import extracting
from tests.doubles.made import said
from tests.doubles.model_world import LATE
from tests.doubles.reading_model import a_claim, an_answer
from tests.doubles.scripted_model import ScriptedModel
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
    assert not [row for row in world.rows(OPERATIONS) if str(row["sk"]).endswith(PORTIONS)]


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
