"""What the local queue promises beyond the contract: several processes, and their deaths."""

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from mneme.adapters.sqlite_database import SqliteDatabase
from mneme.adapters.sqlite_work_queue import SqliteWorkQueue
from mneme.application.ports.work_queue import QueueMessage
from mneme.domain.tenancy import internal_context
from tests.contract.queue_harness import LAYOUTS, MAX_RECEIVES, VISIBILITY_SECONDS
from tests.doubles import FixedClock

TENANT = internal_context("acme")
ROOT = Path(__file__).parents[2]
SENDER = """
import sys
from pathlib import Path
from mneme.adapters.sqlite_database import SqliteDatabase
from mneme.adapters.sqlite_work_queue import SqliteWorkQueue
from mneme.application.ports.work_queue import QueueMessage
from mneme.domain.tenancy import internal_context
from tests.contract.queue_harness import LAYOUTS
from tests.doubles import FixedClock

queue = SqliteWorkQueue(SqliteDatabase(Path(sys.argv[1])), LAYOUTS, FixedClock())
queue.receive("notes", 1)
number = 0
while True:
    queue.send(internal_context("acme"), "orders", QueueMessage(str(number), "ann", str(number)))
    print(number, flush=True)
    number += 1
"""


@pytest.fixture
def clock() -> FixedClock:
    return FixedClock()


@pytest.fixture
def database(tmp_path: Path) -> Iterator[SqliteDatabase]:
    database = SqliteDatabase(tmp_path / "queues.db")
    yield database
    database.close()


@pytest.fixture
def queue(database: SqliteDatabase, clock: FixedClock) -> SqliteWorkQueue:
    return SqliteWorkQueue(database, LAYOUTS, clock)


def order(queue: SqliteWorkQueue, body: str, group: str = "ann") -> None:
    queue.send(TENANT, "orders", QueueMessage(body, group, f"{group}/{body}"))


def bodies(queue: SqliteWorkQueue, name: str = "orders") -> list[str]:
    return [message.body for message in queue.receive(name, 10)]


def kill_orders(queue: SqliteWorkQueue) -> None:
    """Receive and give back the orders until they are dead letters."""
    for _ in range(MAX_RECEIVES):
        for message in queue.receive("orders", 10):
            queue.release("orders", message.receipt)
    assert bodies(queue) == []


def test_an_outdated_receipt_changes_nothing(queue: SqliteWorkQueue, clock: FixedClock) -> None:
    order(queue, "first")
    (outdated,) = queue.receive("orders", 1)
    clock.advance(VISIBILITY_SECONDS + 1)
    (current,) = queue.receive("orders", 1)

    queue.acknowledge("orders", outdated.receipt)
    queue.release("orders", outdated.receipt)

    assert bodies(queue) == []
    assert queue.waiting("orders") == 1
    queue.release("orders", current.receipt)
    assert queue.receive("orders", 1) == ()
    assert bodies(queue, "orders-dead") == ["first"]


def test_a_receipt_of_another_queue_changes_nothing(queue: SqliteWorkQueue) -> None:
    order(queue, "first")
    (message,) = queue.receive("orders", 1)

    queue.acknowledge("notes", message.receipt)

    assert queue.waiting("orders") == 1


def test_a_message_done_within_five_minutes_is_still_not_sent_twice(queue: SqliteWorkQueue) -> None:
    order(queue, "once")
    (message,) = queue.receive("orders", 1)
    queue.acknowledge("orders", message.receipt)

    order(queue, "once")

    assert queue.waiting("orders") == 0


def test_deduplication_is_by_group(queue: SqliteWorkQueue) -> None:
    for group in ("ann", "bob"):
        queue.send(TENANT, "orders", QueueMessage(f"for {group}", group, "task#1"))

    assert bodies(queue) == ["for ann", "for bob"]


def test_waiting_counts_what_is_not_acknowledged(queue: SqliteWorkQueue) -> None:
    order(queue, "first")
    order(queue, "second")
    (first,) = queue.receive("orders", 1)

    assert queue.waiting("orders") == 2
    queue.acknowledge("orders", first.receipt)
    assert queue.waiting("orders") == 1
    assert queue.waiting("notes") == 0


