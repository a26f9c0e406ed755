"""DynamoDB's published rules of consumed capacity, as pure functions of item sizes in bytes.

A write unit is 1 KB, a read unit 4 KB read consistently; each item is rounded up by itself, the
items of a query together. An item in a transaction costs twice, a check of it as much as a write.
An index entry is written when it comes, moves or goes; the two writes of a move both count. What a
transaction does to an index's share is not published: here it doubles a local index's, which is
written with the item, and not a global one's, which is written behind it.
"""

import math
from collections.abc import Iterable

from mneme.adapters.item_rules import item_size
from mneme.adapters.table_layout import PARTITION, SORT, IndexLayout, TableLayout
from mneme.application.ports.table_store import Item

WRITE_BYTES = 1024
READ_BYTES = 4096
TRANSACTION_FACTOR = 2


def read_units(size: int, *, consistent: bool) -> float:
    """Return the units of reading this many bytes, an item that is missing included (0 bytes)."""
    return _blocks(size, READ_BYTES) * (1.0 if consistent else 0.5)


def write_units(
    layout: TableLayout, before: Item | None, after: Item | None, *, together: bool
) -> int:
    """Return the units of one write, alone or in a transaction; a check changes nothing."""
    largest = max((item_size(item) for item in (before, after) if item is not None), default=0)
    factor = TRANSACTION_FACTOR if together else 1
    indexes = index_units(layout, before, after, together=together)
    return factor * _blocks(largest, WRITE_BYTES) + sum(indexes.values())


def index_units(
    layout: TableLayout, before: Item | None, after: Item | None, *, together: bool
) -> dict[str, int]:
    """Return which of those units are written to each index of the table."""
    factor = TRANSACTION_FACTOR if together else 1
    return {
        name: _entry_units(layout, index, before, after) * (factor if index.local else 1)
        for name, index in layout.indexes.items()
    }


def total_size(items: Iterable[Item]) -> int:
    """Return the bytes of several items together."""
    return sum(map(item_size, items))


def _entry_units(
    layout: TableLayout, index: IndexLayout, before: Item | None, after: Item | None
) -> int:
    old, new = _entry(layout, index, before), _entry(layout, index, after)
    if old == new:
        return 0
    return sum(_blocks(item_size(entry), WRITE_BYTES) for entry in (old, new) if entry is not None)


def _entry(layout: TableLayout, index: IndexLayout, item: Item | None) -> Item | None:
    """Return what a keys-only index holds of an item, None if it leaves the item out."""
    if item is None or not {index.partition_attribute, index.sort_attribute} <= item.keys():
        return None
    keys = {PARTITION, index.partition_attribute, index.sort_attribute}
    return {name: item[name] for name in keys | ({SORT} if layout.sorted else set())}


def _blocks(size: int, block: int) -> int:
    return max(1, math.ceil(size / block))
