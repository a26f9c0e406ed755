"""A local stack of its own for one benchmark, on an empty store that goes with it."""

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from bench.client import Client

READY_SECONDS = 120.0
STOP_SECONDS = 20.0


@dataclass(frozen=True)
class Stack:
    """A running stack: a client of it, its supervisor's process id, and where its data is."""

    client: Client
    supervisor: int
    base_url: str
    api_key: str
    data: Path

    def connect(self) -> Client:
        """Return one more client, for a thread of its own."""
        return Client(self.base_url, self.api_key)


class StackError(Exception):
    """The stack did not start; the message holds the end of its log."""


@contextmanager
def fresh_stack() -> Iterator[Stack]:
    """Run an embedded stack for the length of the block."""
    with (
        tempfile.TemporaryDirectory(prefix="mneme-bench-") as folder,
        running_stack(Path(folder)) as stack,
    ):
        yield stack


@contextmanager
def running_stack(folder: Path, workers: int = 1) -> Iterator[Stack]:
    """Run an embedded stack in a folder that outlives it, for the length of the block.

    `workers` are API processes.
    """
    process = _start(folder, workers)
    try:
        ready = _await_ready(process, folder)
        base_url, api_key = ready["base_url"], ready["api_key"]
        client = Client(base_url, api_key)
        yield Stack(client, process.pid, base_url, api_key, folder / "data")
        client.close()
    finally:
        _stop(process)


def _start(folder: Path, workers: int) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "local.serve", "--port", "0", "--fresh"]
    command += ["--data", str(folder / "data"), "--ready-file", str(folder / "ready.json")]
    command += ["--workers", str(workers)]
    with (folder / "log").open("wb") as log:
        return subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT
        )


def _await_ready(process: subprocess.Popen[bytes], folder: Path) -> dict[str, str]:
    ready = folder / "ready.json"
    deadline = time.monotonic() + READY_SECONDS
    while time.monotonic() < deadline and process.poll() is None:
        if ready.exists():
            content: dict[str, str] = json.loads(ready.read_text())
            return content
        time.sleep(0.05)
    tail = (folder / "log").read_text(errors="replace")[-2000:]
    raise StackError(f"the local stack did not become ready:\n{tail}")


def _stop(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(STOP_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
