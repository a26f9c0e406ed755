"""A memory as a line of an export tells it."""

from collections.abc import Mapping
from dataclasses import dataclass

from mneme.domain.memory import Head, Revision
from mneme.domain.scope import Scope

Places = Mapping[str, Scope]
"""Where memories are, by their ids."""


@dataclass(frozen=True, slots=True)
class ToldMemory:
    """How it stands, revisions of it in order, and the places of those it is linked to elsewhere.

    The last revision is the current one.
    """

    head: Head
    revisions: tuple[Revision, ...]
    elsewhere: Places

    @property
    def linked(self) -> frozenset[str]:
        """The memories that any of it names."""
        return frozenset().union(*(one.linked for one in self.revisions))
