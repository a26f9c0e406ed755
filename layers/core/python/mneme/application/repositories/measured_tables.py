"""The tables, whose silence is measured: what a caller still meets after every retry."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from mneme.application.ports.metrics import Metrics
from mneme.application.ports.table_store import Action, Item, Key, Page, Query, TableStore
from mneme.domain.errors import Unavailable, WriteConflict
from mneme.domain.measures import Measure, Measured
from mneme.domain.tenancy import TenantContext


@dataclass(frozen=True)
class MeasuredTables:
    """A `TableStore` before another one, which raises as that does."""

    store: TableStore
    metrics: Metrics

    def get(
        self, tenant: TenantContext, table: str, key: Key, *, consistent: bool = True
    ) -> Item | None:
        """Return the item, or None. Raises Unavailable."""
        with self._measured(tenant):
            return self.store.get(tenant, table, key, consistent=consistent)

    def batch_get(
        self, tenant: TenantContext, table: str, keys: Sequence[Key], *, consistent: bool = True
    ) -> dict[Key, Item]:
        """Return those of the items that exist. Raises Unavailable."""
        with self._measured(tenant):
            return self.store.batch_get(tenant, table, keys, consistent=consistent)

    def query(self, tenant: TenantContext, query: Query) -> Page:
        """Return one page. Raises Unavailable."""
        with self._measured(tenant):
            return self.store.query(tenant, query)

    def transact(self, tenant: TenantContext, actions: Sequence[Action]) -> None:
        """Carry out the actions, all or none. Raises Unavailable."""
        with self._measured(tenant):
            self.store.transact(tenant, actions)

    @contextmanager
    def _measured(self, tenant: TenantContext) -> Iterator[None]:
        try:
            yield
        except WriteConflict:
            raise  # they have answered: somebody else was first
        except Unavailable:
            self.metrics.record(tenant, [Measure(Measured.TABLES_UNAVAILABLE)])
            raise
