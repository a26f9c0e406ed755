"""The API keys of a tenant: made, rotated, revoked, listed, and read for whoever presents one."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from mneme.application.ports.clock import Clock, Ids
from mneme.application.ports.table_store import (
    Action,
    All,
    Check,
    Equals,
    Item,
    Missing,
    Not,
    Present,
    Put,
    Query,
    SetTo,
    SortRange,
    TableStore,
    Update,
)
from mneme.application.repositories.row_keys import (
    API_KEYS,
    TENANTS,
    api_key_key,
    tenant_key,
)
from mneme.application.repositories.row_values import milliseconds
from mneme.application.repositories.tenant_rows import IS_THERE
from mneme.application.tenants.api_key_rows import (
    SECRET_BYTES,
    ApiKey,
    KeyTerms,
    KeyText,
    key_of,
    key_row,
)
from mneme.domain.errors import InvalidRequest, NotFound, WriteConflict
from mneme.domain.tenancy import TenantContext

LONGEST_OVERLAP = timedelta(days=30)


@dataclass(frozen=True)
class ApiKeys:
    """The keys in the table `tenants`, each in a row of its own."""

    tables: TableStore
    clock: Clock
    ids: Ids

    def issue(self, tenant: TenantContext, terms: KeyTerms) -> KeyText:
        """Return a new key; only its hash is kept, so it cannot be shown again.

        Raises NotFound if there is no such tenant, InvalidRequest for terms that are over already.
        """
        key = self._new(tenant)
        row = key_row(tenant, key, self._checked(terms), self.clock.now())
        actions: list[Action] = [
            Check(TENANTS, tenant_key(tenant), IS_THERE),
            Put(TENANTS, row, Missing("pk")),
        ]
        try:
            self.tables.transact(tenant, actions)
        except WriteConflict as conflict:
            if 0 not in conflict.failed:
                raise
            raise no_such_tenant(tenant) from conflict
        return key

    def rotate(
        self,
        tenant: TenantContext,
        key_id: str,
        overlap: timedelta,
        expires_at: datetime | None = None,
    ) -> KeyText:
        """Return a new key with the old one's scopes and apps; the old one works on for `overlap`.

        It works no longer than it would have, and neither does the new one unless `expires_at`
        says so. Both happen in one write, or neither. Raises NotFound
        for a key that works no more, InvalidRequest for an overlap that is none.
        """
        if not timedelta() <= overlap <= LONGEST_OVERLAP:
            raise InvalidRequest(
                f"must be from 0 to {LONGEST_OVERLAP.days} days", field="overlap_seconds"
            )
        now, old = self.clock.now(), self.find(tenant, key_id)
        if old is None or not old.works_at(now):
            raise no_such_key()
        last = old.terms.expires_at
        ends = now + overlap if last is None else min(now + overlap, last)
        key = self._new(tenant)
        terms = self._checked(replace(old.terms, expires_at=expires_at or last))
        self.tables.transact(
            tenant,
            [
                Put(TENANTS, key_row(tenant, key, terms, now), Missing("pk")),
                _ended(tenant, old, ends),
            ],
        )
        return key

    def revoke(self, tenant: TenantContext, key_id: str) -> None:
        """Refuse a key from now on, for good; a second time is no error. Raises NotFound."""
        changes = (SetTo("revoked", True),)
        update = Update(TENANTS, api_key_key(tenant, key_id), changes, Present("pk"))
        try:
            self.tables.transact(tenant, [update])
        except WriteConflict as conflict:
            if not conflict.failed:
                raise
            raise no_such_key() from conflict

    def find(self, tenant: TenantContext, key_id: str) -> ApiKey | None:
        """Return a key, read consistently, or None. Raises InternalFault for a damaged one."""
        row = self.row(tenant, key_id)
        return None if row is None else key_of(row)

    def row(self, tenant: TenantContext, key_id: str) -> Item | None:
        """Return a key's row, read consistently, or None."""
        return self.tables.get(tenant, TENANTS, api_key_key(tenant, key_id))

    def all(self, tenant: TenantContext) -> Iterator[ApiKey]:
        """Yield every key of a tenant, the oldest first, those that work no more included."""
        partition, cursor = tenant_key(tenant).partition, None
        while True:
            asked = Query(TENANTS, partition, sort=SortRange(*API_KEYS), cursor=cursor)
            page = self.tables.query(tenant, asked)
            yield from map(key_of, page.items)
            if page.cursor is None:
                return
            cursor = page.cursor

    def _new(self, tenant: TenantContext) -> KeyText:
        return KeyText(tenant.tenant_id, self.ids.new(), self.ids.secret(SECRET_BYTES).hex())

    def _checked(self, terms: KeyTerms) -> KeyTerms:
        if not terms.grants:
            raise InvalidRequest("must name at least one scope", field="scopes")
        if terms.expires_at is not None and terms.expires_at <= self.clock.now():
            raise InvalidRequest("must be in the future", field="expires_at")
        return terms


def no_such_tenant(tenant: TenantContext) -> NotFound:
    """Return the one answer for a tenant that is not there."""
    return NotFound(f"there is no tenant called {tenant.tenant_id}", field="tenant")


def no_such_key() -> NotFound:
    """Return the one answer for a key that is not there, or works no more."""
    return NotFound("there is no such key that works", field="key_id")


def _ended(tenant: TenantContext, old: ApiKey, ends: datetime) -> Update:
    """Return the end of a key that is as it was read: no later rotation or revocation is undone."""
    last = old.terms.expires_at
    unmoved = Missing("expires_at") if last is None else Equals("expires_at", milliseconds(last))
    unchanged = All((Present("pk"), unmoved, Not(Equals("revoked", True))))
    changes = (SetTo("expires_at", milliseconds(ends)),)
    return Update(TENANTS, api_key_key(tenant, old.key_id), changes, unchanged)
