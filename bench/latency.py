"""Times of many like requests, and their percentiles."""

import math
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

PERCENTILES = (50, 95, 99)


def percentile(values: Sequence[float], percent: float) -> float:
    """Return the nearest-rank percentile: the least value that `percent` of all do not exceed."""
    if not values:
        raise ValueError("there is no percentile of nothing")
    rank = math.ceil(percent / 100 * len(values))
    return sorted(values)[max(rank, 1) - 1]


class Latencies:
    """Times of one kind of request, in milliseconds."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.values: list[float] = []

    @contextmanager
    def measure(self) -> Iterator[None]:
        """Add the time that the block takes; a block that raises is not counted."""
        started = time.perf_counter()
        yield
        self.values.append((time.perf_counter() - started) * 1000)

    @property
    def median(self) -> float:
        """The 50th percentile."""
        return percentile(self.values, 50)

    def row(self) -> list[str]:
        """Return name, count and percentiles as cells of a table."""
        if not self.values:
            return [self.name, "0", *("-" for _ in PERCENTILES)]
        shown = (f"{percentile(self.values, percent):.1f}" for percent in PERCENTILES)
        return [self.name, str(len(self.values)), *shown]


def merged(name: str, parts: Iterable[Latencies]) -> Latencies:
    """Return the times of several callers as one."""
    whole = Latencies(name)
    for part in parts:
        whole.values.extend(part.values)
    return whole


LATENCY_HEADER = ["time, ms", "n", *(f"p{percent}" for percent in PERCENTILES)]
