"""One worker serves all groups of a local queue: they take turns, whatever each has waiting."""

import pytest

from mneme.adapters.sqlite_database import SqliteDatabase
from mneme.adapters.sqlite_work_queue import SqliteWorkQueue
from mneme.application.ports.work_queue import QueueMessage
from mneme.domain.tenancy import internal_context
from tests.contract.queue_harness import LAYOUTS
from tests.doubles import FixedClock

TENANT = internal_context("acme")


@pytest.fixture
def queue() -> SqliteWorkQueue:
    return SqliteWorkQueue(SqliteDatabase(), LAYOUTS, FixedClock())


def order(queue: SqliteWorkQueue, *bodies: str) -> None:
    """Send what the first letter says whose it is."""
    for body in bodies:
        queue.send(TENANT, "orders", QueueMessage(body, body[0], body))


def next_one(queue: SqliteWorkQueue) -> str:
    """Receive one message, work on it, and return it."""
    (message,) = queue.receive("orders", 1)
    queue.acknowledge("orders", message.receipt)
    return message.body


def test_who_has_much_waiting_does_not_hold_the_others(queue: SqliteWorkQueue) -> None:
    order(queue, "a1", "a2", "a3", "a4", "b1", "c1", "b2")

    assert [next_one(queue) for _ in range(7)] == ["a1", "b1", "c1", "a2", "b2", "a3", "a4"]


def test_who_comes_new_is_served_before_who_was_served(queue: SqliteWorkQueue) -> None:
    order(queue, "a1", "a2", "a3", "b1")
    assert [next_one(queue) for _ in range(2)] == ["a1", "b1"]

    order(queue, "c1", "b2")

    assert [next_one(queue) for _ in range(4)] == ["c1", "b2", "a2", "a3"]


def test_what_goes_on_in_a_message_of_its_own_lets_others_go_first(queue: SqliteWorkQueue) -> None:
    order(queue, "a1", "b1")
    (long,) = queue.receive("orders", 1)

    order(queue, "a2", "c1")
    queue.acknowledge("orders", long.receipt)

    assert [next_one(queue) for _ in range(3)] == ["b1", "c1", "a2"]


def test_a_batch_holds_whole_groups_in_turn(queue: SqliteWorkQueue) -> None:
    order(queue, "a1", "b1", "a2")
    assert next_one(queue) == "a1"

    assert [message.body for message in queue.receive("orders", 10)] == ["b1", "a2"]
