"""Time and identity as ports, so that tests decide them."""

from datetime import datetime
from typing import Protocol


class Clock(Protocol):
    """The time, and how to let some of it pass."""

    def now(self) -> datetime:
        """Return the present instant, aware, in UTC."""
        ...

    def monotonic(self) -> float:
        """Return seconds of a clock that never goes back; for deadlines only."""
        ...

    def sleep(self, seconds: float) -> None:
        """Let so much time pass before returning."""
        ...

    def chance(self) -> float:
        """Return a number from 0 to 1, each as likely, that spreads who would meet again."""
        ...


class Ids(Protocol):
    """New identities."""

    def new(self) -> str:
        """Return a new ULID."""
        ...

    def secret(self, length: int) -> bytes:
        """Return `length` bytes fit for a key."""
        ...
