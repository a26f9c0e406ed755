"""The machine's own clock."""

import random
import time
from datetime import UTC, datetime

_SYSTEM = random.SystemRandom()
"""Not seeded: processes that begin from one snapshot must not all draw the same."""


class SystemClock:
    """A `Clock` that shows the machine's time."""

    def now(self) -> datetime:
        """Return the present instant, aware, in UTC."""
        return datetime.now(UTC)

    def monotonic(self) -> float:
        """Return seconds of a clock that never goes back; for deadlines only."""
        return time.monotonic()

    def sleep(self, seconds: float) -> None:
        """Let so much time pass before returning."""
        time.sleep(seconds)

    def chance(self) -> float:
        """Return a number from 0 to 1, each as likely; no secret."""
        return _SYSTEM.random()
