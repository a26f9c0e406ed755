"""The time a recall has, handed down to every step of it."""

from dataclasses import dataclass

from mneme.application.ports.clock import Clock
from mneme.domain.errors import RecallTimedOut


@dataclass(frozen=True, slots=True)
class Deadline:
    """An instant of the monotonic clock."""

    clock: Clock
    at: float

    @classmethod
    def after(cls, clock: Clock, seconds: float) -> "Deadline":
        """Return the deadline that many seconds from now."""
        return cls(clock, clock.monotonic() + seconds)

    def remaining(self) -> float:
        """Return the seconds left. Raises RecallTimedOut if there are none."""
        left = self.at - self.clock.monotonic()
        if left <= 0:
            raise RecallTimedOut("the recall ran out of its time", field="timeout_ms")
        return left

    def check(self) -> None:
        """Raise RecallTimedOut if the time is over."""
        self.remaining()
