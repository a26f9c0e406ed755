"""For how long sessions last: the numbers without the rules, which read dates."""

from dataclasses import dataclass
from datetime import timedelta


@dataclass(frozen=True, slots=True)
class SessionPolicy:
    """How long sessions last.

    One that was not used for `idle_hours` is over, whether anybody closes it or not. The next one
    can take up what is to be continued for `continued_hours`, at most `LONGEST_CONTINUED`.
    """

    idle_hours: int = 24
    continued_hours: int = 24

    @property
    def idle_for(self) -> timedelta:
        """Return how long a session lasts that is not used."""
        return timedelta(hours=self.idle_hours)

    @property
    def continued_for(self) -> timedelta:
        """Return how long what is to be continued lives."""
        return timedelta(hours=self.continued_hours)
