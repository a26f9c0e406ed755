"""A node that takes every write, and answers searches as badly as it is told to.

It speaks as much of OpenSearch's HTTP as the stack needs to start and to write.
"""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

HANG_SECONDS = 30.0
DRIP_SECONDS = 0.05
_BUSY = {"error": {"type": "rejected_execution_exception", "reason": "full"}, "status": 429}


class Fault(StrEnum):
    """How searches are answered. NONE: at once, with nothing found."""

    NONE = "none"
    REFUSED = "answers 503"
    BUSY = "answers 429"
    HALF = "one search of four fails"
    CLOSED = "closes the connection"
    HANGING = "never answers"
    DRIPPING = "drips a byte each 50 ms"


class BrokenNode(ThreadingHTTPServer):
    """A server on this machine. `fault` may be changed at any time; `searches` were asked."""

    daemon_threads = True
    allow_reuse_address = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Answering)
        self.fault = Fault.NONE
        self.searches = 0
        self.documents = 0
        self.ended = threading.Event()

    @property
    def url(self) -> str:
        """Where it answers."""
        return f"http://127.0.0.1:{self.server_address[1]}"

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing: clients leave in the middle of an answer, which is the point."""


@contextmanager
def broken_node() -> Iterator[BrokenNode]:
    """Run a node for the length of the block."""
    with BrokenNode() as node:
        threading.Thread(target=node.serve_forever, args=(0.05,), daemon=True).start()
        try:
            yield node
        finally:
            node.ended.set()
            node.shutdown()


class _Answering(BaseHTTPRequestHandler):
    """One connection."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    server: BrokenNode

    def do_HEAD(self) -> None:
        """No alias is there yet."""
        self.send_response(404)
        self.send_header("content-length", "0")
        self.end_headers()

    def do_PUT(self) -> None:
        """Take it."""
        self._body()
        self._send(200, {"acknowledged": True})

    def do_POST(self) -> None:
        """Take what is written, and answer what is asked as the fault is."""
        lines = self._body().splitlines()
        if "_bulk" in self.path:
            self.server.documents += len(lines) // 2
            self._send(200, {"errors": False, "items": []})
        else:
            self.server.searches += 1
            self._answer([json.loads(line) for line in lines[1::2]])

    def log_message(self, *_: object) -> None:
        """Say nothing."""

    def _answer(self, searches: list[dict[str, Any]]) -> None:
        parts = [_nothing_found(search) for search in searches]
        match self.server.fault:
            case Fault.NONE:
                self._send(200, {"responses": parts})
            case Fault.REFUSED:
                self._send(503, {"error": "no master"})
            case Fault.BUSY:
                self._send(429, _BUSY)
            case Fault.HALF:
                self._send(200, {"responses": [_BUSY, *parts[1:]]})
            case Fault.CLOSED:
                self.close_connection = True
            case Fault.HANGING:
                self.server.ended.wait(HANG_SECONDS)
                self.close_connection = True
            case Fault.DRIPPING:
                self._drip()

    def _drip(self) -> None:
        self.close_connection = True
        self.send_response(200)
        self.send_header("content-length", "1000")
        self.end_headers()
        for _ in range(1000):
            if self.server.ended.wait(DRIP_SECONDS):
                return
            self.wfile.write(b" ")

    def _send(self, status: int, content: dict[str, Any]) -> None:
        body = json.dumps(content).encode()
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def _body(self) -> bytes:
        return self.rfile.read(int(self.headers.get("content-length", 0)))


def _nothing_found(search: dict[str, Any]) -> dict[str, Any]:
    counted = (
        search.get("aggregations", {}).get("frequencies", {}).get("filters", {}).get("filters", {})
    )
    return {
        "status": 200,
        "timed_out": False,
        "_shards": {"total": 1, "successful": 1, "skipped": 0, "failed": 0},
        "hits": {"total": {"value": 0}, "hits": []},
        "aggregations": {
            "length": {"value": None},
            "frequencies": {"buckets": {name: {"doc_count": 0} for name in counted}},
        },
    }
