"""A task of very many facts: in lots, and in several messages where one is not enough."""

from dataclasses import replace
from typing import Any

from mneme.application.evolve.evolve_task import LOT
from mneme.application.evolve.shift import SHIFT_SECONDS
from mneme.application.index.embed_facts import EmbedFacts
from mneme.application.tasks.queue_messages import EVOLUTION, task_message
from mneme.domain.errors import ExtractionFailed, MnemeError
from mneme.domain.extraction.policy import Mode
from mneme.domain.memory import Embedding
from mneme.domain.task import Decision, Task, TaskState
from mneme.runtime.backend import Backend
from tests.doubles.bookkeeping import stored_counts, true_counts
from tests.doubles.evolving import a_task, decisions, evolve
from tests.doubles.made import a_fact
from tests.doubles.scripted_model import ScriptedModel
from tests.doubles.watched import Notes, Watched
from tests.doubles.world import USER, Durable, World

MANY = tuple(a_fact(f"I own book number {n} of {n * 7}") for n in range(2 * LOT + 5))


class _Slow:
    """Lets each transaction take a second."""

    def __init__(self, durable: Durable) -> None:
        self._clock = durable.clock

    def before(self, method: str, arguments: object) -> None:
        if method == "transact":
            self._clock.advance(1)

    def after(self, method: str, arguments: object) -> None:
        pass


def _slow(durable: Durable, sent: Notes | None = None) -> World:
    def around(stores: Backend) -> Backend:
        tables = Watched(stores.tables, _Slow(durable))
        queue = Watched(stores.queue, sent or Notes())
        return replace(stores, tables=tables, queue=queue)  # type: ignore[arg-type]

    return World(durable, around)


def test_a_task_of_several_lots_is_done_in_order(world: World) -> None:
    task = evolve(world, *MANY, mode=Mode.APPEND)

    assert (task.state, len(task.results)) == (TaskState.DONE, len(MANY))
    assert stored_counts(world) == true_counts(world)


def test_what_does_not_fit_into_a_shift_goes_on_in_messages_of_its_own(world: World) -> None:
    task, sent = a_task(world, *MANY, mode=Mode.APPEND), Notes()
    slow = _slow(world.durable, sent)

    state = slow.hand(EVOLUTION, slow.message(task))

    halfway = world.read_task(world.acme, USER, task.task_id)
    assert LOT > SHIFT_SECONDS
    assert (state, len(halfway.results)) == (TaskState.EVOLVING, LOT)
    slow.work()
    ended = world.read_task(world.acme, USER, task.task_id)
    keys = {
        str(arguments[2].deduplication_id) for _, arguments in sent.calls if len(arguments) == 3
    }
    assert (ended.state, decisions(ended)) == (TaskState.DONE, [Decision.ADD] * len(MANY))
    assert len(keys) == 2
    assert world.durable.waiting(EVOLUTION) == 0


def test_where_shifts_are_short_others_get_their_turn_between_the_lots(world: World) -> None:
    long = a_task(world, *MANY, mode=Mode.APPEND)
    short = a_task(world, a_fact("I like tea"), mode=Mode.APPEND, user_id="u-2")
    for task, user_id in ((long, USER), (short, "u-2")):
        world.durable.queue.send(world.acme, EVOLUTION, world.message(task, user_id).encode())
    world.__dict__["evolve_task"] = replace(world.evolve_task, shift_seconds=0.0)

    for _ in range(2):
        (record,) = world.durable.queue.receive(EVOLUTION, 1)
        world.hand(EVOLUTION, task_message(record.body))
        world.durable.queue.acknowledge(EVOLUTION, record.receipt)

    assert len(world.read_task(world.acme, USER, long.task_id).results) == LOT
    assert world.read_task(world.acme, "u-2", short.task_id).state is TaskState.DONE
    world.work()
    assert world.read_task(world.acme, USER, long.task_id).state is TaskState.DONE


def test_a_shift_that_settles_nothing_does_not_go_on_for_ever(world: World) -> None:
    def full(*_: object) -> None:
        world.durable.clock.advance(1)
        raise ExtractionFailed("unreadable")

    world.__dict__["evolve_task"] = replace(world.evolve_task, commit_fact=full)

    task = evolve(world, *MANY, mode=Mode.APPEND)

    assert task.state is TaskState.FAILED
    assert world.durable.waiting(EVOLUTION) == 0


def test_a_fault_in_every_lot_does_not_keep_a_long_task_from_going_on(world: World) -> None:
    task, sent = a_task(world, *MANY, mode=Mode.APPEND), Notes()
    slow = _slow(world.durable, sent)
    slow.__dict__["evolve_task"] = replace(
        slow.evolve_task, embed_facts=_FirstOfEachLotFails(slow.evolve_task.embed_facts)
    )

    state = slow.hand(EVOLUTION, slow.message(task))

    assert (state, len(_read(slow, task).results)) == (TaskState.EVOLVING, LOT - 1)
    slow.work()
    ended = _read(slow, task)
    assert ended.state is TaskState.FAILED
    assert len(ended.results) > 2 * LOT


class _FirstOfEachLotFails:
    """Embeds all facts but the first of each lot."""

    def __init__(self, embed: EmbedFacts) -> None:
        self._embed = embed

    def __call__(self, *arguments: Any) -> list[Embedding | MnemeError]:
        return [ExtractionFailed("unreadable"), *self._embed(*arguments)[1:]]


def _read(world: World, task: Task) -> Task:
    return world.read_task(world.acme, USER, task.task_id)


def test_a_model_is_asked_once_a_lot() -> None:
    model = ScriptedModel(*['{"decisions": [{"fact": 0, "decision": "ADD"}]}'] * 3)
    world = World(model=model)

    evolve(world, *MANY)

    assert model.calls == 3
