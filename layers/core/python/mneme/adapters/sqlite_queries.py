"""One page of a table or an index in SQLite."""

import sqlite3
from collections.abc import Sequence

from mneme.adapters.item_codec import decode_items
from mneme.adapters.query_plan import QueryPlan
from mneme.adapters.sqlite_schema import SqliteTable, column
from mneme.application.ports.table_store import Item, Page, Value

PAGE_BYTES = 1024 * 1024
"""A page ends when its items exceed this, as DynamoDB's do: callers must follow the cursor."""


def read_page(connection: sqlite3.Connection, table: SqliteTable, plan: QueryPlan) -> Page:
    """Return the page that the plan asks for."""
    statement, bound = _statement(table, plan)
    rows: list[tuple[bytes, ...]] = []
    size = 0
    for row in connection.execute(statement, bound):
        if len(rows) == plan.query.limit or size > PAGE_BYTES:
            items = _items(plan, rows)
            return Page(items, plan.cursor(items[-1]))
        rows.append(row)
        size += len(row[0])
    return Page(_items(plan, rows), None)


def _statement(table: SqliteTable, plan: QueryPlan) -> tuple[str, list[Value]]:
    descending = plan.query.descending
    order = [column(name) for name in plan.order]
    terms, bound = _bounds(plan)
    if plan.start is not None:
        places = ", ".join("?" * len(order))
        terms.append(f"({', '.join(order)}) {'<' if descending else '>'} ({places})")
        bound += [plan.start[name] for name in plan.order]
    selected = ", ".join(column(name) for name in _index_attributes(plan)) or "item"
    ordering = ", ".join(f"{name} DESC" if descending else name for name in order)
    # Left to itself, SQLite takes the primary key for a local index and sorts the whole partition.
    source = table.name if plan.index is None else table.indexed_by(plan.index)
    statement = (
        f"SELECT {selected} FROM {source} WHERE {' AND '.join(terms)}"  # noqa: S608
        + (f" ORDER BY {ordering}" if ordering else "")
        + " LIMIT ?"
    )
    return statement, [*bound, plan.query.limit + 1]


def _bounds(plan: QueryPlan) -> tuple[list[str], list[Value]]:
    terms = [f"{column(plan.partition_attribute)} = ?"]
    bound: list[Value] = [plan.query.partition]
    if plan.sort_attribute is None:
        return terms, bound
    sort = column(plan.sort_attribute)
    terms.append(f"{sort} IS NOT NULL")
    for operator, value in ((">=", plan.query.sort.low), ("<=", plan.query.sort.high)):
        if value is not None:
            terms.append(f"{sort} {operator} ?")
            bound.append(value)
    return terms, bound


def _index_attributes(plan: QueryPlan) -> tuple[str, ...]:
    """The attributes of a keys-only index, or nothing for the table itself."""
    return () if plan.index is None else (plan.partition_attribute, *plan.order)


def _items(plan: QueryPlan, rows: Sequence[tuple[bytes, ...]]) -> tuple[Item, ...]:
    names = _index_attributes(plan)
    if names:
        return tuple(dict(zip(names, row, strict=True)) for row in rows)
    return tuple(decode_items([row[0] for row in rows]))
