"""A fact on its way into a user's memory: embedded, and with the place it belongs to."""

from dataclasses import dataclass

from mneme.domain.fact import Fact
from mneme.domain.memory import Embedding
from mneme.domain.scope import Scope, VisibleScope


@dataclass(frozen=True, slots=True)
class PlacedFact:
    """What is looked up and decided about. `epoch` is its scope's, `key_epoch` the user's."""

    fact: Fact
    embedding: Embedding
    scope: Scope
    epoch: int
    key_epoch: int

    @property
    def place(self) -> VisibleScope:
        """The one place whose memories it is compared with."""
        return VisibleScope(self.scope.key, self.epoch)
