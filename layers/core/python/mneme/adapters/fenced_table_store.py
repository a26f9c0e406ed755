"""Tables behind a fence: each tenant's are reached with credentials that reach no other's."""

from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from threading import Lock

from mneme.application.ports.clock import Clock
from mneme.application.ports.table_store import Action, Item, Key, Page, Query, TableStore
from mneme.domain.errors import InternalFault
from mneme.domain.tenancy import TenantContext

KEPT = timedelta(minutes=15)
"""How long a tenant's credentials are used; they hold for longer, so that none end in use."""

MOST_TENANTS = 100
"""How many tenants' are kept; who was asked for longest ago makes room."""


@dataclass(frozen=True, slots=True)
class _Fenced:
    store: TableStore
    until: datetime


class FencedTableStore:
    """A table store that asks for each tenant through a store of that tenant's own.

    `of_tenant` makes the store that reaches a tenant's rows and nothing else; it may raise
    Unavailable. Who acts for no tenant reaches nothing: raises InternalFault.
    """

    def __init__(self, of_tenant: Callable[[str], TableStore], clock: Clock) -> None:
        self._of_tenant = of_tenant
        self._clock = clock
        self._made: OrderedDict[str, _Fenced] = OrderedDict()
        self._lock = Lock()

    def get(
        self, tenant: TenantContext, table: str, key: Key, *, consistent: bool = True
    ) -> Item | None:
        """Return the item, or None. Raises Unavailable."""
        return self._of(tenant).get(tenant, table, key, consistent=consistent)

    def batch_get(
        self, tenant: TenantContext, table: str, keys: Sequence[Key], *, consistent: bool = True
    ) -> dict[Key, Item]:
        """Return those of up to 100 items that exist, each under its key. Raises Unavailable."""
        return self._of(tenant).batch_get(tenant, table, keys, consistent=consistent)

    def query(self, tenant: TenantContext, query: Query) -> Page:
        """Return one page. Raises Unavailable; InvalidRequest for a cursor that is none."""
        return self._of(tenant).query(tenant, query)

    def transact(self, tenant: TenantContext, actions: Sequence[Action]) -> None:
        """Carry out up to 100 actions on distinct items, all or none; see the port."""
        self._of(tenant).transact(tenant, actions)

    def _of(self, tenant: TenantContext) -> TableStore:
        name = tenant.tenant_id
        if not name:
            raise InternalFault("tables behind the fence were asked for no tenant")
        with self._lock:
            now = self._clock.now()
            found = self._made.get(name)
            if found is None or found.until <= now:
                found = _Fenced(self._of_tenant(name), now + KEPT)
                self._made[name] = found
            self._made.move_to_end(name)
            while len(self._made) > MOST_TENANTS:
                self._made.popitem(last=False)
            return found.store
