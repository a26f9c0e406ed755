"""The one key of a tenant that its user tokens are signed with; another one ends them all."""

from dataclasses import dataclass, field

from mneme.application.ports.clock import Clock, Ids
from mneme.application.ports.signed_tokens import SECRET_BYTES, SignedTokens
from mneme.application.ports.table_store import (
    Action,
    All,
    Delete,
    Equals,
    Item,
    Missing,
    Put,
    SetTo,
    TableStore,
    Update,
)
from mneme.application.repositories import row_values as read
from mneme.application.repositories.key_ring import KeyRing
from mneme.application.repositories.row_keys import TENANTS, tenant_key, token_key_key
from mneme.application.repositories.row_values import milliseconds
from mneme.application.repositories.tenant_rows import IS_THERE
from mneme.application.tenants.api_keys import no_such_tenant
from mneme.domain.errors import InternalFault, WriteConflict
from mneme.domain.tenancy import TenantContext

CURRENT = "token_key"
"""The attribute of a tenant's row that names its key. What another one signed is refused."""


@dataclass(frozen=True, slots=True)
class SigningKey:
    """A secret and its name."""

    key_id: str
    secret: bytes = field(repr=False)


@dataclass(frozen=True)
class TokenKeys:
    """Makes keys, seals their secrets under the tenant's branch key, and keeps their public half.

    Who verifies tokens needs that half alone, and so no right to the branch key.
    """

    tables: TableStore
    keys: KeyRing
    tokens: SignedTokens
    clock: Clock
    ids: Ids

    def signing(self, tenant: TenantContext) -> SigningKey:
        """Return the tenant's key, making it at first use. Raises NotFound, Unavailable."""
        row = self._tenant_row(tenant)
        if CURRENT not in row:
            try:
                return self._replace(tenant, None)
            except WriteConflict as conflict:
                row = self._tenant_row(tenant)
                if CURRENT not in row:
                    raise conflict from None
        return self._opened(tenant, read.text(row, CURRENT))

    def rotate(self, tenant: TenantContext) -> None:
        """Refuse every token that was signed until now. Raises NotFound, WriteConflict."""
        self._replace(tenant, read.optional_text(self._tenant_row(tenant), CURRENT))

    def _replace(self, tenant: TenantContext, before: str | None) -> SigningKey:
        key = SigningKey(self.ids.new(), self.ids.secret(SECRET_BYTES))
        place = token_key_key(tenant, key.key_id)
        row: Item = {
            "pk": place.partition,
            "sk": place.sort,
            "public": self.tokens.public_half(key.secret),
            "sealed": self.keys.seal(tenant, place, key.secret),
            "created_at": milliseconds(self.clock.now()),
        }
        unmoved = Missing(CURRENT) if before is None else Equals(CURRENT, before)
        actions: list[Action] = [
            Put(TENANTS, row, Missing("pk")),
            Update(
                TENANTS,
                tenant_key(tenant),
                (SetTo(CURRENT, key.key_id),),
                All((IS_THERE, unmoved)),
            ),
        ]
        if before is not None:
            actions.append(Delete(TENANTS, token_key_key(tenant, before)))
        self.tables.transact(tenant, actions)
        return key

    def _opened(self, tenant: TenantContext, key_id: str) -> SigningKey:
        place = token_key_key(tenant, key_id)
        row = self.tables.get(tenant, TENANTS, place)
        if row is None:
            raise InternalFault("a tenant's token key is missing")
        return SigningKey(key_id, self.keys.unseal(tenant, place, read.binary(row, "sealed")))

    def _tenant_row(self, tenant: TenantContext) -> Item:
        row = self.tables.get(tenant, TENANTS, tenant_key(tenant))
        if row is None:
            raise no_such_tenant(tenant)
        return row
