"""Invokes a function regularly, also across restarts."""

import logging
from collections.abc import Callable
from typing import Any

from infra.schedules import Schedule
from local.kept_file import KeptFile
from mneme.application.ports.clock import Clock

log = logging.getLogger("worker")


class SchedulePump:
    """Invokes at its first step ever, then every so many seconds; what was slept through, once.

    A failure is logged and the next turn awaited, as in the cloud.
    """

    def __init__(
        self,
        schedule: Schedule,
        invoke: Callable[[dict[str, Any]], object],
        clock: Clock,
        last_turn: KeptFile,
    ) -> None:
        self.name = f"schedule {schedule.name}"
        self._schedule = schedule
        self._invoke = invoke
        self._clock = clock
        self._last_turn = last_turn

    def step(self) -> bool:
        """Invoke if it is time."""
        now = self._clock.now().timestamp()
        # A clock that was set back must not silence the schedule until it has caught up.
        if 0 <= now - (self._last_turn.read() or 0) < self._schedule.every_seconds:
            return False
        self._last_turn.write(now)
        try:
            self._invoke({"schedule": self._schedule.name})
        except Exception:
            # The platform's boundary: whatever a function raises is its own failure.
            log.exception("%s: the function failed", self.name)
        return True

    def close(self) -> None:
        """Nothing is held."""
