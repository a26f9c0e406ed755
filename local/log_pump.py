"""Empties the logs of files: what was deleted must not lie on in what was written before."""

from typing import Protocol, runtime_checkable

from mneme.application.ports.clock import Clock


@runtime_checkable
class Settling(Protocol):
    """A store that writes a log beside its file."""

    def settle(self) -> bool:
        """Move the log into the file and empty it; False if a reader was in the way.

        Raises Unavailable.
        """
        ...


class LogPump:
    """Does so every so many seconds, and sooner again where it could not."""

    def __init__(self, what: str, store: Settling, every_seconds: float, clock: Clock) -> None:
        self.name = f"log of {what}"
        self._store = store
        self._every_seconds = every_seconds
        self._clock = clock
        self._due = clock.monotonic() + every_seconds

    def step(self) -> bool:
        """Empty it if it is time. Raises Unavailable."""
        now = self._clock.monotonic()
        if now >= self._due:
            self._due = now + self._every_seconds / (1 if self._store.settle() else 10)
        return False

    def close(self) -> None:
        """Nothing is held."""
