"""`./dev bench write`: what does the write path cost, and does it meet its targets?

Over HTTP on a fresh embedded stack; by step and in capacity units over the use cases in process.
"""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass

from bench.latency import LATENCY_HEADER, Latencies
from bench.made_talk import TALK_BYTES
from bench.raised_limits import TOLD
from bench.report import load, machine, print_facts, print_table
from bench.stack import fresh_stack
from bench.write import capacity_table, steps, targets
from bench.write.capacity import measure as measure_capacity
from bench.write.over_http import MODES, Mode, Written, structured, write

RECALLS = 20


@dataclass(frozen=True)
class OverHttp:
    """What was measured on the stack, mode by mode, and the load of the machine after each."""

    written: dict[Mode, Written]
    loads: dict[Mode, str]
    structured: list[Latencies]


def main(arguments: Sequence[str]) -> None:
    """Run the benchmark and print its tables."""
    parser = argparse.ArgumentParser(prog="./dev bench write", description=__doc__)
    parser.add_argument("--adds", type=int, default=40, help="of each mode's flood")
    parser.add_argument("--lags", type=int, default=24, help="adds of each mode awaited in recall")
    parser.add_argument("--memories", type=int, default=300, help="of the user who is metered")
    options = parser.parse_args(arguments)
    print_facts(machine() | TOLD | _settings(options.memories))
    found = _over_http(options.adds, options.lags)
    _print_over_http(found)
    print_facts({"load before the steps": load()})
    print_table(steps.HEADER, steps.rows(steps.measure(options.adds)))
    capacity = measure_capacity(options.memories, RECALLS)
    print_table(capacity_table.HEADER, capacity_table.rows(capacity))
    alone = found.written[MODES[0]]
    print_table(targets.HEADER, targets.rows(alone.accepted, alone.lag, capacity))


def _settings(memories: int) -> dict[str, object]:
    return {
        "stack": "embedded, fresh, one API process, default tenant, no model, every commit durable",
        "add": f"a conversation of about {TALK_BYTES} bytes in 8 to 11 messages,"
        " every other one Chinese",
        "steps": f"in process, one after the other, {steps.USERS} users; parts exclude each other",
        "capacity": "DynamoDB's published rules over the items of the same use cases;"
        f" a user of {memories} memories, keys cached",
    }


def _over_http(adds: int, lags: int) -> OverHttp:
    written, loads = {}, {}
    with fresh_stack() as stack:
        for place, mode in enumerate(MODES, start=1):
            written[mode] = write(stack, mode, place, adds, lags)
            loads[mode] = load()
        return OverHttp(written, loads, structured(stack, adds))


def _print_over_http(found: OverHttp) -> None:
    times = [times for one in found.written.values() for times in (one.accepted, one.lag)]
    print_table(LATENCY_HEADER, [latencies.row() for latencies in (*times, *found.structured)])
    rows = [
        [
            mode.name,
            str(one.states.total()),
            ", ".join(f"{count} {state}" for state, count in one.states.items()),
            str(one.facts),
            f"{one.states.total() / one.seconds:.1f}",
            f"{one.facts / one.seconds:.1f}",
            found.loads[mode],
        ]
        for mode, one in found.written.items()
    ]
    header = ["flood", "adds", "tasks", "facts", "adds/s", "facts/s", "load after"]
    print_table(header, rows)
