"""`./dev bench faults`: is a recall in time, and never just empty, while its index is at fault?

Runs on a fresh embedded stack whose index is a node that takes every write and fails at searches,
with one user whose memories are read from their rows instead.
"""

import argparse
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from bench.client import ApiError, Client
from bench.faults.broken_node import BrokenNode, Fault, broken_node
from bench.latency import LATENCY_HEADER, Latencies
from bench.made_text import question, statement
from bench.raised_limits import TOLD, raised
from bench.report import machine, print_facts, print_table
from bench.stack import fresh_stack
from bench.waiting import until

USER = "faults"
DEFAULT_TIMEOUT_MS = 500
INDEX_SECONDS = 300.0
RECOVERY_SECONDS = 60.0
WARM_UP = 10
NEVER_OPENS = 1_000_000
HEADER = [*LATENCY_HEADER, "max", "late", "degraded", "hit", "50401", "other", "searches"]


@dataclass
class Outcome:
    """What became of the recalls under one fault."""

    times: Latencies
    timeout_ms: int
    answers: Counter[str] = field(default_factory=Counter)
    searches: int = 0

    def row(self) -> list[str]:
        """Return the cells of a table's row."""
        times = self.times.values
        late = sum(value > self.timeout_ms for value in times)
        counts = [self.answers[name] for name in ("degraded", "hit", "50401", "other")]
        cells = [f"{max(times):.1f}", str(late), *map(str, counts), str(self.searches)]
        return [*self.times.row(), *cells]


def main(arguments: Sequence[str]) -> None:
    """Run the benchmark and print its tables."""
    parser = argparse.ArgumentParser(prog="./dev bench faults", description=__doc__)
    parser.add_argument("--memories", type=int, default=2000, help="of the one user")
    parser.add_argument("--requests", type=int, default=200, help="under each fault")
    parser.add_argument("--timeout-ms", type=int, default=DEFAULT_TIMEOUT_MS, help="of each recall")
    options = parser.parse_args(arguments)
    print_facts(machine() | TOLD | _settings(options))
    for breaker in (True, False):
        with broken_node() as node, fresh_stack(_environment(node, breaker=breaker)) as stack:
            _fill(stack.client, node, options.memories)
            outcomes = [_measure(stack.client, node, fault, options) for fault in Fault]
        print_facts({"circuit breaker": "as deployed" if breaker else "never opens"})
        print_table(HEADER, [outcome.row() for outcome in outcomes])


def _settings(options: argparse.Namespace) -> dict[str, object]:
    return {
        "stack": "embedded, fresh; its index is a node that fails at searches; one caller",
        "memories": f"{options.memories} of one user, whose index finds nothing even when well",
        "recall": f"timeout_ms {options.timeout_ms}, everything else default",
    }


def _environment(node: BrokenNode, *, breaker: bool) -> dict[str, str]:
    """Return the environment of a stack that uses the node."""
    # It is waited for between two faults that the breaker closes again.
    policy = {"longest_open_seconds": 5} if breaker else {"failures": NEVER_OPENS}
    return {"OPENSEARCH_URL": node.url, **raised(index_breaker=policy)}


def _fill(client: Client, node: BrokenNode, memories: int) -> None:
    for number in range(memories):
        client.call("add_structured", user_id=USER, content=statement(number), skip_evolution=True)
    deadline = time.monotonic() + INDEX_SECONDS
    until(lambda: node.documents >= memories, deadline, "writing to the node")
    for number in range(WARM_UP):
        client.call("recall", user_id=USER, query=question(number))


def _measure(
    client: Client, node: BrokenNode, fault: Fault, options: argparse.Namespace
) -> Outcome:
    node.fault = Fault.NONE
    deadline = time.monotonic() + RECOVERY_SECONDS
    until(lambda: _is_well(client), deadline, "closing the breaker", pause=0.5)
    node.fault, before = fault, node.searches
    outcome = Outcome(Latencies(f"node {fault.value}"), options.timeout_ms)
    for number in range(options.requests):
        _recall(client, question(number), outcome)
    outcome.searches = node.searches - before
    return outcome


def _is_well(client: Client) -> bool:
    found = client.call("recall", user_id=USER, query=question(0), timeout_ms=2000)
    return not found["degraded"]


def _recall(client: Client, query: str, outcome: Outcome) -> None:
    started = time.perf_counter()
    try:
        found = client.call("recall", user_id=USER, query=query, timeout_ms=outcome.timeout_ms)
    except ApiError as error:
        outcome.answers["50401" if error.code == 50401 else "other"] += 1
    else:
        outcome.answers["degraded"] += bool(found["degraded"])
        outcome.answers["hit"] += bool(found["hit"])
    outcome.times.values.append((time.perf_counter() - started) * 1000)
