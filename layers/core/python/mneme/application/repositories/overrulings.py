"""Overrulings: what people deleted or corrected last in a scope, so that it stays away.

One small row a scope, for who is told something that a slot or a content's guard cannot find. It is
compared-and-set, and no authority: each entry is held against its memory's head.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from mneme.application.ports.table_store import (
    Action,
    Delete,
    Equals,
    Item,
    Missing,
    Put,
    TableStore,
    Value,
)
from mneme.application.repositories import row_values as read
from mneme.application.repositories.row_keys import GUARDS, overrulings_key
from mneme.application.repositories.row_values import instant_of, milliseconds
from mneme.domain.memory import Head
from mneme.domain.scope import VisibleScope
from mneme.domain.tenancy import TenantContext

MOST = 100
"""So many of a scope are known: those before them are found by their words and slots alone."""

_DELETED, _CORRECTED = "d", "c"


@dataclass(frozen=True, slots=True)
class Overruling:
    """A revision that a person deleted or, if `corrected`, gave other words; and when."""

    memory_id: str
    revision: int
    at: datetime
    corrected: bool = False

    def stands(self, head: Head) -> bool:
        """Return whether it is so still, by the memory's head."""
        if self.corrected:
            return head.revision > self.revision
        return head.is_unwanted and head.revision == self.revision


def deletion_of(head: Head) -> Overruling:
    """Return by what a memory that a person deleted is overruled."""
    return Overruling(head.memory_id, head.revision, head.deleted_at or head.changed_at)


@dataclass(frozen=True, slots=True)
class ScopeOverrulings:
    """The last overrulings of a scope, the newest first, and the version of that list."""

    partition: str
    place: VisibleScope
    listed: tuple[Overruling, ...]
    version: int

    def note(self, new: Iterable[Overruling]) -> Action:
        """Return the action that adds some, if the list did not move meanwhile.

        Of too many the oldest leave it.
        """
        added = sorted(new, key=lambda one: one.at, reverse=True)
        again = {(one.memory_id, one.revision, one.corrected) for one in added}
        kept = [
            one for one in self.listed if (one.memory_id, one.revision, one.corrected) not in again
        ]
        return self._listing([*added, *kept][:MOST])

    def without(self, memory_id: str) -> list[Action]:
        """Return the action that takes out a memory that is purged, if it is listed."""
        left = [one for one in self.listed if one.memory_id != memory_id]
        if len(left) == len(self.listed):
            return []
        key = overrulings_key(self.partition, self.place.scope_key, self.place.epoch)
        gone = Delete(GUARDS, key, Equals("version", self.version))
        return [self._listing(left) if left else gone]

    def _listing(self, listed: Iterable[Overruling]) -> Action:
        key = overrulings_key(self.partition, self.place.scope_key, self.place.epoch)
        written: list[Value] = [_written(one) for one in listed]
        row: dict[str, Value] = {
            "pk": key.partition,
            "sk": key.sort,
            "listed": written,
            "version": self.version + 1,
        }
        unmoved = Missing("pk") if self.version == 0 else Equals("version", self.version)
        return Put(GUARDS, row, unmoved)


@dataclass(frozen=True)
class Overrulings:
    """Reads the overrulings of a user's scopes, consistently."""

    tables: TableStore

    def of_scope(
        self, tenant: TenantContext, partition: str, place: VisibleScope
    ) -> ScopeOverrulings:
        """Return what was overruled last in a scope. Raises Unavailable."""
        key = overrulings_key(partition, place.scope_key, place.epoch)
        row = self.tables.get(tenant, GUARDS, key)
        if row is None:
            return ScopeOverrulings(partition, place, (), 0)
        return ScopeOverrulings(partition, place, _listed(row), read.whole(row, "version"))


def _written(one: Overruling) -> str:
    why = _CORRECTED if one.corrected else _DELETED
    return f"{one.memory_id} {one.revision} {milliseconds(one.at)} {why}"


def _listed(row: Item) -> tuple[Overruling, ...]:
    return tuple(_of_text(one) for one in read.texts(row, "listed"))


def _of_text(written: str) -> Overruling:
    memory_id, revision, at, why = written.split(" ")
    return Overruling(memory_id, int(revision), instant_of(int(at)), why == _CORRECTED)
