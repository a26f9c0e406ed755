"""A message that is delivered again neither opens what has failed nor takes facts a second time."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from mneme.application.tasks.queue_messages import EVOLUTION, EXTRACTION
from mneme.domain.errors import ExtractionFailed, MnemeError, Unavailable
from mneme.domain.fact import Fact
from mneme.domain.memory import Embedding
from mneme.domain.task import Task, TaskState
from mneme.domain.tenancy import TenantContext
from tests.doubles.made import said
from tests.doubles.world import QUEUE_LAYOUTS, USER, World

THREE = ("I am allergic to peanuts.", "I live in Lisbon.", "I play the violin every Sunday.")


class _OtherOrderEachTime:
    """Extracts by the rules, and tells the facts in another order whenever it is asked again."""

    def __init__(self, world: World) -> None:
        self._rules = world.extractor
        self.runs = 0

    def reads_context(self, tenant: TenantContext) -> bool:
        return False

    def extract(self, *arguments: Any) -> Any:
        found = self._rules.extract(*arguments)
        self.runs += 1
        return found if self.runs == 1 else replace(found, facts=found.facts[::-1])


class _LastCannotBeEmbedded:
    """Embeds all facts but the last."""

    def __init__(self, world: World) -> None:
        self._embed = world.evolve_task.embed_facts

    def __call__(
        self, tenant: TenantContext, user_id: str, key_epoch: int, facts: Sequence[Fact]
    ) -> list[Embedding | MnemeError]:
        found = self._embed(tenant, user_id, key_epoch, facts)
        return [*found[:-1], ExtractionFailed("no provider may see it")]


def _read(world: World, task: Task) -> Task:
    return world.read_task(world.acme, USER, task.task_id)


@pytest.fixture
def extractor(world: World) -> _OtherOrderEachTime:
    """Return the extractor of the world."""
    extractor = _OtherOrderEachTime(world)
    world.__dict__["extractor"] = extractor
    return extractor


def _failed_in_evolution(world: World) -> Task:
    """Return a task of which two facts are committed, while the third could not be."""
    task = world.accept_add(world.acme, USER, said(*THREE), None)
    world.hand(EXTRACTION, world.message(task))
    picky = replace(world.evolve_task, embed_facts=_LastCannotBeEmbedded(world))
    assert world.work_on_task(world.message(task), picky).state is TaskState.FAILED
    assert len(_read(world, task).results) == 2
    return _read(world, task)


def test_a_repeated_extraction_message_does_not_open_what_failed_in_evolution(
    world: World, extractor: _OtherOrderEachTime
) -> None:
    task = _failed_in_evolution(world)

    assert world.hand(EXTRACTION, world.message(task)) is TaskState.FAILED
    assert extractor.runs == 1


def test_a_task_that_is_redriven_after_its_extraction_keeps_the_facts_it_has(
    world: World, extractor: _OtherOrderEachTime
) -> None:
    task = _failed_in_evolution(world)
    redriven = replace(world.message(task), attempt=task.attempt + 1)

    world.hand(EXTRACTION, redriven)
    world.work()

    assert (_read(world, task).state, extractor.runs) == (TaskState.DONE, 1)
    assert world.contents() == sorted(THREE)


def test_what_a_task_left_out_is_told_after_a_redrive_too(world: World) -> None:
    task = world.accept_add(world.acme, USER, said(" ".join(["I like tea."] * 130)), None)
    world.hand(EXTRACTION, world.message(task))
    world.work_on_task.give_up(world.message(task), Unavailable("the store is away"))
    left_out = _read(world, task).left_out

    world.hand(EVOLUTION, world.message(task))

    assert (_read(world, task).state, _read(world, task).left_out) == (TaskState.DONE, left_out)


def test_what_failed_in_its_worker_is_not_tried_again_by_the_same_message(world: World) -> None:
    task = world.accept_add(world.acme, USER, said(*THREE), None)
    asked: list[Task] = []

    def unreadable(tenant: object, message: object, task: Task) -> None:
        asked.append(task)
        raise ExtractionFailed("unreadable answer")

    world.__dict__["extract_task"] = unreadable

    states = [world.hand(EXTRACTION, world.message(task)) for _ in range(3)]

    assert (states, len(asked)) == ([TaskState.FAILED] * 3, 1)


def test_a_dead_letter_opens_its_task_once(world: World) -> None:
    task = world.accept_add(world.acme, USER, said(*THREE), None)
    asked: list[Task] = []

    def fails(tenant: object, message: object, task: Task) -> None:
        asked.append(task)
        raise faults.pop(0)

    faults: list[Exception] = [Unavailable("no answer")] * 6
    faults += [ExtractionFailed("unreadable answer")]
    world.__dict__["extract_task"] = fails
    for _ in range(QUEUE_LAYOUTS[EXTRACTION].max_receives + 1):
        world.deliver(EXTRACTION)
    assert len(asked) == 6

    world.durable.queue.move_back(EXTRACTION)
    world.work()
    again = world.hand(EXTRACTION, world.message(task))

    assert (again, len(asked)) == (TaskState.FAILED, 7)
