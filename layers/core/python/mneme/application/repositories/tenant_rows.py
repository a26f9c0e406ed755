"""What a tenant chose for itself, in its own row: read seldom, for it is asked all the time."""

from dataclasses import dataclass, field

from mneme.application.bounded_cache import BoundedCache
from mneme.application.ports.clock import Clock
from mneme.application.ports.table_store import (
    Item,
    Present,
    Remove,
    SetTo,
    TableStore,
    Update,
    Value,
)
from mneme.application.repositories.row_keys import TENANTS, tenant_key
from mneme.domain.tenancy import TenantContext

ROW_SECONDS = 60.0
"""As long as the gateway remembers a tenant: so late a change may take effect."""

CACHED_TENANTS = 1_000


@dataclass(frozen=True)
class TenantRows:
    """Reads the rows of tenants, and sets one attribute of an existing one."""

    tables: TableStore
    clock: Clock
    _known: BoundedCache[str, Item] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Begin with nothing known."""
        known = BoundedCache[str, Item](self.clock, CACHED_TENANTS, ROW_SECONDS)
        object.__setattr__(self, "_known", known)

    def of(self, tenant: TenantContext) -> Item:
        """Return the tenant's row, empty if there is none: one read a minute at most.

        Raises Unavailable.
        """
        known = self._known.get(tenant.tenant_id)
        if known is None:
            known = self.tables.get(tenant, TENANTS, tenant_key(tenant)) or {}
            self._known.put(tenant.tenant_id, known)
        return known

    def set(self, tenant: TenantContext, attribute: str, value: Value | None) -> None:
        """Give an existing tenant a choice of its own; None: the deployment's again.

        Raises WriteConflict if there is no such tenant.
        """
        change = Remove(attribute) if value is None else SetTo(attribute, value)
        update = Update(TENANTS, tenant_key(tenant), (change,), Present("pk"))
        self.tables.transact(tenant, [update])
