"""One child of the supervisor: started, awaited until it is ready, stopped."""

import asyncio
import contextlib
import signal
import socket
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from local.lifeline import READY

STOP_SECONDS = 10.0
_PRIVATE = 0o077


@dataclass(frozen=True)
class ChildSpec:
    """A process to keep running: a Python module, its arguments, the descriptors it inherits."""

    name: str
    module: str
    arguments: Sequence[str] = ()
    descriptors: Sequence[int] = ()


class Child:
    """A running process. Its standard output joins its standard error: both are logs."""

    def __init__(
        self,
        process: asyncio.subprocess.Process,
        line: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
    ) -> None:
        self._process = process
        self._line = line
        self._writer = writer

    async def ready(self) -> bool:
        """Wait until the child says that it works; False if it ended before."""
        return await self._line.readline() == READY

    async def ended(self) -> int:
        """Wait for the end of the child and return its exit status (negative: a signal)."""
        status = await self._process.wait()
        await self._close()
        return status

    async def stop(self) -> None:
        """End the child: politely, then after a while by force."""
        self._signal(signal.SIGTERM)
        try:
            await asyncio.wait_for(self._process.wait(), STOP_SECONDS)
        except TimeoutError:
            self._signal(signal.SIGKILL)
            await self._process.wait()
        await self._close()

    async def _close(self) -> None:
        self._writer.close()
        # The other end may be gone with unread bytes in it; there is nobody left to tell.
        with contextlib.suppress(ConnectionError):
            await self._writer.wait_closed()

    def _signal(self, number: signal.Signals) -> None:
        with contextlib.suppress(ProcessLookupError):
            self._process.send_signal(number)


async def start_child(spec: ChildSpec, environment: Mapping[str, str]) -> Child:
    """Start the child, tied to this process by a socket pair: it ends when its other end closes."""
    ours, theirs = socket.socketpair()
    with theirs:
        descriptors = [theirs.fileno(), *spec.descriptors]
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            spec.module,
            f"--lifeline={theirs.fileno()}",
            *spec.arguments,
            env=dict(environment),
            stdin=asyncio.subprocess.DEVNULL,
            stdout=sys.stderr.fileno(),
            pass_fds=descriptors,
            # Ctrl-C in the terminal is for the supervisor, which then stops its children in order.
            start_new_session=True,
            umask=_PRIVATE,
        )
    reader, writer = await asyncio.open_connection(sock=ours)
    return Child(process, reader, writer)
