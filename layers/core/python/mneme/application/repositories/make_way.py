"""Races of writers of one user: who lost one waits a little, looks again and tries again."""

from mneme.application.ports.clock import Clock
from mneme.domain.models.retry_policy import RetryPolicy

RACES = RetryPolicy(attempts=20, first_pause_seconds=0.01, longest_pause_seconds=0.5)
"""Each lost race is another writer's success; the pauses let many writers of one user all in."""


def make_way(clock: Clock, repeats: int) -> None:
    """Wait a little, so that many writers of one user all get in; not after the last attempt."""
    pause = RACES.pause(repeats, clock.chance(), None)
    if pause is not None:
        clock.sleep(pause)
