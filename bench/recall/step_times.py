"""Where the time of a recall goes: clocks before the ports, in one process."""

import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any

from bench.in_process import InProcess
from bench.latency import Latencies
from mneme.application.repositories.row_keys import HEADS, REVISIONS
from mneme.runtime.backend import Backend

WHOLE, REST = "all of it in process", "scoring, ranking, the rest"
STEPS = ("gate", "key", "embed", "index", "heads", "revisions", "decrypt", "reinforce")


class StepClocks:
    """Milliseconds of each step of each recall; steps of one recall may run in several threads."""

    def __init__(self) -> None:
        self.steps = {name: Latencies(name) for name in (*STEPS, REST, WHOLE)}
        self._spent: dict[str, float] = defaultdict(float)
        self._lock = threading.Lock()

    def forget(self) -> None:
        """Begin anew."""
        for times in self.steps.values():
            times.values.clear()

    @contextmanager
    def recall(self) -> Iterator[None]:
        """Count what is spent within the block as one recall."""
        self._spent.clear()
        started = time.perf_counter()
        yield
        whole = (time.perf_counter() - started) * 1000
        for name in STEPS:
            self.steps[name].values.append(self._spent[name])
        self.steps[REST].values.append(max(whole - sum(self._spent.values()), 0.0))
        self.steps[WHOLE].values.append(whole)

    def timed(self, step: str, call: Callable[..., Any]) -> Callable[..., Any]:
        """Return the call, timed as this step."""

        def clocked(*arguments: Any, **named: Any) -> Any:
            started = time.perf_counter()
            try:
                return call(*arguments, **named)
            finally:
                with self._lock:
                    self._spent[step] += (time.perf_counter() - started) * 1000

        return clocked

    def rows(self) -> list[list[str]]:
        """Return a row for each step."""
        return [self.steps[name].row() for name in (*STEPS, REST, WHOLE)]


class _Clocked:
    """Stands before an object and times some of its methods."""

    def __init__(self, inner: Any, **methods: Callable[..., Any]) -> None:
        self._inner = inner
        self._methods = methods

    def __getattr__(self, name: str) -> Any:
        return self._methods.get(name) or getattr(self._inner, name)


class ClockedServices(InProcess):
    """An embedded process whose recalls are timed step by step."""

    def __init__(self, folder: Path, clocks: StepClocks, **environment: str) -> None:
        super().__init__(folder, self._with_clocks, environment)
        self._clocks = clocks

    def _with_clocks(self, stores: Backend) -> Backend:
        timed = self._clocks.timed
        of_table = {
            HEADS: timed("heads", stores.tables.batch_get),
            REVISIONS: timed("revisions", stores.tables.batch_get),
        }

        def batch_get(tenant: Any, table: str, *rest: Any, **named: Any) -> Any:
            return of_table.get(table, stores.tables.batch_get)(tenant, table, *rest, **named)

        return replace(
            stores,
            tables=_Clocked(stores.tables, batch_get=batch_get),
            queue=_Clocked(stores.queue, send=timed("reinforce", stores.queue.send)),
            index=_Clocked(stores.index, search=timed("index", stores.index.search)),
        )

    @cached_property
    def users(self) -> Any:
        """The gate."""
        made = super().users
        return _Clocked(made, state=self._clocks.timed("gate", made.state))

    @cached_property
    def keys(self) -> Any:
        """Keys, mostly of the process's own memory; also asked for while rows are decrypted."""
        made = super().keys
        return _Clocked(made, find=self._clocks.timed("key", made.find))

    @cached_property
    def cipher(self) -> Any:
        """Decryption."""
        made = super().cipher
        return _Clocked(made, open=self._clocks.timed("decrypt", made.open))

    @cached_property
    def embedder(self) -> Any:
        """The model."""
        made = super().embedder
        return _Clocked(made, embed=self._clocks.timed("embed", made.embed))
