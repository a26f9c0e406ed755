"""Errands on threads: a call to somewhere else is given up when its time is over."""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from threading import Semaphore
from typing import Generic, TypeVar

from mneme.application.ports.errands import Errand
from mneme.domain.errors import Late

THREADS = 8
"""Calls at once. A recall makes one or two; the others are for those that were given up and go on
until their own time-outs. While so many hang, further calls are late at once, and ask nobody."""

Told = TypeVar("Told")


@dataclass(frozen=True, slots=True)
class _ThreadErrand(Generic[Told]):
    """A call on a thread, or on its way to one; `free` counts the threads that are not taken."""

    future: Future[Told]
    free: Semaphore

    def result(self, seconds: float) -> Told:
        """Return what the call returns. Raises as it does, and Late."""
        try:
            return self.future.result(max(seconds, 0.0))
        except TimeoutError as late:
            if self.future.done():  # it was the call's own
                return self.future.result()
            if self.future.cancel():
                self.free.release()
            raise Late("a call took too long") from late


@dataclass(frozen=True, slots=True)
class _NoThread(Generic[Told]):
    """A call that is not made."""

    def result(self, seconds: float) -> Told:  # noqa: ARG002
        """Raise Late."""
        raise Late("too many calls are late already")


class ThreadErrands:
    """`Errands` on a few threads, which are made as they are needed, and kept."""

    def __init__(self, name: str, threads: int = THREADS) -> None:
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix=name)
        self._free = Semaphore(threads)

    def start(self, call: Callable[[], Told]) -> Errand[Told]:
        """Start the call at once, unless every thread is taken."""
        if not self._free.acquire(blocking=False):
            return _NoThread()
        return _ThreadErrand(self._pool.submit(self._made, call), self._free)

    def _made(self, call: Callable[[], Told]) -> Told:
        try:
            return call()
        finally:
            self._free.release()  # before anybody hears of the end, and asks for the next call
