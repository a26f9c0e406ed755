"""A dimension: which of a user's memories are meant. Equality only; what is named narrows."""

from dataclasses import dataclass

from mneme.domain.memory import Head, Kind, MemType, Ownership
from mneme.domain.scope import Level, Scope, session_scope_key


@dataclass(frozen=True, slots=True)
class Dimension:
    """A memory is meant if it fits everything that is named; an empty set names nothing.

    An app means what is visible in that app alone: at level APP, and in its sessions. A session
    is one of the app that is named, or of no app.
    """

    app_id: str | None = None
    session_id: str | None = None
    level: Level | None = None
    ownership: frozenset[Ownership] = frozenset()
    mem_types: frozenset[MemType] = frozenset()
    kinds: frozenset[Kind] = frozenset()

    @property
    def names_nothing(self) -> bool:
        """Whether every memory is meant."""
        return self == Dimension()

    def holds(self, head: Head) -> bool:
        """Return whether the memory is meant."""
        return (
            self._holds_place(head.scope)
            and (not self.ownership or head.ownership in self.ownership)
            and (not self.mem_types or head.mem_type in self.mem_types)
            and (not self.kinds or head.kind in self.kinds)
        )

    def _holds_place(self, scope: Scope) -> bool:
        if self.level is not None and scope.level is not self.level:
            return False
        if self.session_id is not None:
            return scope.key == session_scope_key(self.app_id, self.session_id)
        if self.app_id is not None:
            return scope.level is not Level.GLOBAL and scope.app_id == self.app_id
        return True
