"""What a dead consumer of the local queue had in its hands comes back at once."""

import pytest

from mneme.adapters.sqlite_database import SqliteDatabase
from mneme.adapters.sqlite_work_queue import SqliteWorkQueue
from mneme.application.ports.work_queue import QueueMessage
from mneme.domain.tenancy import internal_context
from tests.contract.queue_harness import LAYOUTS
from tests.doubles import FixedClock

ACME = internal_context("acme")


@pytest.fixture
def clock() -> FixedClock:
    return FixedClock()


@pytest.fixture
def queue(clock: FixedClock) -> SqliteWorkQueue:
    return SqliteWorkQueue(SqliteDatabase(), LAYOUTS, clock)


def order(queue: SqliteWorkQueue, body: str) -> None:
    queue.send(ACME, "orders", QueueMessage(body, "ann", body))


def bodies(queue: SqliteWorkQueue) -> list[str]:
    return [message.body for message in queue.receive("orders", 10)]


def test_what_a_dead_consumer_had_in_its_hands_can_be_reclaimed_at_once(
    queue: SqliteWorkQueue,
) -> None:
    order(queue, "first")
    order(queue, "second")
    (outdated,) = queue.receive("orders", 1)
    assert bodies(queue) == []

    queue.reclaim("orders")

    assert bodies(queue) == ["first", "second"]
    queue.acknowledge("orders", outdated.receipt)
    assert queue.waiting("orders") == 2


def test_what_rests_goes_on_resting_when_the_rest_is_reclaimed(
    queue: SqliteWorkQueue, clock: FixedClock
) -> None:
    order(queue, "first")
    (taken,) = queue.receive("orders", 1)
    queue.release("orders", taken.receipt, 10)

    queue.reclaim("orders")

    assert bodies(queue) == []
    clock.advance(10)
    assert bodies(queue) == ["first"]
