"""A benchmark's stack ends with the benchmark, however that ends."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.integration.running_stack import ROOT, alive, eventually

BENCHMARK = """
import sys, threading
from pathlib import Path
from bench.stack import running_stack

with running_stack(Path(sys.argv[1])) as stack:
    print(stack.supervisor, flush=True)
    threading.Event().wait()
"""


@pytest.fixture
def benchmark(tmp_path: Path) -> Iterator["subprocess.Popen[str]"]:
    """Return a benchmark that never ends by itself."""
    process = subprocess.Popen(  # noqa: S603
        [sys.executable, "-c", BENCHMARK, str(tmp_path)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    yield process
    process.kill()
    process.wait()


def _children(pid: int) -> list[int]:
    """Return the processes whose parent it is."""
    listed = subprocess.run(
        ["ps", "-A", "-o", "pid=,ppid="],  # noqa: S607
        capture_output=True,
        text=True,
        check=True,
    )
    pairs = [line.split() for line in listed.stdout.splitlines()]
    return [int(child) for child, parent in pairs if int(parent) == pid]


@pytest.mark.parametrize(
    "number", [signal.SIGTERM, signal.SIGINT, signal.SIGKILL], ids=lambda one: one.name
)
def test_the_stack_ends_with_its_benchmark(
    benchmark: "subprocess.Popen[str]", number: signal.Signals
) -> None:
    assert benchmark.stdout is not None
    supervisor = int(benchmark.stdout.readline())
    started = [supervisor, *_children(supervisor)]
    assert len(started) == 3

    os.kill(benchmark.pid, number)

    assert benchmark.wait(timeout=30) != 0
    eventually(lambda: not any(map(alive, started)), seconds=30)
    benchmark.stdout.close()
