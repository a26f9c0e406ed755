"""Guards: who holds a content, which families compete for a fact key, what a scope has seen.

They are read before a decision and compared-and-set in its transaction, so two writers that saw
the same state cannot both act on it: the second decides again.
"""

from dataclasses import dataclass
from datetime import datetime

from mneme.application.ports.table_store import (
    Action,
    AddToSet,
    Any,
    Delete,
    Equals,
    Increase,
    Missing,
    Put,
    RemoveFromSet,
    SetTo,
    TableStore,
    Update,
)
from mneme.application.repositories import row_values as read
from mneme.application.repositories.row_keys import (
    GUARDS,
    fact_guard_key,
    hash_guard_key,
    scope_guard_key,
)
from mneme.application.repositories.row_values import milliseconds
from mneme.domain.scope import VisibleScope
from mneme.domain.tenancy import TenantContext


@dataclass(frozen=True, slots=True)
class ContentGuard:
    """Who holds a content in a scope: None if nobody ever did."""

    partition: str
    place: VisibleScope
    content_hash: str
    memory_id: str | None

    def hold(self, memory_id: str) -> Action:
        """Return the action that gives the content to a memory, if nobody took it meanwhile."""
        key = hash_guard_key(
            self.partition, self.place.scope_key, self.place.epoch, self.content_hash
        )
        row = {"pk": key.partition, "sk": key.sort, "memory_id": memory_id}
        unmoved = Missing("pk") if self.memory_id is None else Equals("memory_id", self.memory_id)
        return Put(GUARDS, row, unmoved)

    def release(self, memory_id: str) -> Action:
        """Return the action by which a memory lets go of the content, if it is the holder."""
        key = hash_guard_key(
            self.partition, self.place.scope_key, self.place.epoch, self.content_hash
        )
        return Delete(GUARDS, key, Any((Missing("pk"), Equals("memory_id", memory_id))))


@dataclass(frozen=True, slots=True)
class FactKeyGuard:
    """The families that fill a fact key in a scope, and the version of that set."""

    partition: str
    place: VisibleScope
    key_hash: str
    memory_ids: frozenset[str]
    version: int

    def join(self, memory_id: str) -> Action:
        """Return the action that adds a family, if the set did not move meanwhile."""
        key = fact_guard_key(self.partition, self.place.scope_key, self.place.epoch, self.key_hash)
        unmoved = Missing("pk") if self.version == 0 else Equals("version", self.version)
        changes = (AddToSet("memory_ids", frozenset({memory_id})), Increase("version", 1))
        return Update(GUARDS, key, changes, unmoved)

    def leave(self, memory_id: str) -> Action:
        """Return the action that takes a family out, if the set did not move meanwhile."""
        key = fact_guard_key(self.partition, self.place.scope_key, self.place.epoch, self.key_hash)
        unmoved = Missing("pk") if self.version == 0 else Equals("version", self.version)
        changes = (RemoveFromSet("memory_ids", frozenset({memory_id})), Increase("version", 1))
        return Update(GUARDS, key, changes, unmoved)

    def forget(self, memory_id: str) -> Action:
        """Return the action that takes a purged family out; without families there is no guard."""
        if self.memory_ids != {memory_id}:
            return self.leave(memory_id)
        key = fact_guard_key(self.partition, self.place.scope_key, self.place.epoch, self.key_hash)
        return Delete(GUARDS, key, Equals("version", self.version))


@dataclass(frozen=True, slots=True)
class ScopeGuard:
    """How often the facts of a scope have changed: who finds nothing similar relies on it.

    `overruled_at` is when a person deleted or corrected one last, None if nobody ever did.
    """

    partition: str
    place: VisibleScope
    version: int
    overruled_at: datetime | None = None

    def advance(self) -> Action:
        """Return the action that counts a change, if there was none since it was read."""
        key = scope_guard_key(self.partition, self.place.scope_key, self.place.epoch)
        unmoved = Missing("pk") if self.version == 0 else Equals("version", self.version)
        return Update(GUARDS, key, (Increase("version", 1),), unmoved)


def facts_changed(partition: str, place: VisibleScope) -> Action:
    """Return the action that counts a change of a scope, for who relies on none before it."""
    key = scope_guard_key(partition, place.scope_key, place.epoch)
    return Update(GUARDS, key, (Increase("version", 1),))


def facts_overruled(partition: str, place: VisibleScope, at: datetime) -> Action:
    """Return the same of a change by which a person deletes or corrects what was said."""
    key = scope_guard_key(partition, place.scope_key, place.epoch)
    changes = (Increase("version", 1), SetTo("overruled_at", milliseconds(at)))
    return Update(GUARDS, key, changes)


@dataclass(frozen=True)
class Guards:
    """Reads the guards of a user, consistently."""

    tables: TableStore

    def content(
        self, tenant: TenantContext, partition: str, place: VisibleScope, content_hash: str
    ) -> ContentGuard:
        """Return who holds the content."""
        key = hash_guard_key(partition, place.scope_key, place.epoch, content_hash)
        row = self.tables.get(tenant, GUARDS, key)
        holder = None if row is None else read.text(row, "memory_id")
        return ContentGuard(partition, place, content_hash, holder)

    def fact_key(
        self, tenant: TenantContext, partition: str, place: VisibleScope, key_hash: str
    ) -> FactKeyGuard:
        """Return which families fill the fact key."""
        key = fact_guard_key(partition, place.scope_key, place.epoch, key_hash)
        row = self.tables.get(tenant, GUARDS, key)
        if row is None:
            return FactKeyGuard(partition, place, key_hash, frozenset(), 0)
        members = read.members(row, "memory_ids")
        return FactKeyGuard(partition, place, key_hash, members, read.whole(row, "version"))

    def scope(self, tenant: TenantContext, partition: str, place: VisibleScope) -> ScopeGuard:
        """Return how often the facts of a scope have changed."""
        row = self.tables.get(
            tenant, GUARDS, scope_guard_key(partition, place.scope_key, place.epoch)
        )
        if row is None:
            return ScopeGuard(partition, place, 0)
        overruled_at = read.optional_instant(row, "overruled_at")
        return ScopeGuard(partition, place, read.whole(row, "version"), overruled_at)
