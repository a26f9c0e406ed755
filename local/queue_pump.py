"""Feeds one queue to its function."""

import logging
from collections.abc import Callable, Sequence
from typing import Any, Protocol, runtime_checkable

from infra.queues import Queue
from local.queue_events import failed_ids, queue_event
from mneme.application.ports.clock import Clock
from mneme.application.ports.work_queue import QueueConsumer, ReceivedMessage

RECEIVE_LIMIT = 10
_LONGEST_RETRY_SECONDS = 30
_MILLISECONDS = 1000

log = logging.getLogger("worker")


def retry_seconds(receive_count: int) -> int:
    """Return how long messages rest whose function gave no account: 1 s, then doubling.

    In the cloud they wait until their visibility ends. Nobody waits minutes at home.
    """
    return int(min(2 ** (receive_count - 1), _LONGEST_RETRY_SECONDS))


@runtime_checkable
class OwnQueues(QueueConsumer, Protocol):
    """Queues that have one consumer at a time."""

    def reclaim(self, queue: str) -> None:
        """Make what an earlier consumer had in its hands deliverable. Raises Unavailable."""
        ...


class QueuePump:
    """Receives, invokes, acknowledges what did not fail.

    What a function reports as failed it has put off itself, or lets come back when its visibility
    ends; what it dies of is given back.
    Gathers up to the queue's batch size for its batching window, as the platform does. What a
    killed worker had in its hands need not wait out its visibility time: there is one worker at a
    time, so whatever is in anybody's hands at its start was in the last one's.
    """

    def __init__(
        self,
        queue: Queue,
        consumer: OwnQueues,
        invoke: Callable[[dict[str, Any]], object],
        clock: Clock,
    ) -> None:
        self.name = queue.name
        self._queue = queue
        self._consumer = consumer
        self._invoke = invoke
        self._clock = clock
        self._gathered: list[ReceivedMessage] = []
        self._since = 0.0
        consumer.reclaim(self.name)

    def step(self) -> bool:
        """Receive, and hand over the batch once it is full or old enough. Raises Unavailable."""
        received = self._receive()
        due = self._clock.monotonic() - self._since >= self._queue.batching_window_seconds
        if self._gathered and (due or len(self._gathered) >= self._queue.batch_size):
            self._hand_over()
            return True
        return bool(received)

    def close(self) -> None:
        """Give back what was gathered and not handed over. Raises Unavailable."""
        for message in self._gathered:
            self._consumer.release(self.name, message.receipt)
        self._gathered = []

    def _receive(self) -> Sequence[ReceivedMessage]:
        room = self._queue.batch_size - len(self._gathered)
        received = self._consumer.receive(self.name, min(RECEIVE_LIMIT, room))
        if received:
            if not self._gathered:
                self._since = self._clock.monotonic()
            self._gathered.extend(received)
        return received

    def _hand_over(self) -> None:
        batch = self._gathered
        failed = self._failed(batch)
        for message in batch:
            if failed is None:
                rest = retry_seconds(message.receive_count)
                self._consumer.release(self.name, message.receipt, rest)
            elif message.message_id not in failed:
                self._consumer.acknowledge(self.name, message.receipt)
        self._gathered = []

    def _failed(self, batch: Sequence[ReceivedMessage]) -> frozenset[str] | None:
        """Return what the function reports as failed, None if it gives no account."""
        ids = frozenset(message.message_id for message in batch)
        now_ms = int(self._clock.now().timestamp() * _MILLISECONDS)
        event = queue_event(self.name, batch, now_ms)
        try:
            return failed_ids(self._invoke(event), ids)
        except Exception:
            # The platform's boundary: whatever a function raises fails the batch, not the worker.
            log.exception("%s: the function failed on %d messages", self.name, len(batch))
            return None
