"""How much a tenant may ask by contract: requests of a class of verbs in a window of time."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from mneme.domain.tenancy import Grant

MOST_REQUESTS = 1_000_000_000
SLICES = 50
MOST_AT_ONCE = 100


class Window(StrEnum):
    """A span of time that begins at a round number of itself, in UTC."""

    MINUTE = "minute"
    DAY = "day"

    @property
    def seconds(self) -> int:
        """How long it is."""
        return {Window.MINUTE: 60, Window.DAY: 86_400}[self]

    def number(self, at: datetime) -> int:
        """Return which one an instant is in, counted from 1970."""
        return int(at.timestamp() // self.seconds)

    def ends_in(self, at: datetime) -> int:
        """Return in how many seconds the one that an instant is in is over, from 1 on."""
        return self.seconds - int(at.timestamp()) % self.seconds


@dataclass(frozen=True, slots=True)
class Quota:
    """So many requests of verbs that need a scope, in one window. None at all is 0."""

    grant: Grant
    window: Window
    requests: int

    @property
    def slice(self) -> int:
        """How many requests a process takes for itself at once: a fiftieth, a hundred at most."""
        return max(1, min(self.requests // SLICES, MOST_AT_ONCE))


Quotas = tuple[Quota, ...]


def quotas_of(told: Mapping[str, Mapping[str, int]]) -> Quotas:
    """Return the quotas of `{"recall": {"minute": 600}}`, in a settled order.

    Raises ValueError for what is none.
    """
    found = [
        _quota(Grant(grant), Window(window), requests)
        for grant, windows in told.items()
        for window, requests in windows.items()
    ]
    return tuple(sorted(found, key=lambda one: (one.grant, one.window)))


def told_quotas(quotas: Iterable[Quota]) -> dict[str, dict[str, int]]:
    """Undo `quotas_of`."""
    told: dict[str, dict[str, int]] = {}
    for one in quotas:
        told.setdefault(one.grant.value, {})[one.window.value] = one.requests
    return told


def _quota(grant: Grant, window: Window, requests: object) -> Quota:
    if type(requests) is not int or not 0 <= requests <= MOST_REQUESTS:
        raise ValueError(f"a quota is from 0 to {MOST_REQUESTS}")
    return Quota(grant, window, requests)
