"""`./dev bench recall`: how fast is recall, where does the time go, how exact is the search?

A user of 2,000 memories is asked about, in stores that hold many such users. Rows are put in place
directly, the index is built from them by the product's own `reindex`.
"""

import argparse
import os
import signal
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from bench.in_process import InProcess
from bench.latency import LATENCY_HEADER
from bench.made_text import question
from bench.raised_limits import TOLD
from bench.recall import exactness, targets
from bench.recall.filled_store import MEMORIES_A_USER, FilledStore, user_name
from bench.recall.index_size import bytes_a_memory
from bench.recall.over_http import CALLERS, EMBEDDED, OPENSEARCH, WARM_UP, Asked, ask
from bench.recall.step_times import ClockedServices, StepClocks
from bench.report import load, machine, print_facts, print_table
from bench.stack import running_stack
from local.first_tenant import FIRST_TENANT
from local.opensearch_node import OpensearchNode, free_port
from mneme.domain.recollection import RecallQuery
from mneme.domain.tenancy import internal_context

TENANT = internal_context(FIRST_TENANT)
SIZES = "2000,20000,200000"
_EXACT_USERS = 5
_EXACT_QUESTIONS = 20


def main(arguments: Sequence[str]) -> None:
    """Run the benchmark and print its tables."""
    parser = argparse.ArgumentParser(prog="./dev bench recall", description=__doc__)
    parser.add_argument(
        "--sizes", type=_sizes, default=SIZES, help=f"memories in the store, ascending ({SIZES})"
    )
    parser.add_argument("--recalls", type=int, default=300, help="of each number of callers")
    parser.add_argument("--processes", type=int, default=1, help="API processes (1)")
    parser.add_argument(
        "--opensearch", action="store_true", help="also on an OpenSearch node that is started here"
    )
    parser.add_argument("--exactness", action="store_true", help="only how exact the search is")
    options = parser.parse_args(arguments)
    os.environ.pop("OPENSEARCH_URL", None)  # of whose shell it is: here each run names its own
    print_facts(machine() | TOLD | _settings(options))
    signal.signal(signal.SIGTERM, lambda number, _: sys.exit(128 + number))  # and stop the node
    with tempfile.TemporaryDirectory(prefix="mneme-bench-") as folder, _node(options) as url:
        run = _Run(Path(folder), options, ({EMBEDDED: {}} | ({OPENSEARCH: url} if url else {})))
        for size in options.sizes:
            run.measure(size)
        run.print_targets()


def _sizes(text: str) -> list[int]:
    sizes = [int(word) for word in text.split(",")]
    if sizes != sorted(sizes) or any(size % MEMORIES_A_USER for size in sizes):
        raise argparse.ArgumentTypeError(f"ascending multiples of {MEMORIES_A_USER}")
    return sizes


def _settings(options: argparse.Namespace) -> dict[str, object]:
    return {
        "store": f"{MEMORIES_A_USER:,} memories a user, all ACTIVE and GLOBAL, local embedder",
        "stack": f"fresh, {options.processes} API process(es), every commit durable",
        "recall": "top_k 10, one user, a new question each; warmed up before",
        "steps": "in one process, one caller, clocks before the ports",
    }


@contextmanager
def _node(options: argparse.Namespace) -> Iterator[dict[str, str]]:
    if not options.opensearch:
        yield {}
        return
    node = OpensearchNode(free_port(), heap="1500m")
    try:
        node.up()
        yield {"OPENSEARCH_URL": node.url}
    finally:
        node.stop()


class _Run:
    """One store that grows, searched through one index after the other."""

    def __init__(
        self, folder: Path, options: argparse.Namespace, indexes: dict[str, dict[str, str]]
    ) -> None:
        self._folder = folder
        self._options = options
        self._indexes = indexes
        self._users = 0
        self._alone: dict[str, dict[int, Asked]] = {name: {} for name in indexes}
        with running_stack(folder):
            pass  # makes the tenant and its key

    def measure(self, size: int) -> None:
        """Fill the store up to this many memories, and measure on each index."""
        users = size // MEMORIES_A_USER
        started = time.perf_counter()
        FilledStore(self._process(), TENANT).fill(range(self._users, users))
        self._users = users
        print_facts({f"{size:,} memories": f"rows in {time.perf_counter() - started:.0f} s"})
        for name, environment in self._indexes.items():
            started = time.perf_counter()
            for _ in self._process(**environment).rebuild_index(anew=True):
                pass
            print_facts({f"{name}, reindexed in": f"{time.perf_counter() - started:.0f} s"})
            if url := environment.get("OPENSEARCH_URL"):
                print_facts({f"{name}, bytes a memory": f"{bytes_a_memory(url):,.0f}"})
            if not self._options.exactness:
                self._time(name, size, environment)
            self._compare(name, size, environment)

    def print_targets(self) -> None:
        """Print whether the targets were met."""
        for name, alone in self._alone.items():
            if alone:
                print_table(targets.HEADER, targets.rows(name, alone))

    def _process(self, **environment: str) -> InProcess:
        return InProcess(self._folder / "data", environment=environment)

    def _time(self, name: str, size: int, environment: dict[str, str]) -> None:
        options = self._options
        asked: list[Asked] = []
        loads: list[str] = []
        with running_stack(
            self._folder, options.processes, fresh=False, environment=environment
        ) as stack:
            for callers in CALLERS:
                asked.append(ask(stack, name, size, callers, options.recalls))
                loads.append(load())
        self._alone[name][size] = asked[0]
        rows = [
            [*one.times.row(), f"{one.per_second:.0f}", str(one.hits), str(one.degraded), after]
            for one, after in zip(asked, loads, strict=True)
        ]
        print_table([*LATENCY_HEADER, "recalls/s", "hits", "degraded", "load after"], rows)
        self._steps(name, size, environment)

    def _steps(self, name: str, size: int, environment: dict[str, str]) -> None:
        clocks = StepClocks()
        services = ClockedServices(self._folder / "data", clocks, **environment)
        warm_up = WARM_UP[name]
        for number in range(warm_up + self._options.recalls):
            if number == warm_up:
                clocks.forget()
            query = RecallQuery(user_id=user_name(0), text=question(number), timeout_seconds=2.0)
            with clocks.recall():
                services.recall(TENANT, query)
        print_table([f"{name}, {size:,}: step, ms", *LATENCY_HEADER[1:]], clocks.rows())

    def _compare(self, name: str, size: int, environment: dict[str, str]) -> None:
        users = sorted({self._users * place // _EXACT_USERS for place in range(_EXACT_USERS)})
        services = self._process(**environment)
        found = exactness.measure(services, TENANT, users, _EXACT_QUESTIONS)
        print_table(
            [f"{name}, {size:,}: {exactness.HEADER[0]}", *exactness.HEADER[1:]],
            exactness.rows(found),
        )
