"""The table store in a SQLite file: DynamoDB's semantics, evaluated in one SQLite transaction."""

import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from mneme.adapters.item_codec import decode_item, decode_items, encode_item
from mneme.adapters.item_rules import check_indexed, check_key, item_size
from mneme.adapters.query_plan import plan_query
from mneme.adapters.sqlite_database import SqliteDatabase
from mneme.adapters.sqlite_queries import read_page
from mneme.adapters.sqlite_schema import SqliteTable, key_columns, key_of_columns, prepare
from mneme.adapters.table_conditions import changed, holds, same_items
from mneme.adapters.table_layout import TableLayout
from mneme.adapters.transaction_rules import (
    Step,
    check_total,
    checked_batch,
    checked_transaction,
)
from mneme.application.ports.table_store import (
    Action,
    Check,
    Delete,
    Item,
    Key,
    Page,
    Put,
    Query,
    Update,
)
from mneme.domain.errors import WriteConflict
from mneme.domain.tenancy import TenantContext


@dataclass(frozen=True, slots=True)
class _Stored:
    """An item as it stands before a transaction, with its bytes; both None if there is none."""

    encoded: bytes | None
    item: Item | None


_NOTHING = _Stored(None, None)


class SqliteTableStore:
    """Tables in one SQLite database, shared with other processes.

    Every read sees what was committed before it: it is always consistent. The tenant is not looked
    at: keys carry it, and the repositories that make them have checked it.
    """

    def __init__(self, database: SqliteDatabase, layouts: Mapping[str, TableLayout]) -> None:
        self._database = database
        self._layouts = layouts
        self._tables = prepare(database, layouts)

    def get(
        self,
        tenant: TenantContext,  # noqa: ARG002
        table: str,
        key: Key,
        *,
        consistent: bool = True,  # noqa: ARG002
    ) -> Item | None:
        """Return the item, or None. Raises Unavailable."""
        check_key(self._layouts[table], key)
        with self._database.read() as connection:
            return _stored(connection, self._tables[table], key).item

    def batch_get(
        self,
        tenant: TenantContext,  # noqa: ARG002
        table: str,
        keys: Sequence[Key],
        *,
        consistent: bool = True,  # noqa: ARG002
    ) -> dict[Key, Item]:
        """Return those of up to 100 items that exist, each under its key. Raises Unavailable."""
        layout = self._layouts[table]
        wanted = checked_batch(layout, keys)
        if not wanted:
            return {}
        statement = self._tables[table].select_many(len(wanted))
        bound = [part for key in wanted for part in key_columns(key)]
        with self._database.read() as connection:
            rows = connection.execute(statement, bound).fetchall()
        found = (key_of_columns(layout, partition, sort) for partition, sort, _ in rows)
        return dict(zip(found, decode_items([row[2] for row in rows]), strict=True))

    def query(self, tenant: TenantContext, query: Query) -> Page:  # noqa: ARG002
        """Return one page. Raises Unavailable; InvalidRequest for a cursor that is none."""
        plan = plan_query(self._layouts, query)
        if plan.empty:
            return Page((), None)
        with self._database.read() as connection:
            return read_page(connection, self._tables[query.table], plan)

    def transact(self, tenant: TenantContext, actions: Sequence[Action]) -> None:  # noqa: ARG002
        """Carry out up to 100 actions on distinct items, all or none; see the port."""
        steps = checked_transaction(self._layouts, actions)
        with self._database.write() as connection:
            before = [self._before(connection, step) for step in steps]
            _check_conditions(steps, before)
            after = [_after(step, stored.item) for step, stored in zip(steps, before, strict=True)]
            check_total(map(_size, steps, after))
            for step, stored, item in zip(steps, before, after, strict=True):
                if not isinstance(step.action, Check):
                    self._write(connection, step, stored, item)

    def settle(self) -> bool:
        """Leave nothing of what was deleted in the file's log. Raises Unavailable."""
        return self._database.empty_log()

    def expire(self, table: str, now: datetime, limit: int) -> int:
        """Delete up to `limit` items that have expired; return how many. Raises Unavailable.

        DynamoDB does so by itself. A table's stream tells of them as of any deletion.
        """
        source = self._tables[table]
        with self._database.write() as connection:
            gone = connection.execute(
                source.select_expired, (int(now.timestamp()), limit)
            ).fetchall()
            connection.executemany(source.delete, [(pk, sk) for pk, sk, _ in gone])
            if source.layout.stream:
                told = [(pk, sk, encoded, None) for pk, sk, encoded in gone]
                connection.executemany(source.append, told)
        return len(gone)

    def _before(self, connection: sqlite3.Connection, step: Step) -> _Stored:
        blind = isinstance(step.action, Put | Delete) and step.action.condition is None
        if blind and not step.layout.stream:
            return _NOTHING
        return _stored(connection, self._tables[step.layout.name], step.key)

    def _write(
        self,
        connection: sqlite3.Connection,
        step: Step,
        before: _Stored,
        item: Item | None,
    ) -> None:
        table = self._tables[step.layout.name]
        columns = key_columns(step.key)
        encoded = None
        if item is None:
            connection.execute(table.delete, columns)
        else:
            encoded = encode_item(item)
            connection.execute(table.upsert, table.row(step.key, item, encoded))
        if step.layout.stream and _differs(before.item, item):
            connection.execute(table.append, (*columns, before.encoded, encoded))


def _stored(connection: sqlite3.Connection, table: SqliteTable, key: Key) -> _Stored:
    row = connection.execute(table.select, key_columns(key)).fetchone()
    return _NOTHING if row is None else _Stored(row[0], decode_item(row[0]))


def _check_conditions(steps: Sequence[Step], before: Sequence[_Stored]) -> None:
    failed = tuple(
        position
        for position, (step, stored) in enumerate(zip(steps, before, strict=True))
        if step.action.condition is not None and not holds(step.action.condition, stored.item)
    )
    if failed:
        raise WriteConflict(failed)


def _after(step: Step, item: Item | None) -> Item | None:
    match step.action:
        case Put(item=written):
            return written
        case Delete():
            return None
        case Check():
            return item
        case Update(changes=changes):
            result = changed(step.key_attributes, item, changes)
            if result is not None:
                check_indexed(step.layout, result)
            return result


def _size(step: Step, item: Item | None) -> int:
    if not isinstance(step.action, Update):
        return step.size
    return 0 if item is None else item_size(item)


def _differs(before: Item | None, after: Item | None) -> bool:
    # A write that changes nothing leaves no trace in a stream.
    if before is None or after is None:
        return before is not after
    return not same_items(before, after)
