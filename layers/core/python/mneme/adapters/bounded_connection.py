"""HTTP connections on which the time for an answer is the time for the whole of it.

The library's own read time-out begins anew with every packet, in the headers too: a server that
drips a byte a second holds its caller for ever.
"""

import io
import socket
import time
from collections.abc import Callable
from http.client import HTTPResponse
from typing import Any

from urllib3 import HTTPConnectionPool, HTTPSConnectionPool
from urllib3.connection import HTTPConnection, HTTPSConnection

_LEAST_SECONDS = 0.001
"""A time-out of zero would make the socket one that never waits."""


class BoundedReader(io.RawIOBase):
    """Bytes from a socket, each wait for them no longer than what is left until the deadline."""

    def __init__(self, raw: io.RawIOBase, sock: socket.socket, deadline: float) -> None:
        super().__init__()
        self._raw = raw
        self._sock = sock
        self._deadline = deadline

    def readable(self) -> bool:
        """Return True."""
        return True

    def readinto(self, buffer: Any) -> int | None:
        """Fill the buffer with what comes first. Raises TimeoutError."""
        remaining = self._deadline - time.monotonic()
        if remaining <= 0:
            raise TimeoutError("the answer took too long")
        self._sock.settimeout(max(remaining, _LEAST_SECONDS))
        return self._raw.readinto(buffer)

    def close(self) -> None:
        """Close the side of the socket that is read from."""
        self._raw.close()
        super().close()


def _bounded_response(deadline: float) -> Callable[..., HTTPResponse]:
    """Return what makes a response out of a socket, with its reading bounded."""

    def respond(sock: socket.socket, *arguments: Any, **options: Any) -> HTTPResponse:
        response = HTTPResponse(sock, *arguments, **options)
        raw = response.fp.detach()
        response.fp = io.BufferedReader(BoundedReader(raw, sock, deadline))
        return response

    return respond


def _bound(connection: HTTPConnection) -> None:
    """Bound the response to come; what is left of the request's time is the connection's now."""
    deadline = time.monotonic() + float(connection.timeout or 0)
    connection.response_class = _bounded_response(deadline)  # type: ignore[assignment]


class BoundedConnection(HTTPConnection):
    """A plain connection."""

    def getresponse(self) -> Any:
        """Return the response, as far as it comes in time."""
        _bound(self)
        return super().getresponse()


class BoundedTlsConnection(HTTPSConnection):
    """The same over TLS."""

    def getresponse(self) -> Any:
        """Return the response, as far as it comes in time."""
        _bound(self)
        return super().getresponse()


class BoundedPool(HTTPConnectionPool):
    """A pool of plain connections."""

    ConnectionCls = BoundedConnection


class BoundedTlsPool(HTTPSConnectionPool):
    """A pool of connections over TLS."""

    ConnectionCls = BoundedTlsConnection
