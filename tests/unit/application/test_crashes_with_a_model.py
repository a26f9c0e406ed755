"""A crash before or after any call, the model's included, loses nothing and does nothing twice.

The model never answers the same twice: what it said last before the facts were kept is what counts.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import count

import pytest

from mneme.application.repositories.task_rows import DueFor
from mneme.domain.errors import MnemeError, ModelOutage, OutageReason, Unavailable
from mneme.domain.memory import Kind
from mneme.domain.task import TaskState
from mneme.runtime.backend import Backend
from tests.doubles.bookkeeping import log_is_dense, stored_counts, true_counts
from tests.doubles.extracting_world import extracting
from tests.doubles.made import said
from tests.doubles.reading_model import Line, ReadingModel, a_claim, an_answer
from tests.doubles.watched import Fuse, Killed, Watched
from tests.doubles.world import USER, Durable, World

TOLD = ("I moved to Rome.", "I am allergic to peanuts.")
LONGER_THAN_ANY_VISIBILITY = 800


def killed_before(call: int) -> Fuse:
    return Fuse(call)


def killed_after(call: int) -> Fuse:
    return Fuse(call, late=True)


def answer_lost_after(call: int) -> Fuse:
    return Fuse(call, late=True, fault=lambda: Unavailable("no answer"))


def outage_before(call: int) -> Fuse:
    return Fuse(call, fault=lambda: ModelOutage(OutageReason.NO_CONNECTION))


def another_answer_each_time() -> ReadingModel:
    """Return a model that words the same facts differently whenever it is asked."""
    asked = count(1)

    def answer(lines: list[Line]) -> str:
        times = next(asked)
        return an_answer(*(a_claim(f"{line['text']} ({times})", line["message"]) for line in lines))

    return ReadingModel(answer)


@pytest.mark.parametrize("fault", [killed_before, killed_after, answer_lost_after, outage_before])
def test_an_add_survives_a_fault_at_every_single_call(fault: Callable[[int], Fuse]) -> None:
    without = Fuse()
    _run(World().durable, without)

    wrong = {}
    for call in range(1, without.calls + 1):
        durable = World().durable
        _run(durable, fault(call))
        if found := list(_faults_of(World(durable))):
            wrong[call] = found

    assert without.calls > 10
    assert wrong == {}


def _run(durable: Durable, fuse: Fuse) -> None:
    model = another_answer_each_time()

    def process() -> World:
        def watched(stores: Backend) -> Backend:
            return replace(
                stores,
                tables=Watched(stores.tables, fuse),
                queue=Watched(stores.queue, fuse),
                blobs=Watched(stores.blobs, fuse),
            )

        return extracting(Watched(model, fuse), durable, around=watched)  # type: ignore[arg-type]

    world = World(durable)
    world.accept_add(world.acme, USER, said(*TOLD), "told-once")
    for _ in range(4):
        try:
            world = process()
            world.sweep_tasks()
            world.sweep_tasks(DueFor.RESUMING)
            world.work()
        except (Killed, MnemeError):
            pass
        durable.clock.advance(LONGER_THAN_ANY_VISIBILITY)


def _faults_of(world: World) -> Iterator[str]:
    tasks = [task for task in world.rows("operations") if "state" in task]
    if [task["state"] for task in tasks] != [TaskState.DONE]:
        yield f"states {[task['state'] for task in tasks]}"
    if any({"sealed", "blob"} & set(row) for row in world.rows("operations")):
        yield "an attachment was left behind"
    facts = world.contents()
    endings = {fact[fact.index(" (") :] for fact in facts}
    if len(facts) != len(TOLD) or len(endings) != 1:
        yield f"facts {facts}"
    if world.contents(Kind.TURN) != sorted(TOLD):
        yield f"turns {world.contents(Kind.TURN)}"
    if stored_counts(world) != true_counts(world):
        yield f"counters {stored_counts(world)}"
    if not log_is_dense(world):
        yield "the change log has a gap"
    if any(world.durable.waiting(queue) for queue in ("extraction", "evolution")):
        yield "a message was left behind"
