"""The capacity units of a run, as a table."""

from bench.latency import percentile
from bench.write.capacity import Capacity
from bench.write.metered_tables import Consumed

HEADER = ["capacity units", "read", "written", "in commits", "bytes kept", "written, by table"]


def rows(capacity: Capacity) -> list[list[str]]:
    """Return a row for each step, and the median recall."""
    reads = [recall.read for recall in capacity.recalls]
    return [
        *(_row(name, consumed) for name, consumed in capacity.steps.items()),
        ["whole add", *_whole(capacity)],
        ["recall, median", f"{percentile(reads, 50):g}", "0", "0", "0", ""],
        ["recall, most", f"{max(reads):g}", "0", "0", "0", ""],
    ]


def _row(name: str, consumed: Consumed) -> list[str]:
    tables = (f"{table} {units:g}" for table, units in consumed.writes.items())
    return [
        name,
        f"{consumed.read:g}",
        f"{consumed.written:g}",
        f"{consumed.commits:g}",
        str(consumed.stored),
        ", ".join(tables),
    ]


def _whole(capacity: Capacity) -> list[str]:
    steps = [consumed for name, consumed in capacity.steps.items() if name.startswith("add, ")]
    return [
        f"{sum(step.read for step in steps):g}",
        f"{sum(step.written for step in steps):g}",
        f"{sum(step.commits for step in steps):g}",
        str(sum(step.stored for step in steps)),
        f"{capacity.messages} messages, {capacity.facts} facts",
    ]
