"""`./dev bench cold`: how long does a function take to begin, and what takes it?

Begins each function in new processes, out of the layers that are deployed, without a network: what
a first call of a store takes besides is not in it.
"""

import argparse
import json
import statistics
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from bench.cold.deployed import Deployed
from bench.cold.import_times import by_package
from bench.report import machine, print_facts, print_table
from infra.function import Function
from infra.functions import FUNCTIONS

(RECALL,) = (row for row in FUNCTIONS if row.name == "recall_api")
BOUND = 1.5
"""How many times as long as its embedding model a recall's process may take to begin."""
PASSED = "passed"
"""The column of milliseconds on the clock; all others are of CPU."""
_OWN = frozenset({"mneme", "functions"})
_SHOWN = 5


def main(arguments: Sequence[str]) -> None:
    """Begin the functions, and print what they took."""
    parser = argparse.ArgumentParser(prog="./dev bench cold", description=__doc__)
    parser.add_argument("--times", type=int, default=5, help="processes a function (default: 5)")
    parser.add_argument(
        "--without-bytecode",
        action="store_true",
        help="as deployed by a machine that lacks the functions' Python",
    )
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        _measure(Deployed(Path(folder), bytecode=not options.without_bytecode), options.times)


def _measure(deployed: Deployed, times: int) -> None:
    told = f"of CPU, medians of {times} processes; {PASSED}: on the clock"
    print_facts(machine() | {"functions' Python": deployed.python, "milliseconds": told})
    # In turns: what else runs on the machine sways both alike.
    models, recalls = [], []
    for _ in range(times):
        models.append(_begun(deployed, None, ["model"]))
        recalls.append(_begun(deployed, RECALL, steps_of(RECALL)))
    rows = []
    for row in FUNCTIONS:
        runs = recalls if row == RECALL else _runs(deployed, row, times)
        rows.append([row.name, *_cells(_median(runs))])
    print_table(["function", *_COLUMNS, "all", PASSED], rows)
    packages = [_packages(deployed, row) for row in FUNCTIONS]
    print_table(["importing the handler", "ms by package"], packages)
    share = _times(recalls, models, _all)
    verdict = "within" if share <= BOUND else "BEYOND"
    model = _median(models)
    print_facts(
        {
            "the embedding model alone": f"{_all(model):.0f} ms, {PASSED} {model[PASSED]:.0f}",
            RECALL.name: f"{share:.2f} times that, {verdict} {BOUND}; "
            f"{_times(recalls, models, lambda took: took[PASSED]):.2f} times on the clock",
        }
    )


_COLUMNS = ("handler", "services", "clients", "thresholds", "recall", "model")


def steps_of(row: Function) -> list[str]:
    """Return what a function does before it can do its work, in order; `recall` loads the model.

    One that embeds loads the model at its first text, `recall_api` before its first request.
    """
    steps = ["handler"]
    if row.access == type(row.access)():
        return steps
    steps += ["services", "clients"]
    if row.access.tuned:
        steps.append("thresholds")
    if row == RECALL:
        return [*steps, "recall"]
    return [*steps, "model"] if row.access.embeds else steps


Took = dict[str, float]
"""Milliseconds of CPU by step, and what passed in all."""


def _runs(deployed: Deployed, row: Function, times: int) -> list[Took]:
    return [_begun(deployed, row, steps_of(row)) for _ in range(times)]


def _times(some: Sequence[Took], others: Sequence[Took], of: Callable[[Took], float]) -> float:
    """Return how many times the others some are: the median of their pairs."""
    return statistics.median(of(one) / of(other) for one, other in zip(some, others, strict=True))


def _begun(deployed: Deployed, row: Function | None, steps: Sequence[str]) -> Took:
    """Begin one in a new process."""
    done = deployed.child(row, "" if row is None else row.name, *steps)
    told: Took = json.loads(done.stdout.splitlines()[-1])
    return told


def _median(runs: Sequence[Took]) -> Took:
    return {step: statistics.median(run[step] for run in runs) for step in runs[0]}


def _cells(took: Took) -> list[str]:
    steps = [f"{took[step]:.0f}" if step in took else "" for step in _COLUMNS]
    return [*steps, f"{_all(took):.0f}", f"{took[PASSED]:.0f}"]


def _all(took: Took) -> float:
    return sum(spent for step, spent in took.items() if step != PASSED)


def _packages(deployed: Deployed, row: Function) -> list[str]:
    told = deployed.child(row, row.name, "handler", options=["-X", "importtime"]).stderr
    took = by_package(told, _OWN, sys.stdlib_module_names)
    most = sorted(took.items(), key=lambda one: -one[1])[:_SHOWN]
    shown = (f"{name} {spent:.0f}" for name, spent in most)
    return [row.name, ", ".join(shown)]
