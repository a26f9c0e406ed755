"""A clock that stands still until a test moves it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta

_START = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)


class FixedClock:
    """A `Clock` that shows the instant it was set to.

    `monotonic` follows `advance`, and never goes back when the time of day is set back.
    """

    def __init__(self, at: datetime = _START) -> None:
        self._now = _in_utc(at)
        self._monotonic = 1000.0

    def now(self) -> datetime:
        """Return the instant the clock was set to."""
        return self._now

    def monotonic(self) -> float:
        """Return the seconds that this clock was moved forward, from an arbitrary start."""
        return self._monotonic

    def sleep(self, seconds: float) -> None:
        """Move the monotonic clock alone, at once."""
        self._monotonic += seconds

    @contextmanager
    def aside(self) -> Iterator[Callable[[], float]]:
        """Let time pass in the block alone; what is yielded tells when the block ended."""
        began = ended = self._monotonic
        yield lambda: ended
        ended, self._monotonic = self._monotonic, began

    def chance(self) -> float:
        """Return the middle."""
        return 0.5

    def set(self, at: datetime) -> None:
        """Set the time of day; moving it forward moves the monotonic clock as well."""
        at = _in_utc(at)
        self._monotonic += max(0.0, (at - self._now).total_seconds())
        self._now = at

    def advance(self, seconds: float = 0, **parts: float) -> None:
        """Let time pass: seconds, or any parts of a timedelta such as `days=3`."""
        self.set(self._now + timedelta(seconds=seconds, **parts))


def _in_utc(at: datetime) -> datetime:
    if at.tzinfo is None:
        raise ValueError("an instant without a time zone is none")
    return at.astimezone(UTC)
