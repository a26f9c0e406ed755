"""The targets of recall, and whether a run met them."""

from collections.abc import Mapping

from bench.latency import percentile
from bench.recall.over_http import EMBEDDED, OPENSEARCH, Asked

P50_P99_MS = {EMBEDDED: (12, 40), OPENSEARCH: (35, 90)}
GROWTH = 1.3
HEADER = ["target", "measured", "at most", "met"]


def rows(index: str, alone: Mapping[int, Asked]) -> list[list[str]]:
    """Return a row for each target; `alone` is what one caller measured, by the store's size."""
    smallest, largest = alone[min(alone)].times, alone[max(alone)].times
    p50, p99 = P50_P99_MS[index]
    where = f"{index}, 1 caller, {max(alone):,} memories"
    checked = [
        _row(f"{where}, p50, ms", largest.median, p50),
        _row(f"{where}, p99, ms", percentile(largest.values, 99), p99),
    ]
    if len(alone) > 1:
        grown = largest.median / smallest.median
        checked.append(_row(f"{index}, p50 grows from {min(alone):,}, times", grown, GROWTH))
    return checked


def _row(name: str, measured: float, most: float) -> list[str]:
    return [name, f"{measured:.2f}", f"{most}", "yes" if measured <= most else "NO"]
