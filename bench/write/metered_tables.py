"""A table store that counts what its calls would consume in DynamoDB."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from bench.write.capacity_units import index_units, read_units, total_size, write_units
from mneme.adapters.item_rules import item_size, key_of
from mneme.adapters.table_layout import TableLayout
from mneme.application.ports.table_store import (
    Action,
    Check,
    Item,
    Key,
    Page,
    Put,
    Query,
    TableStore,
)
from mneme.application.repositories.row_keys import CHANGE_LOG
from mneme.domain.errors import WriteConflict
from mneme.domain.tenancy import TenantContext


@dataclass
class Consumed:
    """Units by table. `commits` are the write units of transactions that append to the log.

    `stored` is by how many bytes the items grew, those of indexes not counted. `items` are those
    that were read; a query that finds none counts as one. `indexes` are the write units of each
    `(table, index)`, which those of the tables include; `calls` is how often the store was asked.
    """

    reads: dict[str, float] = field(default_factory=lambda: defaultdict(float))
    writes: dict[str, float] = field(default_factory=lambda: defaultdict(float))
    commits: float = 0
    stored: float = 0
    items: float = 0
    indexes: dict[tuple[str, str], float] = field(default_factory=lambda: defaultdict(float))
    calls: float = 0

    def add(self, other: "Consumed", share: float = 1.0) -> None:
        """Add a share of what was consumed elsewhere."""
        for mine, more in ((self.reads, other.reads), (self.writes, other.writes)):
            for table, units in more.items():
                mine[table] += units * share
        for index, entries in other.indexes.items():
            self.indexes[index] += entries * share
        self.commits += other.commits * share
        self.stored += other.stored * share
        self.items += other.items * share
        self.calls += other.calls * share

    @property
    def read(self) -> float:
        """All read units."""
        return sum(self.reads.values())

    @property
    def written(self) -> float:
        """All write units."""
        return sum(self.writes.values())


class MeteredTables:
    """A `TableStore` around another. Not for several threads at once."""

    def __init__(self, inner: TableStore, layouts: Mapping[str, TableLayout]) -> None:
        self._inner = inner
        self._layouts = layouts
        self._consumed = Consumed()

    def taken(self) -> Consumed:
        """Return what was consumed since this was last asked."""
        taken, self._consumed = self._consumed, Consumed()
        return taken

    def get(
        self, tenant: TenantContext, table: str, key: Key, *, consistent: bool = True
    ) -> Item | None:
        """Return the item, or None."""
        item = self._inner.get(tenant, table, key, consistent=consistent)
        self._read(table, [item], consistent=consistent)
        return item

    def batch_get(
        self, tenant: TenantContext, table: str, keys: Sequence[Key], *, consistent: bool = True
    ) -> dict[Key, Item]:
        """Return those of the items that exist; each counts by itself, the missing ones too."""
        found = self._inner.batch_get(tenant, table, keys, consistent=consistent)
        self._read(table, [found.get(key) for key in dict.fromkeys(keys)], consistent=consistent)
        return found

    def query(self, tenant: TenantContext, query: Query) -> Page:
        """Return one page; its items count together."""
        page = self._inner.query(tenant, query)
        units = read_units(total_size(page.items), consistent=query.consistent)
        self._consumed.reads[query.table] += units
        self._consumed.items += max(1, len(page.items))
        self._consumed.calls += 1
        return page

    def transact(self, tenant: TenantContext, actions: Sequence[Action]) -> None:
        """Carry the actions out; those of a transaction that fails have cost as much."""
        before = self._items(tenant, actions)
        try:
            self._inner.transact(tenant, actions)
        except WriteConflict:
            self._wrote(actions, before, before)
            raise
        self._wrote(actions, before, self._items(tenant, actions))

    def _items(self, tenant: TenantContext, actions: Sequence[Action]) -> list[Item | None]:
        return [self._inner.get(tenant, one.table, self._key(one)) for one in actions]

    def _key(self, action: Action) -> Key:
        if isinstance(action, Put):
            return key_of(self._layouts[action.table], action.item)
        return action.key

    def _read(self, table: str, items: Sequence[Item | None], *, consistent: bool) -> None:
        self._consumed.items += len(items)
        self._consumed.calls += 1
        for item in items:
            self._consumed.reads[table] += read_units(_size(item), consistent=consistent)

    def _wrote(
        self,
        actions: Sequence[Action],
        before: Sequence[Item | None],
        after: Sequence[Item | None],
    ) -> None:
        # As the adapter sends them: one action alone is a plain write.
        together = len(actions) > 1 or isinstance(actions[0], Check)
        units = 0
        self._consumed.calls += 1
        for action, old, new in zip(actions, before, after, strict=True):
            layout = self._layouts[action.table]
            of_one = write_units(layout, old, new, together=together)
            for index, entry in index_units(layout, old, new, together=together).items():
                self._consumed.indexes[action.table, index] += entry
            self._consumed.writes[action.table] += of_one
            self._consumed.stored += _size(new) - _size(old)
            units += of_one
        if any(action.table == CHANGE_LOG for action in actions):
            self._consumed.commits += units


def _size(item: Item | None) -> int:
    return 0 if item is None else item_size(item)
