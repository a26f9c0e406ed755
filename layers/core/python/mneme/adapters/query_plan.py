"""A query checked against its table, alike for every store, and the cursors that continue it.

A cursor names the item a page ended with. It holds no more of the key than the query does not
tell, and is bound to table, index, partition and direction, so that it continues no other query.
"""

import hashlib
import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping
from dataclasses import dataclass, field

from mneme.adapters.item_rules import (
    PARTITION_LIMIT_BYTES,
    SORT_LIMIT_BYTES,
    check_index_sort,
    check_key_part,
)
from mneme.adapters.table_layout import PARTITION, SORT, IndexLayout, TableLayout
from mneme.application.ports.table_store import PAGE_LIMIT, Item, Query, SortRange, Value
from mneme.domain.errors import InvalidRequest

_CURSOR_LIMIT = 8192
_DIGEST_BYTES = 9
_KEY_LIMITS = {PARTITION: PARTITION_LIMIT_BYTES, SORT: SORT_LIMIT_BYTES}


@dataclass(frozen=True, slots=True)
class QueryPlan:
    """A query that may be carried out. `start` is the position behind which the page begins."""

    query: Query
    layout: TableLayout
    index: IndexLayout | None
    start: Mapping[str, Value] | None = field(default=None, kw_only=True)

    @property
    def partition_attribute(self) -> str:
        """The attribute whose value is `query.partition`."""
        return PARTITION if self.index is None else self.index.partition_attribute

    @property
    def sort_attribute(self) -> str | None:
        """The attribute the items are ordered by; None if the table has no order."""
        if self.index is not None:
            return self.index.sort_attribute
        return SORT if self.layout.sorted else None

    @property
    def order(self) -> tuple[str, ...]:
        """The attributes of a position besides the partition's, the sort attribute first."""
        key = (PARTITION, SORT) if self.layout.sorted else (PARTITION,)
        names = dict.fromkeys((*((self.sort_attribute,) if self.sort_attribute else ()), *key))
        return tuple(name for name in names if name != self.partition_attribute)

    @property
    def empty(self) -> bool:
        """Whether nothing can lie between the bounds."""
        low, high = self.query.sort.low, self.query.sort.high
        return low is not None and high is not None and low > high  # type: ignore[operator]

    def cursor(self, last: Item) -> str:
        """Return the cursor that continues behind this item."""
        position = [last[name] for name in self.order]
        text = json.dumps([_digest(self.query), *position], separators=(",", ":"))
        return urlsafe_b64encode(text.encode()).decode()


def plan_query(layouts: Mapping[str, TableLayout], query: Query) -> QueryPlan:
    """Return the plan of the query.

    Raises ValueError for a query that no store can answer, InvalidRequest for a strange cursor.
    """
    layout = layouts[query.table]
    plan = QueryPlan(query, layout, None if query.index is None else layout.indexes[query.index])
    _check_query(plan)
    if query.cursor is None:
        return plan
    return QueryPlan(query, layout, plan.index, start=_position(plan, query.cursor))


def _check_query(plan: QueryPlan) -> None:
    query = plan.query
    check_key_part(query.partition, PARTITION_LIMIT_BYTES)
    if not 0 < query.limit <= PAGE_LIMIT:
        raise ValueError(f"a page has 1 to {PAGE_LIMIT} items")
    if query.consistent and plan.index is not None and not plan.index.local:
        raise ValueError("a global index cannot be read consistently")
    for bound in (query.sort.low, query.sort.high):
        if bound is not None:
            _check_sort(plan, bound)


def _check_sort(plan: QueryPlan, value: Value) -> None:
    if plan.sort_attribute is None:
        raise ValueError(f"{plan.layout.name} has no order")
    if plan.index is not None:
        check_index_sort(plan.index, value)
    else:
        check_key_part(value, SORT_LIMIT_BYTES)


def _position(plan: QueryPlan, cursor: str) -> dict[str, Value]:
    if plan.sort_attribute is None:
        raise _strange_cursor()
    try:
        digest, *values = _parsed(cursor)
        position = dict(zip(plan.order, values, strict=True))
        for name, value in position.items():
            if name == plan.sort_attribute:
                _check_sort(plan, value)
            else:
                check_key_part(value, _KEY_LIMITS[name])
    except (ValueError, RecursionError) as exc:
        raise _strange_cursor() from exc
    if digest != _digest(plan.query) or not _within(plan.query.sort, position[plan.sort_attribute]):
        raise _strange_cursor()
    return position


def _parsed(cursor: str) -> list[Value]:
    if len(cursor) > _CURSOR_LIMIT:
        raise ValueError("the cursor is too long")
    parsed = json.loads(urlsafe_b64decode(cursor.encode("ascii")))
    if not isinstance(parsed, list) or not parsed:
        raise ValueError("the cursor is no list")
    return parsed


def _within(bounds: SortRange, value: Value) -> bool:
    above = bounds.low is None or bounds.low <= value  # type: ignore[operator]
    return above and (bounds.high is None or value <= bounds.high)  # type: ignore[operator]


def _strange_cursor() -> InvalidRequest:
    return InvalidRequest("the cursor does not belong to this list", field="cursor")


def _digest(query: Query) -> str:
    parts = [query.table, query.index, query.partition, query.descending]
    digest = hashlib.sha256(json.dumps(parts).encode()).digest()
    return urlsafe_b64encode(digest[:_DIGEST_BYTES]).decode()
