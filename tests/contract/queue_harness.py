"""Every work queue adapter behind one face, for the contract suite."""

import json
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path

import moto.sqs.models
import pytest
from moto import mock_aws

from mneme.adapters.queue_layout import QueueLayout
from mneme.adapters.sqlite_database import SqliteDatabase
from mneme.adapters.sqlite_work_queue import SqliteWorkQueue
from mneme.adapters.sqs_work_queue import SqsWorkQueue
from tests.contract import aws
from tests.doubles import FixedClock

VISIBILITY_SECONDS = 30
MAX_RECEIVES = 2
LAYOUTS = {
    name: QueueLayout(name, fifo, VISIBILITY_SECONDS, MAX_RECEIVES)
    for name, fifo in (("orders", True), ("notes", False))
}


@dataclass(frozen=True)
class QueueHarness:
    """A queue with the FIFO queue `orders` and the standard queue `notes`.

    `pass_time` lets seconds pass for it; an emulator's clock cannot be moved.
    """

    queue: SqliteWorkQueue | SqsWorkQueue
    pass_time: Callable[[float], None]


@contextmanager
def sqlite_queue(path: Path | None) -> Iterator[QueueHarness]:
    """Yield a queue in a database file, or in memory."""
    clock = FixedClock()
    database = SqliteDatabase(path)
    yield QueueHarness(SqliteWorkQueue(database, LAYOUTS, clock), clock.advance)
    database.close()


@contextmanager
def moto_queue(monkeypatch: pytest.MonkeyPatch) -> Iterator[QueueHarness]:
    """Yield SQS by moto, which is made to read a clock that the test moves."""
    clock = FixedClock()
    ticks = count()

    def seconds() -> float:
        # Moto shows a message only strictly after its time has come: no two readings are equal.
        return clock.now().timestamp() + next(ticks) * 1e-5

    monkeypatch.setattr(moto.sqs.models, "unix_time", seconds)
    monkeypatch.setattr(moto.sqs.models, "unix_time_millis", lambda: seconds() * 1000)
    with mock_aws():
        yield QueueHarness(_sqs(None), clock.advance)


@contextmanager
def emulator_queue(url: str) -> Iterator[QueueHarness]:
    """Yield SQS by the emulator at an address."""

    def refuse(seconds: float) -> None:
        raise AssertionError("the emulator's clock cannot be moved")

    yield QueueHarness(_sqs(url), refuse)


def _sqs(endpoint: str | None) -> SqsWorkQueue:
    client = aws.shared_client("sqs", endpoint)
    prefix = f"t{uuid.uuid4().hex[:8]}-"
    urls: dict[str, str] = {}
    for layout in LAYOUTS.values():
        dead = layout.dead_letters()
        urls[dead.name] = _create(client, prefix, dead, None)
        attributes = client.get_queue_attributes(
            QueueUrl=urls[dead.name], AttributeNames=["QueueArn"]
        )
        arn = attributes["Attributes"]["QueueArn"]
        urls[layout.name] = _create(client, prefix, layout, arn)
    return SqsWorkQueue(client, urls, frozenset({"orders", "orders-dead"}))


def _create(client, prefix: str, layout: QueueLayout, dead_arn: str | None) -> str:  # type: ignore[no-untyped-def]
    attributes = {"VisibilityTimeout": str(layout.visibility_seconds)}
    if layout.fifo:
        attributes["FifoQueue"] = "true"
    if dead_arn is not None:
        policy = {"deadLetterTargetArn": dead_arn, "maxReceiveCount": layout.max_receives}
        attributes["RedrivePolicy"] = json.dumps(policy)
    name = prefix + layout.name + (".fifo" if layout.fifo else "")
    return str(client.create_queue(QueueName=name, Attributes=attributes)["QueueUrl"])
