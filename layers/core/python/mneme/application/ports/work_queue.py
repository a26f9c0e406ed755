"""Queues between the functions. A message names things by id; it never carries content."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from mneme.domain.tenancy import TenantContext


@dataclass(frozen=True, slots=True)
class QueueMessage:
    """A message to send.

    On a FIFO queue `group` orders and serializes; `deduplication_id` makes a second send within
    five minutes a silent success; both are required there. A standard queue takes neither, but it
    may keep a message for `delay_seconds` (at most 900) before it gives it out.
    """

    body: str
    group: str | None = None
    deduplication_id: str | None = None
    delay_seconds: int = 0


@dataclass(frozen=True, slots=True)
class ReceivedMessage:
    """A message in the hands of a consumer until its visibility ends."""

    message_id: str
    body: str
    receipt: str
    group: str | None
    receive_count: int
    sent_at_ms: int


class WorkQueue(Protocol):
    """The sending side, for use cases. Queues are named as in `infra/queues.py`."""

    def send(self, tenant: TenantContext, queue: str, message: QueueMessage) -> None:
        """Store the message durably. Raises Unavailable; ValueError if it does not fit."""
        ...


class DeadLetters(Protocol):
    """What was received too often, by the name of the queue it was in; for operators."""

    def depth(self, queue: str) -> int:
        """Return about how many messages lie there. Raises Unavailable."""
        ...

    def move_back(self, queue: str) -> int:
        """Let them all go back to their queue; return about how many. Raises Unavailable."""
        ...


class QueueConsumer(Protocol):
    """The receiving side. In the cloud the platform receives and acknowledges; workers release.

    On a FIFO queue no message is given out while an earlier one of its group is unacknowledged,
    save behind it in the same batch: a batch is handled in order, by one consumer.
    A message received more often than its queue allows moves to the queue's dead-letter queue.
    An outdated receipt is no error; its message may be received again.
    """

    def receive(self, queue: str, limit: int) -> Sequence[ReceivedMessage]:
        """Return up to `limit` (≤ 10) messages, hidden from others for the visibility time."""
        ...

    def acknowledge(self, queue: str, receipt: str) -> None:
        """Remove a received message for good."""
        ...

    def release(self, queue: str, receipt: str, delay_seconds: int = 0) -> None:
        """Give a received message back, to be received again after the delay."""
        ...
