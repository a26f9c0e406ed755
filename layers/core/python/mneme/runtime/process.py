"""What one process does all its work with: made at first use."""

from collections.abc import Callable
from typing import Generic, TypeVar

Made = TypeVar("Made")


class Process(Generic[Made]):
    """Makes something once, and begins a piece of work with it each time it is asked for."""

    def __init__(self, make: Callable[[], Made], begin: Callable[[Made], None]) -> None:
        self._make = make
        self._begin = begin
        self._made: Made | None = None

    def __call__(self) -> Made:
        """Return it. Raises as making it does."""
        if self._made is None:
            self._made = self._make()
        self._begin(self._made)
        return self._made

    def cache_clear(self) -> None:
        """Forget it: what it was made of has changed."""
        self._made = None
