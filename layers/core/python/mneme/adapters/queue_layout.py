"""What an adapter must know of each queue, and the rules of SQS that hold for any of them."""

import string
from dataclasses import dataclass, replace

from mneme.application.ports.work_queue import QueueMessage

RECEIVE_LIMIT = 10
LONGEST_DELAY_SECONDS = 43_200
LONGEST_SEND_DELAY_SECONDS = 900
_LONGEST_BODY_BYTES = 262_144
_LONGEST_ID = 128
_ID_CHARACTERS = frozenset(string.ascii_letters + string.digits + string.punctuation)


@dataclass(frozen=True, slots=True)
class QueueLayout:
    """A queue. `max_receives` None: its messages never move to a dead-letter queue."""

    name: str
    fifo: bool
    visibility_seconds: int
    max_receives: int | None

    def dead_letters(self) -> "QueueLayout":
        """Return the layout of the queue that takes what was received too often."""
        return replace(self, name=dead_letters(self.name), max_receives=None)


def dead_letters(queue: str) -> str:
    """Return the name of the queue that takes what was received from this one too often."""
    return f"{queue}-dead"


def check_message(message: QueueMessage, *, fifo: bool) -> None:
    """Raise ValueError for a message that a queue of this kind would refuse."""
    if not 0 < len(message.body.encode()) <= _LONGEST_BODY_BYTES:
        raise ValueError(f"a message has 1 to {_LONGEST_BODY_BYTES} bytes")
    ids = (message.group, message.deduplication_id)
    if fifo and not all(_is_id(value) for value in ids):
        raise ValueError("a FIFO queue asks for a group and a deduplication id, in plain ASCII")
    if not fifo and ids != (None, None):
        raise ValueError("a standard queue takes neither group nor deduplication id")
    if not 0 <= message.delay_seconds <= (0 if fifo else LONGEST_SEND_DELAY_SECONDS):
        raise ValueError(
            f"a standard queue keeps a message for 0 to {LONGEST_SEND_DELAY_SECONDS} seconds,"
            " a FIFO queue for none"
        )


def check_limit(limit: int) -> None:
    """Raise ValueError for a number of messages that no receive may ask for."""
    if not 1 <= limit <= RECEIVE_LIMIT:
        raise ValueError(f"a receive asks for 1 to {RECEIVE_LIMIT} messages")


def check_delay(seconds: int) -> None:
    """Raise ValueError for a delay that no release may ask for."""
    if not 0 <= seconds <= LONGEST_DELAY_SECONDS:
        raise ValueError(f"a message is released for 0 to {LONGEST_DELAY_SECONDS} seconds")


def _is_id(value: str | None) -> bool:
    return value is not None and 0 < len(value) <= _LONGEST_ID and _ID_CHARACTERS.issuperset(value)
