"""Feeds the changes of one table to its function, in order, none left out."""

import logging
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, Protocol, runtime_checkable

from local.queue_events import failed_ids
from local.stream_events import stream_event
from mneme.application.ports.change_feed import ChangeFeed, ItemChange
from mneme.application.ports.clock import Clock

BATCH = 100
TRIM_SECONDS = 1.0
_FIRST_PAUSE_SECONDS = 0.2
_LONGEST_PAUSE_SECONDS = 30.0
_MOST_DOUBLINGS = 10

log = logging.getLogger("worker")


@runtime_checkable
class Outbox(ChangeFeed, Protocol):
    """A change feed that keeps every change until it is told that the change was dealt with."""

    def trim(self, table: str, checkpoint: str) -> None:
        """Forget the changes up to the checkpoint. Raises Unavailable."""
        ...


class StreamPump:
    """Reads, invokes, and moves the checkpoint only behind what succeeded.

    What the outbox still holds at a start is what was not dealt with, so trimming it is keeping
    the checkpoint; after a kill the last second's changes come again, which the indexer does not
    mind. What the function reports or dies of is given again with growing pauses, however long that
    takes; what is to be left behind, the function says by no longer reporting it. No change has a
    time here: it counts as made when it was first given.
    """

    def __init__(
        self,
        *,
        table: str,
        feed: Outbox,
        invoke: Callable[[dict[str, Any]], object],
        clock: Clock,
    ) -> None:
        self.name = f"changes of {table}"
        self._table = table
        self._feed = feed
        self._invoke = invoke
        self._clock = clock
        self._checkpoint: str | None = None
        self._trimmed: str | None = None
        self._trimmed_at = clock.monotonic()
        self._first_given: datetime | None = None
        self._attempts = 0
        self._not_before = clock.monotonic()

    def step(self) -> bool:
        """Hand over the next changes. Raises Unavailable."""
        now = self._clock.monotonic()
        if now - self._trimmed_at >= TRIM_SECONDS:
            self._trim()
        if now < self._not_before:
            return False
        page = self._feed.read(self._table, self._checkpoint, BATCH)
        if not page.changes:
            return False
        done = self._succeeded(page.changes)
        if done == len(page.changes):
            self._advance(page.checkpoint)
            return True
        if done:
            self._advance(self._feed.read(self._table, self._checkpoint, done).checkpoint)
        self._rest()
        return True

    def close(self) -> None:
        """Keep the checkpoint. Raises Unavailable."""
        self._trim()

    def _trim(self) -> None:
        self._trimmed_at = self._clock.monotonic()
        if self._checkpoint is not None and self._checkpoint != self._trimmed:
            self._feed.trim(self._table, self._checkpoint)
            self._trimmed = self._checkpoint

    def _succeeded(self, changes: Sequence[ItemChange]) -> int:
        """Return how many of the changes, from the first on, the function has dealt with."""
        sequences = [change.sequence for change in changes]
        self._first_given = self._first_given or self._clock.now()
        try:
            response = self._invoke(stream_event(changes, self._first_given))
            failed = failed_ids(response, frozenset(sequences))
        except Exception:
            # The platform's boundary: whatever a function raises fails the batch, not the worker.
            log.exception("%s: the function failed on %d changes", self.name, len(changes))
            return 0
        return min((sequences.index(sequence) for sequence in failed), default=len(changes))

    def _advance(self, checkpoint: str) -> None:
        self._checkpoint = checkpoint
        self._first_given = None
        self._attempts = 0

    def _rest(self) -> None:
        self._attempts += 1
        pause = _FIRST_PAUSE_SECONDS * 2 ** min(self._attempts, _MOST_DOUBLINGS)
        self._not_before = self._clock.monotonic() + min(pause, _LONGEST_PAUSE_SECONDS)
