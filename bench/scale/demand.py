"""What one add, or one recall, takes of each thing that is paid for or bounded."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bench.scale.inputs import Assumptions
from bench.scale.usage import (
    ACCEPT,
    EVOLVE,
    EXTRACT,
    INDEX,
    RECALL,
    REINFORCE,
    Step,
    Usage,
)
from infra.functions import FUNCTIONS
from mneme.application.repositories.row_keys import HEADS, OPERATIONS

MB_PER_GB = 1024
MEMORY_MB = {row.name: row.memory_mb for row in FUNCTIONS}
_DUE = "due"
_FIFO_SENDS = 2
_FIFO_CALLS = 3
"""Each message of a FIFO queue is sent, received and deleted, in batches of one."""


@dataclass(frozen=True)
class Use:
    """Of one request, or of a second in which so many come.

    `lambda_seconds` are those in which a function is busy. `most_…` are of the one table that is
    asked most. `fifo_sends` are calls of one action on one queue, `…_due_units` write units of the
    sparse indexes that hold what is to be done.
    """

    write_units: float = 0.0
    read_units: float = 0.0
    most_write_units: float = 0.0
    most_read_units: float = 0.0
    task_due_units: float = 0.0
    head_due_units: float = 0.0
    stored_bytes: float = 0.0
    lambda_seconds: float = 0.0
    lambda_gb_seconds: float = 0.0
    lambda_requests: float = 0.0
    gateway_requests: float = 0.0
    fifo_sends: float = 0.0
    fifo_requests: float = 0.0
    standard_requests: float = 0.0
    kms_requests: float = 0.0
    log_bytes: float = 0.0

    def without_storage(self) -> "Use":
        """Return what is used but once."""
        return replace(self, stored_bytes=0.0)


def of_an_add(usage: Usage, told: Assumptions) -> Use:
    """Return what an add of 10 messages takes until its facts are in the index."""
    waits = {
        ACCEPT: told.queue_send_ms,
        EXTRACT: told.queue_send_ms,
        # One search a fact: the most that there can be.
        EVOLVE: usage.facts * told.search_ms,
        INDEX: told.search_ms / told.changes_an_index_batch,
    }
    runs = {
        ACCEPT: 1.0,
        EXTRACT: 1.0,
        EVOLVE: 1.0,
        INDEX: usage.facts / told.changes_an_index_batch,
    }
    asked = 1 + told.task_polls_an_add
    return Use(
        **_units([usage.steps[name] for name in waits]),
        **_functions(usage, told, waits, runs, asked),
        fifo_sends=1,
        fifo_requests=_FIFO_SENDS * _FIFO_CALLS,
    )


def of_a_recall(usage: Usage, told: Assumptions) -> Use:
    """Return what a recall takes until what it found is strengthened."""
    batch = told.recalls_a_reinforcement_batch
    waits = {RECALL: told.search_ms + told.queue_send_ms, REINFORCE: 0.0}
    return Use(
        **_units([usage.steps[name] for name in waits]),
        **_functions(usage, told, waits, {RECALL: 1.0, REINFORCE: 1 / batch}, 1),
        standard_requests=1 + 2 / batch,
    )


def _units(steps: Sequence[Step]) -> dict[str, float]:
    reads: dict[str, float] = {}
    writes: dict[str, float] = {}
    indexes: dict[tuple[str, str], float] = {}
    for one in (step.consumed for step in steps):
        for whole, part in ((reads, one.reads), (writes, one.writes)):
            for table, units in part.items():
                whole[table] = whole.get(table, 0.0) + units
        for index, entries in one.indexes.items():
            indexes[index] = indexes.get(index, 0.0) + entries
    return {
        "write_units": sum(writes.values()),
        "read_units": sum(reads.values()),
        "most_write_units": max(writes.values(), default=0.0),
        "most_read_units": max(reads.values(), default=0.0),
        "task_due_units": indexes.get((OPERATIONS, _DUE), 0.0),
        "head_due_units": indexes.get((HEADS, _DUE), 0.0),
        "stored_bytes": sum(step.consumed.stored for step in steps),
    }


def _functions(
    usage: Usage,
    told: Assumptions,
    waits: dict[str, float],
    runs: dict[str, float],
    asked: int,
) -> dict[str, float]:
    seconds = {name: busy_seconds(usage, told, name, wait) for name, wait in waits.items()}
    return {
        "lambda_seconds": sum(seconds.values()),
        "lambda_gb_seconds": sum(
            spent * MEMORY_MB[name] / MB_PER_GB for name, spent in seconds.items()
        ),
        "lambda_requests": sum(runs.values()) + asked - 1,
        "gateway_requests": float(asked),
        "kms_requests": told.key_requests_a_request,
        "log_bytes": float(told.log_bytes_a_request * (sum(runs.values()) + asked - 1)),
    }


def busy_seconds(usage: Usage, told: Assumptions, name: str, wait_ms: float) -> float:
    """Return how long a function is busy with its step: CPU on its share of a core, and waits."""
    step = usage.steps[name]
    slower = max(1.0, told.core_mb / MEMORY_MB[name])
    return (step.cpu_ms * slower + step.consumed.calls * told.store_call_ms + wait_ms) / 1000
