"""A child's line to its supervisor: it says that it is ready, and notices that it is alone."""

import os
import socket
import threading
from collections.abc import Callable

READY = b"ready\n"


class Lifeline:
    """A socket whose other end only the supervisor holds."""

    def __init__(self, descriptor: int) -> None:
        self._socket = socket.socket(fileno=descriptor)

    def watch(self, alone: Callable[[], None] | None = None) -> None:
        """Call `alone` (default: end this process at once) when the supervisor is gone.

        Ending at once is safe: whatever was acknowledged is durable already. The kernel closes the
        supervisor's end however it dies, so this works after kill -9 too.
        """
        watcher = threading.Thread(
            target=self._wait_for_end, args=(alone or _end_now,), name="lifeline", daemon=True
        )
        watcher.start()

    def ready(self) -> None:
        """Tell the supervisor that this process does its work."""
        self._socket.sendall(READY)

    def _wait_for_end(self, alone: Callable[[], None]) -> None:
        try:
            while self._socket.recv(1):
                pass
        except ConnectionError:
            pass  # the other end was torn down: the same news as an orderly end
        alone()


def _end_now() -> None:
    os._exit(1)
