"""Errands that the caller runs itself: for what answers from this process, in milliseconds."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from mneme.application.ports.errands import Errand, Errands
from mneme.domain.errors import Late

Told = TypeVar("Told")


@dataclass(frozen=True, slots=True)
class InlineErrand(Generic[Told]):
    """A call that is made when its result is asked for, and takes as long as it takes."""

    call: Callable[[], Told]

    def result(self, seconds: float) -> Told:
        """Make the call. Raises Late, and makes none, if there is no time at all."""
        if seconds <= 0:
            raise Late("there was no time left for a call")
        return self.call()


class InlineErrands:
    """`Errands` without threads: a hand-over would cost more than it could save."""

    def start(self, call: Callable[[], Told]) -> Errand[Told]:
        """Keep the call for when its result is asked for."""
        return InlineErrand(call)


@dataclass(frozen=True, slots=True)
class Bulkheads:
    """What runs the calls of a recall, apart by whom they ask: who hangs holds up nobody else."""

    stores: Errands = field(default_factory=InlineErrands)
    embedder: Errands = field(default_factory=InlineErrands)
    index: Errands = field(default_factory=InlineErrands)
    queue: Errands = field(default_factory=InlineErrands)
