"""When to look for work again: at once after work, soon while there is any, seldom when idle."""

import logging
import threading
from collections.abc import Callable
from typing import Protocol

from mneme.domain.errors import Unavailable

BUSY_SECONDS = 0.02
IDLE_SECONDS = 0.1
OUTAGE_SECONDS = 1.0
_GROWTH = 1.25

log = logging.getLogger("worker")


class Pump(Protocol):
    """Moves work from one source to its function."""

    @property
    def name(self) -> str:
        """Return what the source is called in logs."""
        ...

    def step(self) -> bool:
        """Do what there is to do now; return whether there was anything. Raises Unavailable."""
        ...

    def close(self) -> None:
        """Give back what was taken and not done. Raises Unavailable."""
        ...


class Activity:
    """Wakes every loop when one of them did something: its work is often the next one's cause."""

    def __init__(self) -> None:
        self._condition = threading.Condition()
        self._count = 0
        self._stopped = False

    @property
    def stopped(self) -> bool:
        """Return whether the loops should end."""
        return self._stopped

    def seen(self) -> int:
        """Return a mark; `wait` returns early for anything that happens after it."""
        return self._count

    def happened(self) -> None:
        """Wake whoever waits."""
        with self._condition:
            self._count += 1
            self._condition.notify_all()

    def stop(self) -> None:
        """Let all loops end after their present step."""
        self._stopped = True
        self.happened()

    def wait(self, seconds: float, mark: int) -> bool:
        """Wait; return whether something happened since the mark."""
        with self._condition:
            return self._condition.wait_for(lambda: self._count != mark, seconds)


def run(pump: Pump, activity: Activity, wait: Callable[[float, int], bool] | None = None) -> None:
    """Step the pump until the activity is stopped; an outage of a store only slows it down."""
    wait = wait or activity.wait
    pause = BUSY_SECONDS
    while not activity.stopped:
        mark = activity.seen()
        try:
            worked = pump.step()
        except Unavailable as outage:
            log.warning("%s: %s; trying again", pump.name, outage.message)
            wait(OUTAGE_SECONDS, mark)
            continue
        if worked:
            activity.happened()
            pause = BUSY_SECONDS
        else:
            woken = wait(pause, mark)
            pause = BUSY_SECONDS if woken else min(pause * _GROWTH, IDLE_SECONDS)
    pump.close()
