"""Time and identities that only a simulation moves: the same seed lives the same year."""

import random
from datetime import UTC, datetime, timedelta

from mneme.domain.ulid import encode_ulid

START = datetime(2026, 1, 1, tzinfo=UTC)


class SetClock:
    """A `Clock` that shows what it was set to; nobody waits by it."""

    def __init__(self) -> None:
        self._now = START
        self._slept = 0.0

    def now(self) -> datetime:
        """Return the time it was set to."""
        return self._now

    def monotonic(self) -> float:
        """Return the seconds that were slept: nothing is ever late."""
        return self._slept

    def sleep(self, seconds: float) -> None:
        """Return at once."""
        self._slept += seconds

    def chance(self) -> float:
        """Return the middle."""
        return 0.5

    def set(self, at: datetime) -> None:
        """Move to an instant, never back."""
        self._now = max(self._now, at)

    def advance(self, **parts: float) -> None:
        """Let parts of a timedelta pass."""
        self.set(self._now + timedelta(**parts))


class SeededIds:
    """`Ids` that rise, with the clock's time in them."""

    def __init__(self, clock: SetClock, seed: int) -> None:
        self._clock = clock
        self._chance = random.Random(seed)
        self._number = 0

    def new(self) -> str:
        """Return a new ULID."""
        self._number += 1
        return encode_ulid(self._clock.now(), self._number.to_bytes(10, "big"))

    def secret(self, length: int) -> bytes:
        """Return bytes fit for a key of a simulation."""
        return self._chance.randbytes(length)
