"""What is recalled grows stronger: one message a recall, ids only, and never in the way."""

import logging
from dataclasses import replace

import pytest

from mneme.application.tasks.queue_messages import REINFORCEMENT, reinforcement_message
from mneme.domain.errors import Unavailable
from mneme.domain.memory import Kind
from tests.doubles.made import NOW, later
from tests.doubles.recall_world import RecallWorld
from tests.doubles.watched import Fuse, Watched
from tests.doubles.world import USER


@pytest.fixture
def world() -> RecallWorld:
    return RecallWorld()


def _bodies(world: RecallWorld) -> list[str]:
    received = world.durable.queue.receive(REINFORCEMENT, 10)
    return [message.body for message in received]


def test_one_message_names_the_memories_that_were_recalled(world: RecallWorld) -> None:
    tea = world.put("Drinks green tea")
    world.put("Drives a car")

    world.ask("green tea")

    (body,) = _bodies(world)
    message = reinforcement_message(body)
    assert (message.tenant_id, message.user_id, message.at) == ("acme", USER, NOW)
    assert message.memory_ids == (tea.memory_id,)


def test_a_message_carries_no_words(world: RecallWorld) -> None:
    world.put("Drinks green tea")

    world.ask("green tea")

    (body,) = _bodies(world)
    assert "tea" not in body


def test_an_empty_answer_reinforces_nothing(world: RecallWorld) -> None:
    world.put("Drinks green tea")

    world.ask("glacier")

    assert _bodies(world) == []


def test_verbatim_turns_are_not_reinforced(world: RecallWorld) -> None:
    world.put("Green tea, please", kind=Kind.TURN)
    fact = world.put("Drinks green tea daily")

    world.ask("green tea", include_turns=True)

    (body,) = _bodies(world)
    assert reinforcement_message(body).memory_ids == (fact.memory_id,)


def test_turns_alone_send_no_message(world: RecallWorld) -> None:
    world.put("Green tea, please", kind=Kind.TURN)

    assert world.says("green tea", include_turns=True) == ["Green tea, please"]
    assert _bodies(world) == []


def test_two_revisions_of_one_memory_count_once(world: RecallWorld) -> None:
    head = world.put("Drinks green tea", valid_at=later(days=-2))
    world.revise(head, "Drinks green tea with milk", valid_at=later(days=-1))

    assert len(world.says("green tea", include_superseded=True)) == 2

    (body,) = _bodies(world)
    assert reinforcement_message(body).memory_ids == (head.memory_id,)


def test_a_queue_that_is_down_costs_no_answer_and_is_reported_without_words(
    world: RecallWorld, caplog: pytest.LogCaptureFixture
) -> None:
    world.put("Drinks green tea")
    burnt = Fuse(at=1, fault=lambda: Unavailable("the queue is down"))
    queue = Watched(world.durable.queue, burnt)
    recall = replace(world.recall, queue=queue)

    with caplog.at_level(logging.WARNING):
        answer = recall(world.acme, world.query("green tea"))

    assert len(answer.memories) == 1
    (record,) = caplog.records
    assert record.getMessage() == "reinforcement unsent"
    assert "tea" not in repr(vars(record))


def test_recalled_memories_get_their_weight_back(world: RecallWorld) -> None:
    head = world.put("Drinks green tea")
    world.durable.clock.advance(days=30)

    world.ask("green tea")
    (body,) = _bodies(world)
    world.reinforce([reinforcement_message(body)])

    after = world.memories.heads(world.acme, USER, [head.memory_id])[head.memory_id]
    assert after.recall_count == 1
    assert after.anchor.at == later(days=30)
