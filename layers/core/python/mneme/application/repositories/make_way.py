"""Races of writers of one user: who lost one waits a little, looks again and tries again."""

from collections.abc import Iterator

from mneme.application.ports.clock import Clock
from mneme.domain.models.retry_policy import RetryPolicy

RACES = RetryPolicy(attempts=20, first_pause_seconds=0.01, longest_pause_seconds=0.5)
"""Each lost race is another writer's success; the pauses let many writers of one user all in."""


def attempts(clock: Clock) -> Iterator[int]:
    """Yield the number of each attempt, from 0, after a pause that makes way for other writers.

    The caller leaves the loop with the attempt that succeeds; after the last one it is not paused.
    """
    for attempt in range(RACES.attempts):
        yield attempt
        pause = RACES.pause(attempt, clock.chance(), None)
        if pause is not None:
            clock.sleep(pause)
