"""Takes out what has expired, as DynamoDB and S3 do by themselves."""

from collections.abc import Callable
from datetime import datetime
from typing import Protocol, runtime_checkable

from mneme.application.ports.clock import Clock

PAGE = 500
"""Most that goes at once: writers of the store wait for no longer than that takes."""

Expire = Callable[[datetime, int], int]
"""Takes out up to so many of what has expired by an instant; returns how many. Raises
Unavailable."""


@runtime_checkable
class Expiring(Protocol):
    """A store of one's own, where nobody else takes out what has expired."""

    def expire(self, place: str, at: datetime, limit: int, /) -> int:
        """Delete up to `limit` of what a table or container holds that expired by an instant.

        Return how many. Raises Unavailable.
        """
        ...


class ExpiryPump:
    """Looks at once and then every so many seconds; as long as pages are full, at once again."""

    def __init__(self, what: str, expire: Expire, every_seconds: float, clock: Clock) -> None:
        self.name = f"expiry of {what}"
        self._expire = expire
        self._every_seconds = every_seconds
        self._clock = clock
        self._due = clock.monotonic()

    def step(self) -> bool:
        """Take out one page if it is time. Raises Unavailable."""
        now = self._clock.monotonic()
        if now < self._due:
            return False
        full = self._expire(self._clock.now(), PAGE) == PAGE
        if not full:
            self._due = now + self._every_seconds
        return full

    def close(self) -> None:
        """Nothing is held."""
