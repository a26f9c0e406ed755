"""The targets of the write path, and whether a run met them."""

from bench.latency import Latencies, percentile
from bench.write.capacity import Capacity
from mneme.domain.task import Decision

ADD_P50_MS, ADD_P99_MS = 15, 50
LAG_P95_MS = 1000
RECALL_READ = 115
ADD_WRITE, COMMIT_WRITE, CHANGE_WRITE = 8, 40, 65

HEADER = ["target", "measured", "at most", "met"]


def rows(accepted: Latencies, lag: Latencies, capacity: Capacity) -> list[list[str]]:
    """Return a row for each target: latencies of one caller, units of one step."""
    steps = capacity.steps
    return [
        _row("add accepted, p50, ms", accepted.median, ADD_P50_MS),
        _row("add accepted, p99, ms", percentile(accepted.values, 99), ADD_P99_MS),
        _row("add until recalled, p95, ms", percentile(lag.values, 95), LAG_P95_MS),
        _row("an accepted add of 2 KB, write units", steps["add, accepted"].written, ADD_WRITE),
        _row(
            "a committed ADD of 200 bytes, write units", steps[Decision.ADD].written, COMMIT_WRITE
        ),
        _row("an UPDATE, write units", steps[Decision.UPDATE].written, CHANGE_WRITE),
        _row("a MERGE, write units", steps[Decision.MERGE].written, CHANGE_WRITE),
        _row("a recall, read units", max(one.read for one in capacity.recalls), RECALL_READ),
    ]


def _row(name: str, measured: float, most: float) -> list[str]:
    return [name, f"{measured:.1f}", f"{most}", "yes" if measured <= most else "NO"]
