"""What a tenant chose for itself, in its own row: read seldom, for it is asked all the time."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from mneme.application.ports.clock import Clock
from mneme.application.ports.table_store import (
    All,
    Change,
    Item,
    Missing,
    Present,
    TableStore,
    Update,
)
from mneme.application.repositories.bounded_cache import BoundedCache
from mneme.application.repositories.row_keys import TENANTS, tenant_key
from mneme.domain.tenancy import TenantContext

ROW_SECONDS = 60.0
"""As long as the gateway remembers a tenant: so late a change may take effect."""

CACHED_TENANTS = 1_000

ERASING = "erasing_at"
"""The attribute of a tenant's row that says since when the tenant is being erased, for good."""

ERASED = "erased_at"
"""The attribute that says since when it is: the row stays, so that nobody gets its name again."""

IS_THERE = All((Present("pk"), Missing(ERASING)))
"""What holds of the row of a tenant that is not to be erased."""


@dataclass(frozen=True)
class TenantRows:
    """Reads the rows of tenants, and changes those of existing ones."""

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

    def change(self, tenant: TenantContext, changes: Sequence[Change]) -> None:
        """Change an existing tenant's row, in one write; this process sees it from then on.

        Raises WriteConflict if there is no such tenant, or it is being erased.
        """
        update = Update(TENANTS, tenant_key(tenant), tuple(changes), IS_THERE)
        try:
            self.tables.transact(tenant, [update])
        finally:
            # It may be written although no answer came.
            self.forget(tenant)

    def forget(self, tenant: TenantContext) -> None:
        """Read the tenant's row anew when it is asked for next."""
        self._known.drop(tenant.tenant_id)
