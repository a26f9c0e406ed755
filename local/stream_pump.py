"""Feeds the changes of one table to its function, in order, none left out."""

import json
import logging
from collections.abc import Callable, Sequence
from typing import Any, Protocol, runtime_checkable

from local.queue_events import failed_ids
from local.stream_events import failure_notice, stream_event
from mneme.application.ports.change_feed import ChangeFeed, ItemChange
from mneme.application.ports.clock import Clock

BATCH = 100
ATTEMPTS = 10
TRIM_SECONDS = 1.0
_FIRST_PAUSE_SECONDS = 0.2
_LONGEST_PAUSE_SECONDS = 30.0

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
    mind. A batch that fails is halved until the faulty change stands alone; that one is tried
    again with growing pauses and at last named to `give_up`, so that it does not hold up others
    for ever.
    """

    def __init__(
        self,
        *,
        table: str,
        function: str,
        feed: Outbox,
        invoke: Callable[[dict[str, Any]], object],
        give_up: Callable[[str], None],
        clock: Clock,
    ) -> None:
        self.name = f"changes of {table}"
        self._table = table
        self._function = function
        self._feed = feed
        self._invoke = invoke
        self._give_up = give_up
        self._clock = clock
        self._checkpoint: str | None = None
        self._trimmed: str | None = None
        self._trimmed_at = clock.monotonic()
        self._limit = BATCH
        self._attempts = 0
        self._not_before = clock.monotonic()

    def step(self) -> bool:
        """Hand over the next changes. Raises Unavailable."""
        now = self._clock.monotonic()
        if now - self._trimmed_at >= TRIM_SECONDS:
            self._trim()
        if now < self._not_before:
            return False
        page = self._feed.read(self._table, self._checkpoint, self._limit)
        if not page.changes:
            return False
        done = self._succeeded(page.changes)
        if done == len(page.changes):
            self._advance(page.checkpoint)
        elif done:
            self._advance(self._feed.read(self._table, self._checkpoint, done).checkpoint)
        else:
            self._retry(page.changes, page.checkpoint)
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
        try:
            response = self._invoke(stream_event(changes, self._clock.now()))
            failed = failed_ids(response, frozenset(sequences))
        except Exception:
            # The platform's boundary: whatever a function raises fails the batch, not the worker.
            log.exception("%s: the function failed on %d changes", self.name, len(changes))
            return 0
        return min((sequences.index(sequence) for sequence in failed), default=len(changes))

    def _advance(self, checkpoint: str) -> None:
        self._checkpoint = checkpoint
        self._limit = min(self._limit * 2, BATCH)
        self._attempts = 0

    def _retry(self, changes: Sequence[ItemChange], checkpoint: str) -> None:
        if len(changes) > 1:
            self._limit = len(changes) // 2
            return
        self._attempts += 1
        if self._attempts < ATTEMPTS:
            pause = min(_FIRST_PAUSE_SECONDS * 2**self._attempts, _LONGEST_PAUSE_SECONDS)
            self._not_before = self._clock.monotonic() + pause
            return
        notice = failure_notice(self._function, changes, self._attempts, self._clock.now())
        self._give_up(json.dumps(notice, separators=(",", ":")))
        log.error("%s: gave up on change %s", self.name, changes[0].sequence)
        self._advance(checkpoint)
