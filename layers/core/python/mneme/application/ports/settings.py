"""The thresholds that operators set while Mneme runs, and how use cases come by them."""

from collections.abc import Callable
from typing import Protocol

from mneme.domain.thresholds import Thresholds

ThresholdsNow = Callable[[], Thresholds]
"""Gives a use case the thresholds of the piece of work it is part of: the same all through it."""


class Settings(Protocol):
    """Where operators leave their thresholds."""

    def thresholds(self) -> Thresholds:
        """Return what was set last, over what the deployment says.

        Raises Unavailable if it cannot be read now, and InvalidRequest, naming the field, if it is
        no set of thresholds.
        """
        ...


class FixedSettings:
    """`Settings` that nobody can change."""

    def __init__(self, thresholds: Thresholds) -> None:
        self._thresholds = thresholds

    def thresholds(self) -> Thresholds:
        """Return them."""
        return self._thresholds


AS_DELIVERED = Thresholds()


def as_delivered() -> Thresholds:
    """Return the thresholds that nobody has changed."""
    return AS_DELIVERED
