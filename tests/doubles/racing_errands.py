"""Errands that race on a fixed clock: calls overlap, and are given up, without any thread.

A call takes the time that it lets pass by the clock's `sleep`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from mneme.application.ports.errands import Errand
from mneme.application.recall.inline_errands import Bulkheads
from mneme.domain.errors import Late
from tests.doubles.fixed_clock import FixedClock

Told = TypeVar("Told")


@dataclass(frozen=True)
class _Run(Generic[Told]):
    """A call that ran on the side, with the instant at which it came to its end."""

    clock: FixedClock
    ended: float
    outcome: Callable[[], Told]

    def result(self, seconds: float) -> Told:
        """Let pass what is left of the call's time. Raises Late if that is more."""
        now = self.clock.monotonic()
        missing = max(0.0, self.ended - now)
        if missing > seconds or seconds <= 0:
            self.clock.sleep(max(0.0, seconds))
            raise Late("a call took too long")
        self.clock.sleep(missing)
        return self.outcome()


class RacingErrands:
    """`Errands` whose calls begin when they are started, and take time of nobody else."""

    def __init__(self, clock: FixedClock) -> None:
        self._clock = clock

    def start(self, call: Callable[[], Told]) -> Errand[Told]:
        """Run the call to its end, and set the clock back to now."""
        with self._clock.aside() as ended:
            outcome = _outcome(call)
        return _Run(self._clock, ended(), outcome)


def _outcome(call: Callable[[], Told]) -> Callable[[], Told]:
    try:
        told = call()
    except Exception as fault:  # noqa: BLE001
        return _raising(fault)
    return lambda: told


def _raising(fault: Exception) -> Callable[[], Told]:
    def outcome() -> Told:
        raise fault

    return outcome


def racing(clock: FixedClock) -> Bulkheads:
    """Return bulkheads all of whose calls race."""
    errands = RacingErrands(clock)
    return Bulkheads(errands, errands, errands, errands)
