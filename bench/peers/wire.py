"""A system in an interpreter of its own, spoken to in lines of JSON on its standard streams.

`python -m bench.peers.wire MODULE FOLDER [argument …]` opens the system with the module's
`open_peer(FOLDER, argument, …)`, answers `{"versions": …}`, and from then on each request:

- `{"op": "remember", "user": …, "texts": {id: text}}` with `{}`
- `{"op": "recall", "user": …, "query": …, "limit": …}` with `{"ids": […], "ms": …, "cpu_ms": …}`,
  the times of the system's own call and nothing else
- `{"op": "close"}` with `{"refused": …}`, how often it looked for the network; then it ends.

Whatever the system prints goes to standard error. It has no network.
"""

import importlib
import json
import os
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import IO, Any, Protocol


class Peer(Protocol):
    """A memory of several users. Its storage is in the folder that it was opened with."""

    def versions(self) -> Mapping[str, str]:
        """Return what of it was installed, by name."""
        ...

    def remember(self, user: str, texts: Mapping[str, str]) -> None:
        """Keep each text of the user as it is, under its id."""
        ...

    def recall(self, user: str, query: str, limit: int) -> Any:
        """Make the system's own call, the query's embedding included, and no more: it is timed."""
        ...

    def named(self, answer: Any) -> list[str]:
        """Return the ids of the texts that such a call has found, best first."""
        ...


def serve(peer: Peer, requests: Iterator[str], answers: IO[str], refused: list[str]) -> None:
    """Answer request after request, until one says close."""
    _write(answers, {"versions": dict(peer.versions())})
    for line in requests:
        request = json.loads(line)
        if request["op"] == "close":
            _write(answers, {"refused": len(refused)})
            return
        _write(answers, _answer(peer, request))


def _answer(peer: Peer, request: dict[str, Any]) -> dict[str, Any]:
    if request["op"] == "remember":
        peer.remember(request["user"], request["texts"])
        return {}
    if request["op"] != "recall":
        raise ValueError("op is neither remember, recall nor close")
    user, query, limit = request["user"], request["query"], request["limit"]
    cpu, wall = time.process_time(), time.perf_counter()
    answer = peer.recall(user, query, limit)
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    return {"ids": peer.named(answer), "ms": wall * 1000, "cpu_ms": cpu * 1000}


def _write(answers: IO[str], answer: Mapping[str, Any]) -> None:
    answers.write(json.dumps(answer) + "\n")
    answers.flush()


def _refuse_network() -> list[str]:
    """Let no address but a file's be looked up or connected to; return the list of attempts."""
    refused: list[str] = []

    def hook(event: str, arguments: tuple[Any, ...]) -> None:
        looked_up = event == "socket.getaddrinfo"
        reached = event in {"socket.connect", "socket.sendto"}
        if looked_up or (reached and not isinstance(arguments[1], str | bytes)):
            refused.append(event)
            print(f"refused: {event} {arguments[0 if looked_up else 1]}", file=sys.stderr)
            raise ConnectionRefusedError("there is no network here")

    sys.addaudithook(hook)
    return refused


def _own_answers() -> IO[str]:
    """Return standard output, and turn what else is printed to standard error."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    return answers


def main(module: str, folder: str, *arguments: str) -> None:
    """Open the system of the module and serve it."""
    answers, refused = _own_answers(), _refuse_network()
    peer: Peer = importlib.import_module(module).open_peer(Path(folder), *arguments)
    serve(peer, iter(sys.stdin), answers, refused)


if __name__ == "__main__":
    main(*sys.argv[1:])
