"""The near side of the pipe: a system in a process of its own, with its own interpreter."""

import json
import os
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from devtools.paths import ROOT, SOURCES

LOG_END = 2000
CLOSING_SECONDS = 20.0


class PeerError(Exception):
    """A system ended instead of answering; the message holds the end of its log."""


@dataclass(frozen=True)
class Answer:
    """What a recall found, best first, and the wall and CPU time of the system's own call."""

    ids: list[str]
    ms: float
    cpu_ms: float


class Child:
    """A running system that `bench.peers.wire` serves. Not for several threads at once."""

    def __init__(self, name: str, process: subprocess.Popen[str], log: Path) -> None:
        self.name = name
        self._process = process
        self._log = log
        self.versions: dict[str, str] = self._read()["versions"]

    def remember(self, user: str, texts: Mapping[str, str]) -> None:
        """Have it keep texts of the user, by id. Raises PeerError."""
        self._ask(op="remember", user=user, texts=texts)

    def recall(self, user: str, query: str, limit: int) -> Answer:
        """Ask it. Raises PeerError."""
        return Answer(**self._ask(op="recall", user=user, query=query, limit=limit))

    def close(self) -> int:
        """Have it end; return how often it looked for the network. Raises PeerError."""
        refused: int = self._ask(op="close")["refused"]
        self._process.wait(CLOSING_SECONDS)
        return refused

    def _ask(self, **request: object) -> dict[str, Any]:
        assert self._process.stdin
        try:
            self._process.stdin.write(json.dumps(request) + "\n")
            self._process.stdin.flush()
        except BrokenPipeError as error:
            raise self._ended() from error
        return self._read()

    def _read(self) -> dict[str, Any]:
        assert self._process.stdout
        line = self._process.stdout.readline()
        if not line:
            raise self._ended()
        answer: dict[str, Any] = json.loads(line)
        return answer

    def _ended(self) -> PeerError:
        tail = self._log.read_text(errors="replace")[-LOG_END:]
        return PeerError(f"{self.name} ended:\n{tail}")


@contextmanager
def running(
    name: str, command: Sequence[str], folder: Path, variables: Mapping[str, str]
) -> Iterator[Child]:
    """Run a system for the length of the block. Its home and log are in the folder.

    `command` is an interpreter, a module and that module's arguments. Raises PeerError.
    """
    python, *served = command
    environment = {
        **os.environ,
        **variables,
        "HOME": str(folder),
        "PYTHONPATH": os.pathsep.join(map(str, SOURCES)),
    }
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(
            [python, "-m", "bench.peers.wire", *served],
            cwd=ROOT,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=log,
            encoding="utf-8",
        )
    with process:
        try:
            yield Child(name, process, folder / "log")
        finally:
            process.kill()
