"""`./dev bench cold`: how long does a function take to begin, and what takes it?

Begins each function in new processes, as it is deployed, without a network: what a first call of a
store takes besides is not in it.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from bench.cold.import_times import by_package
from bench.report import machine, print_facts, print_table
from infra.function import Function
from infra.functions import FUNCTIONS
from infra.tables import layouts_json

ROOT = Path(__file__).resolve().parent.parent.parent
RECALL = "recall_api"
BOUND = 1.5
"""How many times as long as its embedding model a recall's process may take to begin."""
NOWHERE = "/nowhere"
_OWN = frozenset({"mneme", "functions"})
_SHOWN = 5


def main(arguments: Sequence[str]) -> None:
    """Begin the functions, and print what they took."""
    parser = argparse.ArgumentParser(prog="./dev bench cold", description=__doc__)
    parser.add_argument("--times", type=int, default=5, help="processes a function (default: 5)")
    times = parser.parse_args(arguments).times
    print_facts(machine() | {"milliseconds": f"of CPU, medians of {times} processes"})
    model = _median([begun(None, ["model"]) for _ in range(times)])["model"]
    rows, of_recall = [], 0.0
    for row in FUNCTIONS:
        took = _median([begun(row, steps_of(row)) for _ in range(times)])
        if row.name == RECALL:
            of_recall = sum(took.values())
        rows.append([row.name, *_cells(took), f"{sum(took.values()):.0f}"])
    print_table(["function", *_COLUMNS, "all"], rows)
    print_table(["importing the handler", "ms by package"], [_packages(row) for row in FUNCTIONS])
    share = of_recall / model
    verdict = "within" if share <= BOUND else "BEYOND"
    print_facts(
        {
            "the embedding model alone": f"{model:.0f} ms",
            RECALL: f"{share:.2f} times that, {verdict} {BOUND}",
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
    if row.name == RECALL:
        return [*steps, "recall"]
    return [*steps, "model"] if row.access.embeds else steps


def begun(row: Function | None, steps: Sequence[str]) -> dict[str, float]:
    """Return the milliseconds that each step took in a new process."""
    name = "" if row is None else row.name
    done = _child([], row, name, *steps)
    told: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return told


def environment(row: Function | None) -> dict[str, str]:
    """Return the variables of a function, which lead nowhere."""
    access = row.access if row is not None else None
    tables = access.tables if access is not None else ()
    return {
        "PATH": os.environ.get("PATH", os.defpath),
        "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "layers" / "core" / "python")]),
        # As deployed: the layers hold no bytecode, and nobody may write any beside them.
        "PYTHONPYCACHEPREFIX": NOWHERE,
        "PYTHONDONTWRITEBYTECODE": "1",
        "OPENBLAS_NUM_THREADS": "1",
        "POWERTOOLS_METRICS_DISABLED": "true",
        "POWERTOOLS_SERVICE_NAME": row.name if row is not None else "model",
        "MNEME_STAGE": "bench",
        "MNEME_TABLES": layouts_json({name: name for name in tables}),
        "MNEME_OPENSEARCH_URL": "https://search.invalid" if access and access.search else "",
        "MNEME_OPENSEARCH_SIGNED": "true",
        "MNEME_TENANT_ROLE": "arn:aws:iam::123456789012:role/tenant" if row and row.fenced else "",
        "AWS_REGION": "eu-central-1",
        "AWS_DEFAULT_REGION": "eu-central-1",
        "AWS_ACCESS_KEY_ID": "none",
        "AWS_SECRET_ACCESS_KEY": "none",
        "AWS_EC2_METADATA_DISABLED": "true",
    }


def _child(
    options: Sequence[str], row: Function | None, *arguments: str
) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, *options, "-m", "bench.cold.child", *arguments]
    return subprocess.run(
        command, cwd=ROOT, env=environment(row), capture_output=True, text=True, check=True
    )


def _median(runs: Sequence[dict[str, float]]) -> dict[str, float]:
    return {step: statistics.median(run[step] for run in runs) for step in runs[0]}


def _cells(took: dict[str, float]) -> list[str]:
    return [f"{took[step]:.0f}" if step in took else "" for step in _COLUMNS]


def _packages(row: Function) -> list[str]:
    told = _child(["-X", "importtime"], row, row.name, "handler").stderr
    took = by_package(told, _OWN, sys.stdlib_module_names)
    most = sorted(took.items(), key=lambda one: -one[1])[:_SHOWN]
    shown = (f"{name} {spent:.0f}" for name, spent in most)
    return [row.name, ", ".join(shown)]
