"""Tenants: made, suspended and resumed, and recognized by their keys."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import cast

from mneme.application.ports.clock import Clock, Ids
from mneme.application.ports.table_store import (
    Change,
    Missing,
    Put,
    Remove,
    SetIfMissing,
    SetTo,
    TableStore,
    Value,
)
from mneme.application.repositories import row_values as read
from mneme.application.repositories.key_ring import KeyRing
from mneme.application.repositories.row_keys import TENANTS, tenant_key
from mneme.application.repositories.row_values import milliseconds
from mneme.application.repositories.tenant_rows import ERASED, ERASING, TenantRows
from mneme.application.tenants.api_key_rows import KeyTerms, key_of, parsed_key
from mneme.application.tenants.api_keys import ApiKeys, no_such_tenant
from mneme.application.tenants.recognized import QUOTAS, USAGE_KEY, Recognized, of_row, quotas_in
from mneme.domain.errors import InvalidRequest, NotAuthenticated, WriteConflict
from mneme.domain.identity import tenant_id
from mneme.domain.quotas import Quotas, told_quotas
from mneme.domain.tenancy import Grant, TenantContext, internal_context

SUSPENDED_AT = "suspended_at"
"""The attribute of a tenant's row that says since when nobody is let in."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How much a tenant may ask by contract, and the value of its key of the gateway."""

    quotas: Quotas
    usage_key: str | None


@dataclass(frozen=True)
class Tenants:
    """Makes tenants, lets them in or not, and recognizes a key."""

    tables: TableStore
    rows: TenantRows
    keys: KeyRing
    clock: Clock
    ids: Ids

    @property
    def api_keys(self) -> ApiKeys:
        """The keys of tenants."""
        return ApiKeys(self.tables, self.clock, self.ids)

    def create(self, name: str) -> TenantContext:
        """Make a tenant with its branch key, both or neither; an existing one stays as it is.

        Raises InvalidRequest for one that was erased, or is being erased, Unavailable.
        """
        tenant = internal_context(tenant_id(name))
        place = tenant_key(tenant)
        row = {"pk": place.partition, "sk": place.sort, "suspended": False}
        born = (Put(TENANTS, row, Missing("pk")), self.keys.branch_keys.birth(tenant))
        try:
            self.tables.transact(tenant, born)
        except WriteConflict as conflict:
            if not conflict.failed:
                raise
            self.require_not_erased(tenant)
            for number in {0, 1} - set(conflict.failed):
                self.tables.transact(tenant, [born[number]])
        return tenant

    def suspend(self, tenant: TenantContext, *, suspended: bool) -> None:
        """Let nobody of a tenant in any more, or let them in again. Raises NotFound.

        What was accepted before is still worked on: callers were promised it (decision 29).
        """
        since = milliseconds(self.clock.now())
        noted = SetIfMissing(SUSPENDED_AT, since) if suspended else Remove(SUSPENDED_AT)
        self._change(tenant, (SetTo("suspended", suspended), noted))

    def _change(self, tenant: TenantContext, changes: Sequence[Change]) -> None:
        try:
            self.rows.change(tenant, changes)
        except WriteConflict as conflict:
            if not conflict.failed:
                raise
            raise no_such_tenant(tenant) from conflict

    def limit(self, tenant: TenantContext, quotas: Quotas, usage_key: str | None) -> None:
        """Set how much a tenant may ask, and its key of the gateway; nothing: no bound of ours.

        Raises NotFound.
        """
        told = cast("Value", told_quotas(quotas))
        changes = (
            SetTo(QUOTAS, told) if quotas else Remove(QUOTAS),
            Remove(USAGE_KEY) if usage_key is None else SetTo(USAGE_KEY, usage_key),
        )
        self._change(tenant, changes)

    def limits(self, tenant: TenantContext) -> Limits:
        """Return what `limit` set. Raises NotFound."""
        row = self.tables.get(tenant, TENANTS, tenant_key(tenant))
        if row is None:
            raise no_such_tenant(tenant)
        return Limits(quotas_in(row), read.optional_text(row, USAGE_KEY))

    def issue_key(
        self,
        tenant: TenantContext,
        grants: frozenset[Grant],
        apps: frozenset[str] | None = None,
        expires_at: datetime | None = None,
    ) -> str:
        """Return a new API key, as `ApiKeys.issue` does."""
        return self.api_keys.issue(tenant, KeyTerms(grants, apps, expires_at)).text

    def recognize(self, api_key: str) -> TenantContext:
        """Return whose key it is. Raises as `recognized` does."""
        return self.recognized(api_key).caller

    def recognized(self, api_key: str) -> Recognized:
        """Return what a key stands for. Raises NotAuthenticated for any that we do not accept."""
        presented = parsed_key(api_key)
        if presented is None:
            raise NotAuthenticated("the API key is not known")
        tenant = internal_context(presented.tenant)
        row = self.api_keys.row(tenant, presented.key_id)
        if not presented.fits(row) or row is None:
            raise NotAuthenticated("the API key is not known")
        key = key_of(row)
        if not key.works_at(self.clock.now()):
            raise NotAuthenticated("the API key is no longer valid")
        caller = TenantContext(
            tenant_id=presented.tenant,
            grants=key.terms.grants,
            apps=key.terms.apps,
            credential_id=key.key_id,
        )
        row_of_tenant = self.tables.get(tenant, TENANTS, tenant_key(tenant))
        return of_row(caller, row_of_tenant, key.terms.expires_at)

    def is_suspended(self, tenant: TenantContext) -> bool:
        """Return whether nobody of a tenant is let in. Raises NotFound."""
        row = self.tables.get(tenant, TENANTS, tenant_key(tenant))
        if row is None:
            raise no_such_tenant(tenant)
        return read.flag(row, "suspended")

    def require_not_erased(self, tenant: TenantContext) -> None:
        """Raise InvalidRequest if a tenant was erased, or is being erased."""
        row = self.tables.get(tenant, TENANTS, tenant_key(tenant)) or {}
        if ERASED in row:
            raise InvalidRequest("was erased: nobody gets its name again", field="tenant")
        if ERASING in row:
            raise InvalidRequest("is being erased", field="tenant")

    def require(self, tenant: TenantContext) -> None:
        """Raise NotFound unless there is such a tenant."""
        if self.tables.get(tenant, TENANTS, tenant_key(tenant)) is None:
            raise no_such_tenant(tenant)
