"""Counts the write units that DynamoDB would take for what a table store is asked to write.

By its published rules: 1 KB a unit, an item's larger state rounded up; twice that in a transaction,
checks included; an index entry that comes, goes or moves besides.
"""

import math
from collections.abc import Sequence
from typing import Any

from mneme.adapters.item_rules import item_size, key_of
from mneme.adapters.table_layout import PARTITION, SORT, TableLayout
from mneme.application.ports.table_store import Action, Check, Item, Put, TableStore
from mneme.domain.errors import WriteConflict
from mneme.domain.tenancy import TenantContext

UNIT_BYTES = 1024


class WriteMeter:
    """A table store before another. Not for several threads at once."""

    def __init__(self, inner: TableStore, layouts: dict[str, TableLayout]) -> None:
        self._inner = inner
        self._layouts = layouts
        self.units = 0

    def __getattr__(self, method: str) -> Any:
        """Pass reads on."""
        return getattr(self._inner, method)

    def transact(self, tenant: TenantContext, actions: Sequence[Action]) -> None:
        """Count the actions, those of a transaction that is refused too."""
        before = self._items(tenant, actions)
        try:
            self._inner.transact(tenant, actions)
        except WriteConflict:
            self.units += self._counted(actions, before, before)
            raise
        self.units += self._counted(actions, before, self._items(tenant, actions))

    def _items(self, tenant: TenantContext, actions: Sequence[Action]) -> list[Item | None]:
        keys = [
            key_of(self._layouts[one.table], one.item) if isinstance(one, Put) else one.key
            for one in actions
        ]
        return [
            self._inner.get(tenant, one.table, key) for one, key in zip(actions, keys, strict=True)
        ]

    def _counted(
        self, actions: Sequence[Action], before: list[Item | None], after: list[Item | None]
    ) -> int:
        factor = 1 if len(actions) == 1 and not isinstance(actions[0], Check) else 2
        changes = zip(actions, before, after, strict=True)
        return sum(_units(self._layouts[one.table], old, new, factor) for one, old, new in changes)


def _units(layout: TableLayout, old: Item | None, new: Item | None, factor: int) -> int:
    largest = max(item_size(item) for item in (old or {}, new or {}))
    units = factor * max(1, math.ceil(largest / UNIT_BYTES))
    for index in layout.indexes.values():
        names = (PARTITION, SORT, index.partition_attribute, index.sort_attribute)
        entries = [
            [item[name] for name in names]
            for item in (old, new)
            if item and {index.partition_attribute, index.sort_attribute} <= set(item)
        ]
        moved = len(entries) == 1 or entries[:1] != entries[1:]
        # A local index is written with its item, a global one behind it.
        units += (factor if index.local else 1) * len(entries) * moved
    return units
