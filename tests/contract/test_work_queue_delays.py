"""A standard queue keeps a message for as long as its sender asks, on every adapter."""

from collections.abc import Iterator

import pytest

from mneme.application.ports.work_queue import QueueMessage
from mneme.domain.tenancy import internal_context
from tests.contract import queue_harness
from tests.contract.queue_harness import QueueHarness

TENANT = internal_context("acme")


@pytest.fixture(params=["sqlite", "moto"])
def timed(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> Iterator[QueueHarness]:
    if request.param == "sqlite":
        with queue_harness.sqlite_queue(None) as harness:
            yield harness
    else:
        with queue_harness.moto_queue(monkeypatch) as harness:
            yield harness


def _received(harness: QueueHarness) -> list[str]:
    return [message.body for message in harness.queue.receive("notes", 10)]


def test_a_message_sent_with_a_delay_is_given_out_after_it(timed: QueueHarness) -> None:
    timed.queue.send(TENANT, "notes", QueueMessage("later", delay_seconds=20))
    timed.queue.send(TENANT, "notes", QueueMessage("now"))

    assert _received(timed) == ["now"]
    timed.pass_time(21)
    assert _received(timed) == ["later"]


@pytest.mark.parametrize(("queue", "seconds"), [("notes", -1), ("notes", 901), ("orders", 1)])
def test_a_delay_that_the_queue_cannot_keep_is_refused(
    timed: QueueHarness, queue: str, seconds: int
) -> None:
    ids = ("ann", "d") if queue == "orders" else (None, None)

    with pytest.raises(ValueError, match="keeps a message"):
        timed.queue.send(TENANT, queue, QueueMessage("late", *ids, delay_seconds=seconds))
