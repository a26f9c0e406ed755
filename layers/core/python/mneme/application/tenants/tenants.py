"""Tenants and their API keys: random, stored hashed, limited to scopes and apps, expiring."""

import hashlib
import hmac
import re
from dataclasses import dataclass
from datetime import datetime

from mneme.application.ports.clock import Clock, Ids
from mneme.application.ports.table_store import Item, Missing, Put, TableStore, Value
from mneme.application.repositories import row_values as read
from mneme.application.repositories.key_ring import KeyRing
from mneme.application.repositories.row_keys import TENANTS, api_key_key, tenant_key
from mneme.application.repositories.row_values import milliseconds
from mneme.domain.errors import InternalFault, NotAuthenticated, WriteConflict
from mneme.domain.identity import TENANT_ID, tenant_id
from mneme.domain.tenancy import Grant, TenantContext, internal_context

SECRET_BYTES = 32
_API_KEY = re.compile(rf"mk_({TENANT_ID.pattern})_([0-9A-Z]{{26}})_([0-9a-f]{{64}})")


@dataclass(frozen=True)
class Tenants:
    """Makes tenants and keys, and recognizes a key."""

    tables: TableStore
    keys: KeyRing
    clock: Clock
    ids: Ids

    def create(self, name: str) -> TenantContext:
        """Make a tenant with its branch key; an existing one stays as it is."""
        tenant = internal_context(tenant_id(name))
        place = tenant_key(tenant)
        row = {"pk": place.partition, "sk": place.sort, "suspended": False}
        try:
            self.tables.transact(tenant, [Put(TENANTS, row, Missing("pk"))])
        except WriteConflict as conflict:
            if not conflict.failed:
                raise
        self.keys.create_branch_key(tenant)
        return tenant

    def issue_key(
        self,
        tenant: TenantContext,
        grants: frozenset[Grant],
        apps: frozenset[str] | None = None,
        expires_at: datetime | None = None,
    ) -> str:
        """Return a new API key; only its hash is kept, so it cannot be shown again."""
        key_id, secret = self.ids.new(), self.ids.secret(SECRET_BYTES).hex()
        place = api_key_key(tenant, key_id)
        row: dict[str, Value] = {
            "pk": place.partition,
            "sk": place.sort,
            "hash": _hash(secret),
            "grants": frozenset(grant.value for grant in grants),
        }
        if apps is not None:
            row["apps"] = list[Value](sorted(apps))
        if expires_at is not None:
            row["expires_at"] = milliseconds(expires_at)
        self.tables.transact(tenant, [Put(TENANTS, row, Missing("pk"))])
        return f"mk_{tenant.tenant_id}_{key_id}_{secret}"

    def recognize(self, api_key: str) -> TenantContext:
        """Return whose key it is. Raises NotAuthenticated for any key we do not accept."""
        match = _API_KEY.fullmatch(api_key)
        if match is None:
            raise NotAuthenticated("the API key is not known")
        name, key_id, secret = match.groups()
        tenant = internal_context(name)
        row = self.tables.get(tenant, TENANTS, api_key_key(tenant, key_id))
        stored = b"" if row is None else read.binary(row, "hash")
        if not hmac.compare_digest(stored, _hash(secret)) or row is None:
            raise NotAuthenticated("the API key is not known")
        if read.flag(row, "revoked") or self._expired(row) or self._suspended(tenant):
            raise NotAuthenticated("the API key is no longer valid")
        return TenantContext(
            tenant_id=name,
            grants=frozenset(Grant(grant) for grant in read.members(row, "grants")),
            apps=_apps(row),
            credential_id=key_id,
        )

    def _expired(self, row: Item) -> bool:
        expires_at = read.optional_instant(row, "expires_at")
        return expires_at is not None and expires_at <= self.clock.now()

    def _suspended(self, tenant: TenantContext) -> bool:
        row = self.tables.get(tenant, TENANTS, tenant_key(tenant))
        return row is None or read.flag(row, "suspended")


def _hash(secret: str) -> bytes:
    # The secret has 256 random bits: a slow hash would protect nothing.
    return hashlib.sha256(secret.encode()).digest()


def _apps(row: Item) -> frozenset[str] | None:
    if "apps" not in row:
        return None
    apps = row["apps"]
    if not isinstance(apps, list):
        raise InternalFault("a stored API key is damaged")
    return frozenset(str(app) for app in apps)
