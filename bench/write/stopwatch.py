"""Where the time goes: phases, and their parts, each without the time of the parts inside it."""

import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class Stopwatch:
    """Seconds and calls by (phase, part). Not for several threads at once.

    A part inside a part is counted by itself, and taken off the outer one. A detail inside a part
    belongs to the part; only outside of any is it a part of the phase.
    """

    def __init__(self, now: Callable[[], float] = time.perf_counter) -> None:
        self.seconds: dict[tuple[str, str], float] = defaultdict(float)
        self.calls: dict[tuple[str, str], int] = defaultdict(int)
        self._now = now
        self._phase = ""
        self._inside: list[str] = []
        self._since = 0.0

    def forget(self) -> None:
        """Begin anew."""
        self.seconds.clear()
        self.calls.clear()

    @contextmanager
    def phase(self, name: str, rest: str = "the rest") -> Iterator[None]:
        """Time a phase; what none of its parts takes is its rest. Phases do not nest."""
        self._phase, self._since = name, self._now()
        self._inside.append(rest)
        self.calls[name, rest] += 1
        try:
            yield
        finally:
            self._settle()
            self._inside.pop()
            self._phase = ""

    @contextmanager
    def part(self, name: str, *, detail: bool = False) -> Iterator[None]:
        """Time a part of the phase that runs; outside of phases nothing is timed."""
        if not self._inside or (detail and len(self._inside) > 1):
            yield
            return
        self._settle()
        self._inside.append(name)
        self.calls[self._phase, name] += 1
        try:
            yield
        finally:
            self._settle()
            self._inside.pop()

    def _settle(self) -> None:
        now = self._now()
        self.seconds[self._phase, self._inside[-1]] += now - self._since
        self._since = now


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
