"""The last gate before the tables: no request reaches another tenant's rows, whatever is asked."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from mneme.application.ports.table_store import Action, Item, Key, Page, Put, Query, TableStore
from mneme.application.repositories.row_keys import (
    DUE_INDEX,
    JOBS,
    MEMORY_INDEX,
    memory_log_owner,
    partition_owner,
)
from mneme.domain.errors import InternalFault
from mneme.domain.tenancy import SYSTEM, TenantContext

NOBODY = ""
"""The owner of the partitions that are no tenant's."""


@dataclass(frozen=True)
class TenantGuard:
    """A TableStore that refuses every key whose partition is not the tenant's own.

    Mneme's own scheduled work (`SYSTEM`) may list what is due, by keys-only indexes, and keep
    account of its own jobs; nothing else.
    """

    store: TableStore

    def get(
        self, tenant: TenantContext, table: str, key: Key, *, consistent: bool = True
    ) -> Item | None:
        """Return the item, or None."""
        _refuse_foreign(tenant, table, [key.partition])
        return self.store.get(tenant, table, key, consistent=consistent)

    def batch_get(
        self, tenant: TenantContext, table: str, keys: Sequence[Key], *, consistent: bool = True
    ) -> dict[Key, Item]:
        """Return those of the items that exist."""
        _refuse_foreign(tenant, table, [key.partition for key in keys])
        return self.store.batch_get(tenant, table, keys, consistent=consistent)

    def query(self, tenant: TenantContext, query: Query) -> Page:
        """Return one page."""
        if query.index == MEMORY_INDEX:
            _refuse_foreigner(tenant, memory_log_owner(query.partition))
        elif query.index != DUE_INDEX:
            _refuse_foreign(tenant, query.table, [query.partition])
        elif tenant is not SYSTEM:
            # What is due is listed for all tenants together, under partitions of its own.
            raise InternalFault("only scheduled work may list what is due")
        return self.store.query(tenant, query)

    def transact(self, tenant: TenantContext, actions: Sequence[Action]) -> None:
        """Carry out the actions, all or none."""
        for action in actions:
            _refuse_foreign(tenant, action.table, [_partition_of(action)])
        self.store.transact(tenant, actions)


def _partition_of(action: Action) -> str:
    return str(action.item["pk"]) if isinstance(action, Put) else action.key.partition


def _refuse_foreign(tenant: TenantContext, table: str, partitions: Iterable[str]) -> None:
    for partition in set(partitions):
        owner = partition_owner(partition)
        if not (tenant is SYSTEM and table == JOBS and owner == NOBODY):
            _refuse_foreigner(tenant, owner)


def _refuse_foreigner(tenant: TenantContext, owner: str) -> None:
    if not tenant.tenant_id or owner != tenant.tenant_id:
        raise InternalFault("a key of another tenant was refused")
