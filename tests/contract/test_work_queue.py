"""What every work queue does: SQLite in memory and on disk, SQS by moto and by the emulator."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from mneme.application.ports.work_queue import QueueMessage, ReceivedMessage
from mneme.domain.tenancy import internal_context
from tests.contract import queue_harness
from tests.contract.queue_harness import MAX_RECEIVES, VISIBILITY_SECONDS, QueueHarness

TENANT = internal_context("acme")
MOVABLE = ("sqlite-memory", "sqlite-file", "moto")
EMULATOR = pytest.param("emulator", marks=pytest.mark.emulator)


@pytest.fixture(params=[*MOVABLE, EMULATOR])
def harness(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[QueueHarness]:
    if request.param == "emulator":
        with queue_harness.emulator_queue(request.getfixturevalue("emulator_url")) as harness:
            yield harness
    else:
        yield from _harness(request.param, tmp_path, monkeypatch)


@pytest.fixture(params=MOVABLE)
def timed(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[QueueHarness]:
    yield from _harness(request.param, tmp_path, monkeypatch)


def _harness(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[QueueHarness]:
    opened = {
        "sqlite-memory": lambda: queue_harness.sqlite_queue(None),
        "sqlite-file": lambda: queue_harness.sqlite_queue(tmp_path / "queues.db"),
        "moto": lambda: queue_harness.moto_queue(monkeypatch),
    }[kind]
    with opened() as harness:
        yield harness


def order(harness: QueueHarness, body: str, group: str = "ann", dedup: str | None = None) -> None:
    harness.queue.send(TENANT, "orders", QueueMessage(body, group, dedup or f"{group}/{body}"))


def receive_one(harness: QueueHarness, queue: str = "orders") -> ReceivedMessage:
    (message,) = harness.queue.receive(queue, 1)
    return message


def bodies(harness: QueueHarness, queue: str = "orders", limit: int = 10) -> list[str]:
    return [message.body for message in harness.queue.receive(queue, limit)]


def test_a_message_arrives_as_it_was_sent(harness: QueueHarness) -> None:
    order(harness, '{"task": "é 🙂"}', dedup="task#1")

    message = receive_one(harness)

    assert message.body == '{"task": "é 🙂"}'
    assert message.group == "ann"
    assert message.receive_count == 1
    assert message.message_id
    assert message.sent_at_ms > 0


def test_an_empty_queue_gives_nothing(harness: QueueHarness) -> None:
    assert bodies(harness, "orders") == []
    assert bodies(harness, "notes") == []


def test_an_acknowledged_message_is_gone_for_good(timed: QueueHarness) -> None:
    order(timed, "first")
    timed.queue.acknowledge("orders", receive_one(timed).receipt)

    timed.pass_time(VISIBILITY_SECONDS + 1)

    assert bodies(timed) == []


def test_messages_of_a_group_come_in_the_order_of_sending(harness: QueueHarness) -> None:
    sent = [f"m{number}" for number in range(12)]
    for body in sent:
        order(harness, body)

    received = []
    while batch := harness.queue.receive("orders", 5):
        for message in batch:
            received.append(message.body)
            harness.queue.acknowledge("orders", message.receipt)

    assert received == sent


def test_the_second_of_a_group_waits_for_the_first(harness: QueueHarness) -> None:
    order(harness, "first")
    order(harness, "second")
    first = receive_one(harness)

    assert bodies(harness) == []
    harness.queue.acknowledge("orders", first.receipt)
    assert bodies(harness) == ["second"]


def test_a_batch_holds_a_group_in_order_and_blocks_what_follows(harness: QueueHarness) -> None:
    for body in ("first", "second", "third"):
        order(harness, body)
    first, second = harness.queue.receive("orders", 2)

    assert [first.body, second.body] == ["first", "second"]
    harness.queue.acknowledge("orders", first.receipt)
    assert bodies(harness) == []
    harness.queue.acknowledge("orders", second.receipt)
    assert bodies(harness) == ["third"]


def test_groups_do_not_wait_for_each_other(harness: QueueHarness) -> None:
    order(harness, "first", group="ann")
    order(harness, "second", group="ann")
    order(harness, "other", group="bob")
    receive_one(harness)

    assert bodies(harness) == ["other"]


def test_a_second_send_under_the_same_id_is_dropped_silently(harness: QueueHarness) -> None:
    order(harness, "once", dedup="task#1")
    order(harness, "again", dedup="task#1")

    assert bodies(harness) == ["once"]


def test_a_deduplication_id_may_be_used_again_after_five_minutes(timed: QueueHarness) -> None:
    order(timed, "once", dedup="task#1")
    timed.pass_time(299)
    order(timed, "too soon", dedup="task#1")
    timed.pass_time(2)
    order(timed, "again", dedup="task#1")

    assert bodies(timed) == ["once", "again"]


def test_a_message_not_acknowledged_in_time_is_received_again(timed: QueueHarness) -> None:
    order(timed, "first")
    before = receive_one(timed)

    timed.pass_time(VISIBILITY_SECONDS - 1)
    assert bodies(timed) == []
    timed.pass_time(2)
    again = receive_one(timed)

    assert again.message_id == before.message_id
    assert again.receive_count == 2
    assert again.receipt != before.receipt


def test_a_released_message_is_received_again_at_once_and_first(harness: QueueHarness) -> None:
    order(harness, "first")
    order(harness, "second")
    harness.queue.release("orders", receive_one(harness).receipt)

    assert bodies(harness) == ["first", "second"]


def test_a_message_released_with_a_delay_blocks_its_group_until_then(timed: QueueHarness) -> None:
    order(timed, "first")
    order(timed, "second")
    timed.queue.release("orders", receive_one(timed).receipt, delay_seconds=120)

    timed.pass_time(119)
    assert bodies(timed) == []
    timed.pass_time(2)
    assert bodies(timed) == ["first", "second"]


def test_what_is_received_too_often_moves_to_the_dead_letters(harness: QueueHarness) -> None:
    order(harness, "poison")
    order(harness, "sound")
    for _ in range(MAX_RECEIVES):
        poison = receive_one(harness)
        assert poison.body == "poison"
        harness.queue.release("orders", poison.receipt)

    assert bodies(harness) == ["sound"]
    dead = receive_one(harness, "orders-dead")
    assert (dead.body, dead.group, dead.message_id) == ("poison", "ann", poison.message_id)


def test_a_standard_queue_gives_each_message_once(harness: QueueHarness) -> None:
    for number in range(4):
        harness.queue.send(TENANT, "notes", QueueMessage(f"note {number}"))

    received = [receive_one(harness, "notes") for _ in range(4)]

    assert sorted(message.body for message in received) == [f"note {n}" for n in range(4)]
    assert {message.group for message in received} == {None}
    assert bodies(harness, "notes") == []


def test_late_receipts_are_no_error(harness: QueueHarness) -> None:
    order(harness, "first")
    receipt = receive_one(harness).receipt
    harness.queue.acknowledge("orders", receipt)

    harness.queue.acknowledge("orders", receipt)
    harness.queue.release("orders", receipt)

    assert bodies(harness) == []


@pytest.mark.parametrize(
    ("queue", "message"),
    [("orders", QueueMessage("body")), ("notes", QueueMessage("body", "ann", "task#1"))],
)
def test_a_message_that_does_not_fit_the_queue_is_refused(
    harness: QueueHarness, queue: str, message: QueueMessage
) -> None:
    with pytest.raises(ValueError):
        harness.queue.send(TENANT, queue, message)
    assert bodies(harness, queue) == []


def test_receives_and_releases_have_bounds(harness: QueueHarness) -> None:
    order(harness, "first")
    receipt = receive_one(harness).receipt

    with pytest.raises(ValueError):
        harness.queue.receive("orders", 11)
    with pytest.raises(ValueError):
        harness.queue.release("orders", receipt, -1)
