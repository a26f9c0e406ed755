"""A local stack of its own for one benchmark, on an empty store that goes with it.

It ends with the benchmark, however that ends: by itself, by a signal, by kill -9.
"""

import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import FrameType, MappingProxyType

from bench.client import Client
from bench.raised_limits import ENVIRONMENT

ASKED_ANEW = MappingProxyType({"MNEME_CACHED_QUERIES": "0"})
"""No bench is to be flattered by a question that was asked before."""

READY_SECONDS = 120.0
STOP_SECONDS = 20.0
_SIGNALS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)


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
def fresh_stack(environment: Mapping[str, str] = MappingProxyType({})) -> Iterator[Stack]:
    """Run an embedded stack for the length of the block; its `environment` is as of the other."""
    with (
        tempfile.TemporaryDirectory(prefix="mneme-bench-") as folder,
        running_stack(Path(folder), environment=environment) as stack,
    ):
        yield stack


@contextmanager
def running_stack(
    folder: Path,
    workers: int = 1,
    *,
    fresh: bool = True,
    environment: Mapping[str, str] = MappingProxyType({}),
) -> Iterator[Stack]:
    """Run an embedded stack in a folder that outlives it, for the length of the block.

    `workers` are API processes. Unless `fresh`, it goes on with what the folder holds.
    `environment` is set besides this process's own. Users have room for more than any set holds.
    """
    ours, theirs = socket.socketpair()
    with ours, _ended_by_signals() as ended:
        with theirs:
            command = _command(folder, workers, theirs.fileno(), fresh=fresh)
            ours_too = os.environ | ENVIRONMENT | ASKED_ANEW | dict(environment)
            process = _start(folder, command, theirs, ours_too)
        ended.append(process)
        yield from _running(process, folder)


def _running(process: subprocess.Popen[bytes], folder: Path) -> Iterator[Stack]:
    try:
        ready = _await_ready(process, folder)
        base_url, api_key = ready["base_url"], ready["api_key"]
        client = Client(base_url, api_key)
        yield Stack(client, process.pid, base_url, api_key, folder / "data")
        client.close()
    finally:
        _stop(process)


@contextmanager
def _ended_by_signals() -> Iterator[list[subprocess.Popen[bytes]]]:
    """Let what ends this process end the listed ones first: threads may keep it for a while."""
    processes: list[subprocess.Popen[bytes]] = []

    def end(number: int, _: FrameType | None) -> None:
        signal.signal(number, signal.SIG_DFL)  # who insists is not kept waiting
        for process in processes:
            process.terminate()
        if number == signal.SIGINT:
            raise KeyboardInterrupt
        sys.exit(128 + number)

    before = {number: signal.signal(number, end) for number in _SIGNALS}
    try:
        yield processes
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _command(folder: Path, workers: int, lifeline: int, *, fresh: bool) -> list[str]:
    command = [sys.executable, "-m", "local.serve", "--port", "0"]
    command += ["--data", str(folder / "data"), "--ready-file", str(folder / "ready.json")]
    command += ["--workers", str(workers), f"--lifeline={lifeline}"]
    return [*command, "--fresh"] if fresh else command


def _start(
    folder: Path, command: list[str], lifeline: socket.socket, environment: Mapping[str, str]
) -> subprocess.Popen[bytes]:
    (folder / "ready.json").unlink(missing_ok=True)
    with (folder / "log").open("wb") as log:
        return subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
            pass_fds=[lifeline.fileno()],
            env=dict(environment),
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
