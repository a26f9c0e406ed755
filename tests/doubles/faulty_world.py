"""A world in which what a recall asks may be down, slow or hanging, and time may run out."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from mneme.application.recall.inline_errands import Bulkheads
from mneme.application.repositories.row_keys import KEYS, TENANTS, USERS
from mneme.domain.errors import Unavailable
from mneme.domain.recollection import Recollection
from mneme.runtime.backend import Backend
from tests.doubles.fixed_clock import FixedClock
from tests.doubles.racing_errands import racing
from tests.doubles.recall_world import RecallWorld
from tests.doubles.watched import Watched

BUDGET = 0.5
FOREVER = 3600.0
JUST_IN_TIME = 0.04

Fault = Callable[[FixedClock], None]


def down(clock: FixedClock) -> None:
    """Fail at once: no connection, an error, throttled, an answer that is not whole."""
    raise Unavailable("it does not answer")


def hanging(clock: FixedClock) -> None:
    """Never answer."""
    clock.sleep(FOREVER)


def failing_late(clock: FixedClock) -> None:
    """Fail behind the deadline, as a client does whose own time-out is longer."""
    clock.sleep(3.0)
    raise Unavailable("it did not answer")


def slow(clock: FixedClock) -> None:
    """Answer late, and yet in time."""
    clock.sleep(JUST_IN_TIME)


@dataclass
class _Faulty:
    """Lets a fault happen at the calls that it is meant for."""

    clock: FixedClock
    fault: Fault | None = None
    meant: Callable[[str, Sequence[Any]], bool] = lambda method, arguments: True

    def before(self, method: str, arguments: Sequence[Any]) -> None:
        """Let it happen."""
        if self.fault is not None and self.meant(method, arguments):
            self.fault(self.clock)

    def after(self, method: str, arguments: Sequence[Any]) -> None:
        """Nothing."""


class FaultyWorld(RecallWorld):
    """A world in which calls race against the deadline, and may be faulty."""

    def __init__(self) -> None:
        super().__init__()
        plain, clock = self._around, self.durable.clock
        self.tables_fault, self.queue_fault = _Faulty(clock), _Faulty(clock)

        def around(stores: Backend) -> Backend:
            return replace(
                plain(stores),
                tables=Watched(stores.tables, self.tables_fault),  # type: ignore[arg-type]
                queue=Watched(stores.queue, self.queue_fault),  # type: ignore[arg-type]
            )

        self._around = around
        self.__dict__.pop("backend", None)
        for name in ("tables", "keys", "tenants", "users", "memories", "tenant_rows"):
            self.__dict__.pop(name, None)
        self.started = clock.monotonic()

    @property
    def bulkheads(self) -> Bulkheads:
        """Calls that are given up."""
        return racing(self.durable.clock)

    @property
    def took(self) -> float:
        """Seconds that the last recall took."""
        return self.durable.clock.monotonic() - self.started

    def faulty(self, step: str, fault: Fault) -> None:
        """Let a step be at fault: `embedding`, `index`, `queue`, or a table by its name or use."""
        clock = self.durable.clock
        if step == "embedding":
            self.embedder.takes = lambda: fault(clock)
        elif step == "index":
            self.index.while_searching = lambda: fault(clock)
        elif step == "queue":
            self.queue_fault.fault = fault
        else:
            table = {"gate": USERS, "tenant": TENANTS, "keys": KEYS}.get(step, step)
            self.tables_fault.fault = fault
            self.tables_fault.meant = lambda _, given: _touches(given, table)

    def recalled(self, text: str = "green tea", **query: Any) -> Recollection:
        """Recall in a process that knows no key yet."""
        self.__dict__.pop("keys", None)
        self.__dict__.pop("memories", None)
        self.__dict__.pop("recall", None)
        self.started = self.durable.clock.monotonic()
        return self.ask(text, timeout_seconds=BUDGET, **query)


def _touches(given: Sequence[Any], table: str) -> bool:
    return any(one == table or getattr(one, "table", None) == table for one in given)
