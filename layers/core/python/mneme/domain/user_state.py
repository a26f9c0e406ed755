"""What one user has switched and purged: the row that gates every request."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from mneme.domain.errors import MemorySwitchedOff
from mneme.domain.scope import Level, Scope, app_scope_key

MOST_APPS_OFF = 200
"""Apps whose switches are off: their names stand in the one row that each request reads."""

MOST_SCOPE_EPOCHS = 32
"""Epochs of apps and sessions in that row; older ones move to rows of their own."""

OlderEpochs = Callable[[Sequence[str]], Mapping[str, int]]
"""Tells the epochs that were moved out of the row, of those of some scope keys that have any."""


def none_older(_: Sequence[str]) -> Mapping[str, int]:
    """Tell of no epoch: none was moved."""
    return {}


@dataclass(frozen=True, slots=True)
class UserState:
    """Switches and epochs of one user; a user never seen before has the defaults.

    `epoch` is raised by purging everything; `scope_epochs` (by scope key) by purging a scope. All
    are drawn from one counter of the user, so they can be compared. Those that the row had no room
    for are told by `older`, none of them newer than `moved`; that may raise Unavailable. `version`
    moves with every change of the row; 0 means that there is no row.
    """

    enabled: bool = True
    apps_off: frozenset[str] = frozenset()
    epoch: int = 1
    scope_epochs: Mapping[str, int] = field(default_factory=dict)
    version: int = 0
    moved: int = 0
    older: OlderEpochs = field(default=none_older, compare=False, repr=False)

    @property
    def newest_epoch(self) -> int:
        """The newest epoch of all: it moves with every purge, whatever is purged."""
        return max([self.epoch, self.moved, *self.scope_epochs.values()])

    def effective_epoch(self, scope: Scope) -> int:
        """Return the newest epoch among those that contain `scope`."""
        keys = [scope.key]
        if scope.level is Level.SESSION and scope.app_id is not None:
            keys.append(app_scope_key(scope.app_id))
        newest = max([self.epoch, *(self.scope_epochs.get(key, 0) for key in keys)])
        if newest >= self.moved or scope.level is Level.GLOBAL:
            return newest
        elsewhere = self.older([key for key in keys if key not in self.scope_epochs])
        return max([newest, *elsewhere.values()])

    def is_on(self, app_id: str | None) -> bool:
        """Return whether memory works there: for the user, and in this app if one is named."""
        return self.enabled and (app_id is None or app_id not in self.apps_off)

    def require_on(self) -> None:
        """Raise MemorySwitchedOff if the user has switched memory off altogether."""
        if not self.enabled:
            raise MemorySwitchedOff("memory is switched off for this user")

    def require_app_on(self, app_id: str | None) -> None:
        """Raise MemorySwitchedOff if the user, or this app of the user, is switched off."""
        self.require_on()
        if app_id is not None and app_id in self.apps_off:
            raise MemorySwitchedOff("memory is switched off for this app", field="app_id")
