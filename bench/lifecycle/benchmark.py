"""`./dev bench lifecycle`: does all that must hold, hold every day of a simulated year?

Users live a year in this process, by a clock that jumps: they tell, recall, correct, delete,
restore, close sessions and switch memory off, in tenants of much room, of little, and of less than
before. Each day the jobs run, and every row of whoever was written to is compared with the index,
the counters, the change log and the archive; each week everybody's. With `--cost` instead: what the
daily run reads of stores of several sizes in which as many memories are due.
"""

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from pathlib import Path

from bench.lifecycle import cost, full_user
from bench.lifecycle.outcome import Outcome
from bench.lifecycle.year import Year
from bench.report import machine, print_facts, print_table

WORLDS = 2
"""Users share nothing but the jobs: so many processes, each with a share of them."""


def main(arguments: Sequence[str]) -> None:
    """Run the simulation, or measure the cost; exit with 1 for what does not hold."""
    parser = argparse.ArgumentParser(prog="./dev bench lifecycle", description=__doc__)
    parser.add_argument("--users", type=int, default=200)
    parser.add_argument("--days", type=int, default=365)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cost", action="store_true", help="measure the daily run's cost instead")
    parser.add_argument("--heads", type=int, nargs="+", default=[10_000, 100_000, 1_000_000])
    options = parser.parse_args(arguments)
    os.environ.setdefault("POWERTOOLS_LOG_LEVEL", "WARNING")
    print_facts(machine())
    if options.cost:
        held = cost.measure(options.heads)
        full_user.measure()
    else:
        held = _live(options.users, options.days, options.seed)
    if not held:
        sys.exit(1)


def _live(users: int, days: int, seed: int) -> bool:
    began = time.perf_counter()
    shares = [range(first, users, WORLDS) for first in range(min(WORLDS, users))]
    with ProcessPoolExecutor(len(shares)) as processes:
        outcomes = list(processes.map(_world, shares, repeat(days), repeat(seed)))
    outcome = sum(outcomes, Outcome())
    facts = {
        "simulated": f"{users} users in {len(shares)} worlds, {days} days, seed {seed}",
        "took": f"{(time.perf_counter() - began) / 60:.1f} min",
    }
    print_facts(facts | {name: f"{count:,}" for name, count in outcome.counts.items()})
    _tell(outcome)
    return not outcome.findings.violations


def _world(users: Sequence[int], days: int, seed: int) -> Outcome:
    with tempfile.TemporaryDirectory() as folder:
        return Year(Path(folder), users, days, seed).live()


def _tell(outcome: Outcome) -> None:
    edges = [[*names, f"{times:,}"] for names, times in outcome.edges.most_common()]
    print_table(["from", "to", "times"], edges)
    deeds = [[deed, f"{times:,}"] for deed, times in outcome.deeds.most_common()]
    print_table(["what people did", "times"], deeds)
    refused = [[str(code), f"{times:,}"] for code, times in sorted(outcome.refused.items())]
    print_table(["refused with", "times"], refused)
    print_table(["what must hold", "looked at", "violations"], outcome.findings.rows())
    for what, examples in outcome.findings.examples.items():
        for example in examples:
            print(f"{what}: {example}")