def test_redriven_dead_letters_come_behind_what_waits(queue: SqliteWorkQueue) -> None:
    order(queue, "first")
    order(queue, "second")
    kill_orders(queue)
    order(queue, "third")

    assert queue.move_back("orders") == 2

    assert bodies(queue) == ["third", "first", "second"]
    assert queue.waiting("orders-dead") == 0


def test_a_dead_letter_in_someones_hands_is_not_redriven(queue: SqliteWorkQueue) -> None:
    order(queue, "first")
    kill_orders(queue)
    (dead,) = queue.receive("orders-dead", 1)

    assert queue.move_back("orders") == 0
    queue.release("orders-dead", dead.receipt)
    assert queue.move_back("orders") == 1


def test_a_dead_letter_is_received_any_number_of_times(queue: SqliteWorkQueue) -> None:
    order(queue, "first")
    kill_orders(queue)

    for expected in range(1, MAX_RECEIVES + 3):
        (dead,) = queue.receive("orders-dead", 1)
        assert dead.receive_count == expected
        queue.release("orders-dead", dead.receipt)


def test_receiving_nothing_does_not_wait_for_a_writer(
    queue: SqliteWorkQueue, tmp_path: Path
) -> None:
    order(queue, "first")
    queue.receive("orders", 1)
    order(queue, "second")
    writer = SqliteDatabase(tmp_path / "queues.db")

    with ThreadPoolExecutor(1) as pool, writer.write():
        assert pool.submit(bodies, queue).result(timeout=30) == []
    writer.close()


def test_no_one_gets_the_second_of_a_group_while_the_first_is_in_flight(
    queue: SqliteWorkQueue, tmp_path: Path, clock: FixedClock
) -> None:
    sent = {group: [f"{group}{number}" for number in range(15)] for group in ("ann", "bob")}
    for group, messages in sent.items():
        for body in messages:
            order(queue, body, group)
    other = SqliteDatabase(tmp_path / "queues.db")
    consumers = [queue, SqliteWorkQueue(other, LAYOUTS, clock)] * 2
    hands = {group: threading.Lock() for group in sent}
    done: dict[str, list[str]] = {group: [] for group in sent}
    clashes: list[str] = []

    def handle(consumer: SqliteWorkQueue, group: str, body: str) -> None:
        if not hands[group].acquire(blocking=False):
            clashes.append(body)
            return
        done[group].append(body)
        for _ in range(20):  # lets the others run while this message is in flight
            consumer.waiting("orders")
        hands[group].release()

    def consume(consumer: SqliteWorkQueue) -> None:
        while consumer.waiting("orders"):
            for message in consumer.receive("orders", 1):
                handle(consumer, message.group or "", message.body)
                consumer.acknowledge("orders", message.receipt)

    with ThreadPoolExecutor(len(consumers)) as pool:
        for future in [pool.submit(consume, consumer) for consumer in consumers]:
            future.result(timeout=60)
    other.close()

    assert clashes == []
    assert done == sent


def test_nothing_acknowledged_is_lost_when_the_process_is_killed(
    tmp_path: Path, clock: FixedClock
) -> None:
    path = tmp_path / "queues.db"
    before = SqliteDatabase(path)
    SqliteWorkQueue(before, LAYOUTS, clock).send(TENANT, "notes", QueueMessage("in its hands"))
    before.close()

    acknowledged = _send_until_killed(path, lines=20)

    database = SqliteDatabase(path)
    queue = SqliteWorkQueue(database, LAYOUTS, clock)
    assert acknowledged >= 20
    assert bodies(queue) == [str(number) for number in range(10)]
    # The last send may have been stored without having been told of.
    assert queue.waiting("orders") in (acknowledged, acknowledged + 1)
    assert bodies(queue, "notes") == []
    clock.advance(VISIBILITY_SECONDS + 1)
    assert bodies(queue, "notes") == ["in its hands"]
    database.close()


def _send_until_killed(path: Path, lines: int) -> int:
    """Return how many sends another process told to have done until it was killed."""
    paths = os.pathsep.join([str(ROOT), str(ROOT / "layers/core/python")])
    with subprocess.Popen(  # noqa: S603  our own interpreter and script
        [sys.executable, "-c", SENDER, str(path)],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": paths},
    ) as process:
        assert process.stdout is not None
        told = [process.stdout.readline() for _ in range(lines)]
        process.kill()
        told += process.stdout.readlines()
    return len([line for line in told if line.endswith("\n")])
