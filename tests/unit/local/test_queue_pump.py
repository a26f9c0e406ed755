from typing import Any

import pytest

from infra.queues import Queue
from local.queue_pump import QueuePump, retry_seconds
from mneme.application.ports.work_queue import ReceivedMessage
from mneme.domain.errors import Unavailable
from tests.doubles import FixedClock


class Consumer:
    """A queue in memory: what is received stays out until acknowledged or released."""

    def __init__(self, *bodies: str) -> None:
        self.waiting = [ReceivedMessage(b, b, f"r-{b}", "g", 1, 0) for b in bodies]
        self.acknowledged: list[str] = []
        self.released: list[tuple[str, int]] = []
        self.reclaimed: list[str] = []
        self.failing = False

    def reclaim(self, queue: str) -> None:
        self.reclaimed.append(queue)

    def receive(self, queue: str, limit: int) -> list[ReceivedMessage]:
        taken, self.waiting = self.waiting[:limit], self.waiting[limit:]
        return taken

    def acknowledge(self, queue: str, receipt: str) -> None:
        if self.failing:
            raise Unavailable("the local database did not answer")
        self.acknowledged.append(receipt)

    def release(self, queue: str, receipt: str, delay_seconds: int = 0) -> None:
        self.released.append((receipt, delay_seconds))


class Function:
    """Remembers the bodies of each batch and answers as told."""

    def __init__(self, answer: object = None) -> None:
        self.answer = answer
        self.batches: list[list[str]] = []

    def __call__(self, event: dict[str, Any]) -> object:
        self.batches.append([record["body"] for record in event["Records"]])
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


def failure_of(*ids: str) -> dict[str, Any]:
    return {"batchItemFailures": [{"itemIdentifier": name} for name in ids]}


class Setting:
    """A pump over a queue in memory, and what it can be asked about."""

    def __init__(self, consumer: Consumer, function: Function, **row: Any) -> None:
        self.clock = FixedClock()
        queue = Queue("extraction", "test", fifo=True, consumer="extraction_worker", **row)
        self.pump = QueuePump(queue, consumer, function, self.clock)


def test_what_succeeded_is_acknowledged_in_one_step() -> None:
    consumer, function = Consumer("a", "b"), Function()
    pump = Setting(consumer, function).pump

    assert pump.step() is True
    assert pump.step() is False

    assert function.batches == [["a", "b"]]
    assert consumer.acknowledged == ["r-a", "r-b"]


def test_what_the_function_reports_as_failed_is_left_as_it_put_it_off() -> None:
    consumer = Consumer("a", "b", "c")

    Setting(consumer, Function(failure_of("b", "c"))).pump.step()

    assert consumer.acknowledged == ["r-a"]
    assert consumer.released == []


@pytest.mark.parametrize("answer", [RuntimeError("crash"), failure_of("unknown"), "nonsense"])
def test_a_function_that_gives_no_account_fails_the_whole_batch(answer: object) -> None:
    consumer = Consumer("a", "b")

    assert Setting(consumer, Function(answer)).pump.step() is True

    assert consumer.acknowledged == []
    assert [receipt for receipt, _ in consumer.released] == ["r-a", "r-b"]


def test_a_failed_message_rests_longer_each_time_but_never_for_minutes() -> None:
    assert [retry_seconds(count) for count in (1, 2, 3, 6, 50)] == [1, 2, 4, 30, 30]


def test_a_batch_is_gathered_until_its_window_ends() -> None:
    consumer, function = Consumer("a"), Function()
    setting = Setting(consumer, function, batching_window_seconds=5)

    setting.pump.step()
    setting.clock.advance(4)
    consumer.waiting = Consumer("b").waiting
    setting.pump.step()
    assert function.batches == []

    setting.clock.advance(1)
    setting.pump.step()
    assert function.batches == [["a", "b"]]


def test_a_full_batch_does_not_wait_for_its_window() -> None:
    consumer, function = Consumer(*"abcdefghijklmno"), Function()
    setting = Setting(consumer, function, batch_size=12, batching_window_seconds=5)

    setting.pump.step()
    setting.pump.step()

    assert function.batches == [list("abcdefghijkl")]


def test_a_stopped_pump_gives_back_what_it_only_gathered() -> None:
    consumer = Consumer("a")
    setting = Setting(consumer, Function(), batching_window_seconds=5)
    setting.pump.step()

    setting.pump.close()

    assert consumer.released == [("r-a", 0)]
    assert setting.pump.step() is False


def test_what_a_killed_worker_held_is_reclaimed_before_anything_is_received() -> None:
    consumer, function = Consumer("a"), Function()

    setting = Setting(consumer, function)

    assert (consumer.reclaimed, function.batches) == (["extraction"], [])
    setting.pump.step()
    assert (consumer.reclaimed, function.batches) == (["extraction"], [["a"]])


def test_an_outage_after_the_work_leads_to_the_same_batch_again() -> None:
    consumer, function = Consumer("a"), Function()
    setting = Setting(consumer, function)
    consumer.failing = True
    with pytest.raises(Unavailable):
        setting.pump.step()

    consumer.failing = False
    setting.pump.step()

    assert function.batches == [["a"], ["a"]]
    assert consumer.acknowledged == ["r-a"]
