"""Where a memory is visible: one scope key per memory, compared by equality only."""

from dataclasses import dataclass
from enum import StrEnum

from mneme.domain.errors import InvalidRequest

GLOBAL_KEY = "G"
SESSION_LETTER = "S"


class Level(StrEnum):
    """The visibility axis."""

    GLOBAL = "GLOBAL"
    APP = "APP"
    SESSION = "SESSION"


def escape(part: str) -> str:
    """Escape one part of a joined key so that `#` only ever separates parts. Reversible."""
    return part.replace("%", "%25").replace("#", "%23")


def unescape(part: str) -> str:
    """Undo `escape`."""
    return part.replace("%23", "#").replace("%25", "%")


def join_key(*parts: str) -> str:
    """Join parts into one key; distinct lists of parts always give distinct keys."""
    return "#".join(escape(part) for part in parts)


def split_key(key: str) -> tuple[str, ...]:
    """Undo `join_key`."""
    return tuple(unescape(part) for part in key.split("#"))


@dataclass(frozen=True, slots=True)
class Scope:
    """The place of a memory: its level, and the app and session it was said in.

    A GLOBAL memory may carry the app it came from; that does not narrow its visibility.
    """

    level: Level
    app_id: str | None = None
    session_id: str | None = None

    def __post_init__(self) -> None:
        """Refuse a level whose own id is missing."""
        if self.level is Level.APP and self.app_id is None:
            raise InvalidRequest("is required at level APP", field="app_id")
        if self.level is Level.SESSION and self.session_id is None:
            raise InvalidRequest("is required at level SESSION", field="session_id")

    @property
    def key(self) -> str:
        """`G`, `A#<app>` or `S#<app>#<session>` (an empty app part stands for no app)."""
        if self.level is Level.GLOBAL:
            return GLOBAL_KEY
        if self.level is Level.APP:
            return app_scope_key(self.app_id or "")
        return session_scope_key(self.app_id, self.session_id or "")


def requested_scope(level: Level | None, app_id: str | None, session_id: str | None) -> Scope:
    """Return the scope of a write; without a level it is APP if an app is named, else GLOBAL."""
    if level is None:
        level = Level.GLOBAL if app_id is None else Level.APP
    return Scope(level, app_id, session_id)


def app_scope_key(app_id: str) -> str:
    """Return the scope key of an app."""
    return join_key("A", app_id)


def session_scope_key(app_id: str | None, session_id: str) -> str:
    """Return the scope key of a session; no app is told apart from every app."""
    return join_key(SESSION_LETTER, app_id or "", session_id)


@dataclass(frozen=True, slots=True)
class VisibleScope:
    """One (scope key, epoch) pair; a memory is visible exactly if its own pair is in the set."""

    scope_key: str
    epoch: int
