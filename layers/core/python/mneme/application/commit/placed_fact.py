"""A fact on its way into a user's memory: embedded, and with the place it belongs to."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from mneme.domain.fact import Fact
from mneme.domain.memory import Embedding
from mneme.domain.scope import Scope, VisibleScope

CLOCK_SKEW = timedelta(minutes=5)
"""So far may the clock of a message be ahead of ours and keep the order of its messages."""


@dataclass(frozen=True, slots=True)
class PlacedFact:
    """What is looked up and decided about. `epoch` is its scope's, `key_epoch` the user's.

    `accepted_at` is when its task was, None for what is written without one.
    """

    fact: Fact
    embedding: Embedding
    scope: Scope
    epoch: int
    key_epoch: int
    accepted_at: datetime | None = None

    def observed_by(self, accepted_at: datetime) -> "PlacedFact":
        """Return it as accepted then, and observed no later, but for the skew of clocks.

        A message from next year must not keep its slot until then.
        """
        latest = accepted_at + CLOCK_SKEW
        observed_at = min(self.fact.observed_at, latest)
        fact = replace(self.fact, observed_at=observed_at)
        return replace(self, fact=fact, accepted_at=accepted_at)

    def tells_anew(self, said_at: datetime, overruled_at: datetime) -> bool:
        """Return whether it is told anew, after what was `said_at` last was overruled by a person.

        Anew is what was accepted since, and said later: than it was before, and than it was
        overruled. What waited here or elsewhere meanwhile is none. What is written at once is.
        """
        if self.accepted_at is None:
            return True
        observed_at = self.fact.observed_at
        # Differences: where instants begin there is none before one.
        later = observed_at > said_at and overruled_at - observed_at < CLOCK_SKEW
        return self.accepted_at > overruled_at and later

    @property
    def place(self) -> VisibleScope:
        """The one place whose memories it is compared with."""
        return VisibleScope(self.scope.key, self.epoch)
