"""Calls made beside their caller, who waits for them no longer than it has time."""

from collections.abc import Callable
from typing import Protocol, TypeVar

Told = TypeVar("Told")
Told_co = TypeVar("Told_co", covariant=True)


class Errand(Protocol[Told_co]):
    """A call that may be under way."""

    def result(self, seconds: float) -> Told_co:
        """Return what the call returns, or raise what it raises.

        Raises Late if that takes longer than so many seconds from now. The call is then left to
        itself: it may still take effect, and nobody hears of it.
        """
        ...


class Errands(Protocol):
    """Starts calls. What a call touches must bear being called from another thread."""

    def start(self, call: Callable[[], Told]) -> Errand[Told]:
        """Start a call, or keep it for when its result is asked for."""
        ...
