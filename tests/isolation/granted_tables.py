"""The tables as a deployed function has them: those of its row, and no others."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from infra.function import Access
from infra.functions import FUNCTIONS
from mneme.application.ports.table_store import (
    Action,
    Check,
    Delete,
    Item,
    Key,
    Page,
    Put,
    Query,
    TableStore,
)
from mneme.domain.tenancy import TenantContext

_ACCESS = {function.name: function.access for function in FUNCTIONS}


class GrantedTables:
    """A `TableStore` that a function at work uses within its grants, and anybody else at will."""

    def __init__(self, tables: TableStore) -> None:
        self._tables = tables
        self._running: list[str] = []

    @contextmanager
    def of(self, function: str) -> Iterator[None]:
        """Let a function work, within the block."""
        self._running.append(function)
        try:
            yield
        finally:
            self._running.pop()

    def get(
        self, tenant: TenantContext, table: str, key: Key, *, consistent: bool = True
    ) -> Item | None:
        """Read an item."""
        self._require(table)
        return self._tables.get(tenant, table, key, consistent=consistent)

    def batch_get(
        self, tenant: TenantContext, table: str, keys: Sequence[Key], *, consistent: bool = True
    ) -> list[Item]:
        """Read items."""
        self._require(table)
        return self._tables.batch_get(tenant, table, keys, consistent=consistent)

    def query(self, tenant: TenantContext, query: Query) -> Page:
        """Read items in order."""
        self._require(query.table)
        return self._tables.query(tenant, query)

    def transact(self, tenant: TenantContext, actions: Sequence[Action]) -> None:
        """Write."""
        for action in actions:
            self._require(action.table, type(action))
        self._tables.transact(tenant, actions)

    def _require(self, table: str, action: type = Check) -> None:
        for function in self._running:
            allowed = _allowed(_ACCESS[function], action)
            assert table in allowed, f"{function} has no right to {action.__name__} of {table}"


def _allowed(access: Access, action: type) -> set[str]:
    """Return the tables of which an action may be done; a check reads."""
    if action is Check:
        return set(access.tables)
    if action is Delete:
        return set(access.delete)
    return {*access.write, *(access.add if action is Put else access.count)}
