"""A local stack as its user starts it: a process of its own, known by its ready file."""

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx

ROOT = Path(__file__).resolve().parent.parent.parent
COMMAND = (sys.executable, "-m", "local.serve")
START_SECONDS = 60.0


class RunningStack:
    """A started supervisor. `log` is what it and its children wrote to standard error."""

    def __init__(self, data: Path, *options: str) -> None:
        self.ready_file = data.parent / f"{data.name}-ready.json"
        self.log = data.parent / f"{data.name}.log"
        self.output = data.parent / f"{data.name}.out"
        self.ready_file.unlink(missing_ok=True)
        with self.log.open("ab") as errors, self.output.open("wb") as output:
            self.process = subprocess.Popen(  # noqa: S603
                [
                    *COMMAND,
                    *("--port", "0", "--data", str(data), "--ready-file", str(self.ready_file)),
                    *options,
                ],
                cwd=ROOT,
                stdout=output,
                stderr=errors,
            )
        self.facts = self._facts()

    def post(self, verb: str, body: dict[str, Any]) -> dict[str, Any]:
        """Return the data of a successful call."""
        with self.client() as client:
            answer = client.post(f"/memory/v1/{verb}", json=body).json()
        assert answer["code"] == 0, answer
        data: dict[str, Any] = answer["data"]
        return data

    def client(self) -> httpx.Client:
        """Return a client that carries the key."""
        headers = {"Authorization": f"Bearer {self.facts['api_key']}"}
        return httpx.Client(base_url=self.facts["base_url"], headers=headers, timeout=30)

    def children(self) -> list[int]:
        """Return the processes that the supervisor started."""
        listed = subprocess.run(
            ["ps", "-A", "-o", "pid=,ppid="],  # noqa: S607
            capture_output=True,
            text=True,
            check=True,
        )
        pairs = [line.split() for line in listed.stdout.splitlines()]
        return [int(pid) for pid, parent in pairs if int(parent) == self.process.pid]

    def stop(self) -> int:
        """Stop it as a service manager does; return its exit status."""
        self.process.terminate()
        return self.process.wait(timeout=20)

    def kill(self) -> None:
        """End the supervisor without any chance to tidy up."""
        self.process.kill()
        self.process.wait()

    def _facts(self) -> dict[str, Any]:
        eventually(lambda: self.ready_file.exists() or self.process.poll() is not None)
        assert self.process.poll() is None, self.log.read_text()
        facts: dict[str, Any] = json.loads(self.ready_file.read_text())
        return facts


def refusal(*options: str) -> str:
    """Return what a stack says that refuses to start."""
    done = subprocess.run(  # noqa: S603
        [*COMMAND, *options], cwd=ROOT, capture_output=True, text=True, check=False, timeout=30
    )
    assert (done.returncode, done.stdout) == (1, "")
    return done.stderr


@contextlib.contextmanager
def running(data: Path, *options: str) -> Iterator[RunningStack]:
    """Run a stack for the length of the block."""
    stack = RunningStack(data, *options)
    try:
        yield stack
    finally:
        if stack.process.poll() is None:
            stack.stop()


def eventually(holds: Callable[[], object], seconds: float = START_SECONDS) -> None:
    """Wait until it holds."""
    deadline = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < deadline, "it did not come to hold in time"
        time.sleep(0.02)


def alive(pid: int) -> bool:
    """Return whether a process that is no child of ours still exists."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def kill_all(stack: RunningStack) -> None:
    """Kill the supervisor and its children at once, as a power cut would."""
    children = stack.children()
    stack.kill()
    for pid in children:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    eventually(lambda: not any(map(alive, children)))
