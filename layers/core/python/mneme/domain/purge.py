"""What a purge takes away: all of a user, one app of it, or one session."""

from dataclasses import dataclass, replace

from mneme.domain.memory import Head, Kind
from mneme.domain.scope import (
    SESSION_LETTER,
    Scope,
    app_scope_key,
    session_scope_key,
    split_key,
)
from mneme.domain.user_state import MOST_SCOPE_EPOCHS, UserState

MOVED_AT_ONCE = 25
"""Epochs that one purge moves out of the user's row, beside its own actions."""


@dataclass(frozen=True, slots=True)
class PurgeTarget:
    """What is purged: everything, or what was said in an app (sessions included) or a session.

    What is GLOBAL belongs to no app, wherever it was said: only a purge of everything reaches it;
    but for what quotes a session (CONTINUITY), which goes with that.
    """

    app_id: str | None = None
    session_id: str | None = None

    @property
    def everything(self) -> bool:
        """Whether it is all of the user."""
        return self.app_id is None and self.session_id is None

    @property
    def scope_key(self) -> str | None:
        """The key of the scope it is about; None for everything."""
        if self.session_id is not None:
            return session_scope_key(self.app_id, self.session_id)
        return None if self.app_id is None else app_scope_key(self.app_id)

    def covers(self, scope: Scope) -> bool:
        """Return whether a memory of this scope is meant."""
        return self.covers_key(scope.key)

    def is_quoted_by(self, head: Head) -> bool:
        """Return whether a memory says, elsewhere, what the session to be purged was about."""
        return (
            self.session_id is not None
            and head.kind is Kind.CONTINUITY
            and (head.scope.app_id, head.scope.session_id) == (self.app_id, self.session_id)
        )

    def covers_key(self, scope_key: str) -> bool:
        """Return whether memories of the scope of this key are meant."""
        if self.everything or scope_key == self.scope_key:
            return True
        return self._is_session_of_the_app(scope_key)

    def _is_session_of_the_app(self, scope_key: str) -> bool:
        if self.session_id is not None:
            return False
        return split_key(scope_key)[:2] == (SESSION_LETTER, self.app_id)


def purged(state: UserState, target: PurgeTarget) -> UserState:
    """Return the user's state after a purge: the target's epoch is newer than any there was.

    Older epochs that the new one contains are dropped: they decide nothing any more.
    """
    epoch = state.newest_epoch + 1
    if target.scope_key is None:
        return replace(state, epoch=epoch, scope_epochs={}, moved=0)
    left = {key: one for key, one in state.scope_epochs.items() if not target.covers_key(key)}
    return replace(state, scope_epochs={**left, target.scope_key: epoch})


def oldest_epochs(state: UserState) -> dict[str, int]:
    """Return the epochs that have to move out of the user's row, so that it stays small.

    They are the oldest, a few of them where there are far too many: later purges move the rest.
    """
    too_many = len(state.scope_epochs) - MOST_SCOPE_EPOCHS
    if too_many <= 0:
        return {}
    by_age = sorted(state.scope_epochs.items(), key=lambda entry: entry[1])
    return dict(by_age[: min(too_many, MOVED_AT_ONCE)])


def purged_at(state: UserState, target: PurgeTarget) -> int:
    """Return the epoch from which on what is told there is seen; what is older is purged."""
    return state.epoch if target.scope_key is None else state.scope_epochs[target.scope_key]
