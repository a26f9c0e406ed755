"""The time a recall has, handed down to every step of it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import TypeVar

from mneme.application.ports.clock import Clock
from mneme.application.ports.errands import Errands
from mneme.application.recall.inline_errands import InlineErrands
from mneme.domain.errors import Late, RecallTimedOut
from mneme.domain.recall_account import RecallStep

Told = TypeVar("Told")


@dataclass(frozen=True, slots=True)
class Deadline:
    """An instant of the monotonic clock, what runs calls until then, and what they took so far.

    `spent` counts the seconds that were waited, by step.
    """

    clock: Clock
    at: float
    errands: Errands = field(default_factory=InlineErrands)
    spent: dict[RecallStep, float] = field(default_factory=dict)

    @classmethod
    def after(cls, clock: Clock, seconds: float, errands: Errands | None = None) -> "Deadline":
        """Return the deadline that many seconds from now."""
        return cls(clock, clock.monotonic() + seconds, errands or InlineErrands())

    def sooner(self, share: float) -> "Deadline":
        """Return the deadline at this share of the time left. Raises RecallTimedOut."""
        return replace(self, at=self.clock.monotonic() + self.remaining() * share)

    def remaining(self, step: RecallStep | None = None) -> float:
        """Return the seconds left. Raises RecallTimedOut, naming the step, if there are none."""
        left = self.at - self.clock.monotonic()
        if left <= 0:
            raise _timed_out(step)
        return left

    def check(self, step: RecallStep | None = None) -> None:
        """Raise RecallTimedOut if the time is over."""
        self.remaining(step)

    def within(self, step: RecallStep, call: Callable[[], Told]) -> Told:
        """Return what a call of a store returns, which nothing can go on without.

        Raises as it does, and RecallTimedOut as soon as the time is over, whatever becomes of it.
        """
        left = self.remaining(step)
        with self.measured(step):
            try:
                told = self.errands.start(call).result(left)
            except Late as late:
                raise _timed_out(step) from late
        self.check(step)
        return told

    @contextmanager
    def measured(self, step: RecallStep) -> Iterator[None]:
        """Count the time that the block takes as the step's."""
        started = self.clock.monotonic()
        try:
            yield
        finally:
            took = self.clock.monotonic() - started
            self.spent[step] = self.spent.get(step, 0.0) + took


def _timed_out(step: RecallStep | None) -> RecallTimedOut:
    data = {} if step is None else {"step": step.value}
    return RecallTimedOut("the recall ran out of its time", field="timeout_ms", data=data)
