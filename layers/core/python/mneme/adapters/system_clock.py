"""The machine's own clock."""

import time
from datetime import UTC, datetime


class SystemClock:
    """A `Clock` that shows the machine's time."""

    def now(self) -> datetime:
        """Return the present instant, aware, in UTC."""
        return datetime.now(UTC)

    def monotonic(self) -> float:
        """Return seconds of a clock that never goes back; for deadlines only."""
        return time.monotonic()
