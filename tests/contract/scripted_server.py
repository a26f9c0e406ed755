"""A server on this machine that answers each request as it is told to, well or badly."""

import json
import socket
import ssl
import struct
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from socketserver import StreamRequestHandler, ThreadingTCPServer
from typing import Any

LONGEST_SECONDS = 20.0
"""How long a server that misbehaves goes on, should nobody leave it before."""


@dataclass(frozen=True)
class Request:
    """What a client sent."""

    line: str
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        """The body, read."""
        return json.loads(self.body)


Reply = Callable[[socket.socket, threading.Event], bool]
"""Answers on a connection, and tells whether it stays open. The event is set at the end."""


def whole(status: int, body: bytes, **headers: str) -> bytes:
    """Return the bytes of a well-formed answer."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    lines = [f"HTTP/1.1 {status} Whatever", f"content-length: {len(body)}"]
    lines += [f"{name}: {value}" for name, value in named.items()]
    return "\r\n".join([*lines, "", ""]).encode() + body


def respond(status: int, content: Any = None, **headers: str) -> Reply:
    """Answer properly; content that is not bytes is sent as JSON."""
    body = content if isinstance(content, bytes) else json.dumps(content).encode()

    def reply(connection: socket.socket, stopped: threading.Event) -> bool:
        connection.sendall(whole(status, body, **headers))
        return True

    return reply


def send_and_close(data: bytes) -> Reply:
    """Send these bytes, whatever they are, and close the connection."""

    def reply(connection: socket.socket, stopped: threading.Event) -> bool:
        connection.sendall(data)
        return False

    return reply


def keep_and_close(status: int, content: Any) -> Reply:
    """Answer as if the connection stayed open, and close it."""
    return send_and_close(whole(status, json.dumps(content).encode()))


def hang() -> Reply:
    """Never answer."""

    def reply(connection: socket.socket, stopped: threading.Event) -> bool:
        stopped.wait(LONGEST_SECONDS)
        return False

    return reply


def drip(data: bytes, at_once: int, seconds_a_byte: float) -> Reply:
    """Send so many bytes at once, and the rest one by one."""

    def reply(connection: socket.socket, stopped: threading.Event) -> bool:
        connection.sendall(data[:at_once])
        for byte in data[at_once:]:
            if stopped.wait(seconds_a_byte):
                return False
            connection.sendall(bytes([byte]))
        return False

    return reply


def reset() -> Reply:
    """Break the connection off."""

    def reply(connection: socket.socket, stopped: threading.Event) -> bool:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        return False

    return reply


@dataclass
class ScriptedServer:
    """Its address, the answers to come, and what it was asked."""

    url: str
    replies: list[Reply]
    stopped: threading.Event = field(default_factory=threading.Event)
    requests: list[Request] = field(default_factory=list)
    connections: int = 0
    closed: threading.Event = field(default_factory=threading.Event)

    def wait_for_closed(self) -> None:
        """Return once a connection was closed from here."""
        assert self.closed.wait(LONGEST_SECONDS)


class _Server(ThreadingTCPServer):
    daemon_threads = True
    allow_reuse_address = True
    script: ScriptedServer
    tls: ssl.SSLContext | None


class _Handler(StreamRequestHandler):
    server: _Server

    def setup(self) -> None:
        if self.server.tls:
            self.request = self.server.tls.wrap_socket(self.request, server_side=True)
        super().setup()

    def finish(self) -> None:
        super().finish()
        self.server.shutdown_request(self.request)
        self.server.script.closed.set()

    def handle(self) -> None:
        script = self.server.script
        script.connections += 1
        try:
            while (request := self._request()) is not None:
                script.requests.append(request)
                if not script.replies.pop(0)(self.connection, script.stopped):
                    return
        except OSError:
            return  # the client had enough of it

    def _request(self) -> Request | None:
        line = self.rfile.readline().decode().strip()
        if not line:
            return None
        headers = {}
        while header := self.rfile.readline().decode().strip():
            name, _, value = header.partition(":")
            headers[name.lower()] = value.strip()
        return Request(line, headers, self.rfile.read(int(headers.get("content-length", 0))))


@contextmanager
def scripted_server(*replies: Reply, tls: ssl.SSLContext | None = None) -> Iterator[ScriptedServer]:
    """Yield a running server."""
    with _Server(("127.0.0.1", 0), _Handler) as server:
        scheme = "https" if tls else "http"
        address = f"{scheme}://127.0.0.1:{server.server_address[1]}/v1"
        server.script = ScriptedServer(address, list(replies))
        server.tls = tls
        threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        try:
            yield server.script
        finally:  # a loop over a closed socket would run on for ever, and slow all tests after
            server.script.stopped.set()
            server.shutdown()
