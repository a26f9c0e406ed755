"""Recalls over HTTP by one caller or several."""

import time
from dataclasses import dataclass
from functools import partial

from bench.callers import all_at_once
from bench.latency import Latencies, merged
from bench.made_text import question
from bench.recall.filled_store import MEMORIES_A_USER, user_name
from bench.stack import Stack

CALLERS = (1, 4)
EMBEDDED, OPENSEARCH = "embedded", "OpenSearch"
WARM_UP = {EMBEDDED: 20, OPENSEARCH: 400}
"""Recalls before any is counted; a node's virtual machine compiles what runs often."""

TIMEOUT_MS = 2000


@dataclass(frozen=True)
class Asked:
    """What some callers measured, and how many of their recalls were answered in part only."""

    times: Latencies
    per_second: float
    hits: int
    degraded: int


def ask(stack: Stack, index: str, size: int, callers: int, recalls: int) -> Asked:
    """Let each caller recall again and again, all for the first user; a question is new each time.

    The user's memories are in the index's cache, as they are after a first recall.
    """
    _asked(stack, WARM_UP[index], callers)
    started = time.perf_counter()
    each = all_at_once(partial(_asked, stack, -(-recalls // callers)), range(callers))
    seconds = time.perf_counter() - started
    label = f"{index}, {size:,}, {callers} caller{'s' if callers > 1 else ''}"
    times = merged(label, [one[0] for one in each])
    return Asked(
        times=times,
        per_second=len(times.values) / seconds,
        hits=sum(one[1] for one in each),
        degraded=sum(one[2] for one in each),
    )


def _asked(stack: Stack, recalls: int, caller: int) -> tuple[Latencies, int, int]:
    client, times, hits, degraded = stack.connect(), Latencies("recall"), 0, 0
    for number in range(recalls):
        text = question((caller * 7_919 + number) % MEMORIES_A_USER)
        with times.measure():
            answer = client.call("recall", user_id=user_name(0), query=text, timeout_ms=TIMEOUT_MS)
        hits += answer["hit"]
        degraded += bool(answer["degraded"])
    client.close()
    return times, hits, degraded
