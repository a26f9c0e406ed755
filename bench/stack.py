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
    """A running stack: a client of it, and its supervisor's process id."""

    client: Client
    supervisor: int


class StackError(Exception):
    """The stack did not start; the message holds the end of its log."""


@contextmanager
def fresh_stack() -> Iterator[Stack]:
    """Run an embedded stack for the length of the block."""
    with tempfile.TemporaryDirectory(prefix="mneme-bench-") as folder:
        process = _start(Path(folder))
        try:
            ready = _await_ready(process, Path(folder))
            client = Client(ready["base_url"], ready["api_key"])
            yield Stack(client, process.pid)
            client.close()
        finally:
            _stop(process)


def _start(folder: Path) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "local.serve", "--port", "0", "--fresh"]
    command += ["--data", str(folder / "data"), "--ready-file", str(folder / "ready.json")]
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
