"""Where the time goes: phases, and their parts, each without the time of the parts inside it."""

import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

T = TypeVar("T")


@dataclass
class Spent:
    """What a part took in all: seconds on the wall's clock and of the processor."""

    calls: int = 0
    wall: float = 0.0
    cpu: float = 0.0


class Stopwatch:
    """What was spent by (phase, part). Not for several threads at once.

    A part inside a part is counted by itself, and taken off the outer one. A detail inside a part
    belongs to the part; only outside of any is it a part of the phase.
    """

    def __init__(
        self,
        wall: Callable[[], float] = time.perf_counter,
        cpu: Callable[[], float] = time.process_time,
    ) -> None:
        self.spent: dict[tuple[str, str], Spent] = defaultdict(Spent)
        self._clocks = wall, cpu
        self._phase = ""
        self._inside: list[str] = []
        self._since = (0.0, 0.0)

    def forget(self) -> None:
        """Begin anew."""
        self.spent.clear()

    @contextmanager
    def phase(self, name: str, rest: str = "the rest") -> Iterator[None]:
        """Time a phase; what none of its parts takes is its rest. Phases do not nest."""
        self._phase, self._since = name, self._now()
        with self._entered(rest):
            yield
        self._phase = ""

    @contextmanager
    def part(self, name: str, *, detail: bool = False) -> Iterator[None]:
        """Time a part of the phase that runs; outside of phases nothing is timed."""
        if not self._inside or (detail and len(self._inside) > 1):
            yield
            return
        self._settle()
        with self._entered(name):
            yield

    @contextmanager
    def _entered(self, name: str) -> Iterator[None]:
        self._inside.append(name)
        self.spent[self._phase, name].calls += 1
        try:
            yield
        finally:
            self._settle()
            self._inside.pop()

    def _settle(self) -> None:
        now = self._now()
        spent = self.spent[self._phase, self._inside[-1]]
        spent.wall += now[0] - self._since[0]
        spent.cpu += now[1] - self._since[1]
        self._since = now

    def _now(self) -> tuple[float, float]:
        wall, cpu = self._clocks
        return wall(), cpu()


class Timed(Generic[T]):
    """Stands before an object and times some of its methods, or the call of the object itself."""

    def __init__(
        self, inner: T, watch: Stopwatch, parts: Mapping[str, str], *, detail: bool = False
    ) -> None:
        self._inner = inner
        self._watch = watch
        self._parts = parts
        self._detail = detail

    def __getattr__(self, name: str) -> Any:
        """Return the attribute, a timed method if it has a part."""
        found = getattr(self._inner, name)
        part = self._parts.get(name)
        return found if part is None else self._timed(found, part)

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        """Call the object."""
        return self.__getattr__("__call__")(*arguments, **named)

    def _timed(self, method: Callable[..., Any], part: str) -> Callable[..., Any]:
        def timed(*arguments: Any, **named: Any) -> Any:
            with self._watch.part(part, detail=self._detail):
                return method(*arguments, **named)

        return timed
