"""The tables of a SQLite file, made from the layouts, and the statements that touch them.

A row holds the key, the encoded item, and a copy of each attribute that an index is ordered by.
Identifiers come from the layouts (never from a request) and are quoted; values are always bound.
"""

import sqlite3
from collections.abc import Mapping
from functools import cached_property

from mneme.adapters.item_codec import decode_item
from mneme.adapters.sqlite_database import SqliteDatabase
from mneme.adapters.table_layout import EXPIRY, PARTITION, SORT, IndexLayout, TableLayout
from mneme.application.ports.table_store import Item, Key, Value

UNSORTED = ""
"""What stands in the sort column of a table without a sort key."""


class SqliteTable:
    """Names and statements of one table."""

    def __init__(self, layout: TableLayout) -> None:
        self.layout = layout
        self.name = _quoted(f"table_{layout.name}")
        self.feed = _quoted(f"feed_{layout.name}")
        indexed = {
            attribute: None
            for index in layout.indexes.values()
            for attribute in (index.partition_attribute, index.sort_attribute)
            if attribute not in (PARTITION, SORT)
        }
        expiry = (EXPIRY,) if layout.expiring else ()
        self.indexed = tuple(dict.fromkeys((*indexed, *expiry)))

    @cached_property
    def definition(self) -> str:
        """The idempotent definition of the table and, if it has a stream, of its feed."""
        feed = (
            f"CREATE TABLE IF NOT EXISTS {self.feed} (sequence INTEGER PRIMARY KEY AUTOINCREMENT,"
            " pk TEXT NOT NULL, sk TEXT NOT NULL, before BLOB, after BLOB);"
        )
        return (
            f"CREATE TABLE IF NOT EXISTS {self.name} (pk TEXT NOT NULL, sk TEXT NOT NULL,"
            " item BLOB NOT NULL, UNIQUE (pk, sk));\n"
        ) + (feed if self.layout.stream else "")

    @cached_property
    def index_definitions(self) -> str:
        """The idempotent definitions of the indexes; their columns must exist."""
        definitions = [*map(self._index_definition, self.layout.indexes.values())]
        if self.layout.expiring:
            definitions.append(
                f"CREATE INDEX IF NOT EXISTS {self._expiry_index} ON {self.name}"
                f" ({column(EXPIRY)}) WHERE {column(EXPIRY)} IS NOT NULL;"
            )
        return "\n".join(definitions)

    @cached_property
    def select(self) -> str:
        """Select one item; binds its key."""
        return f"SELECT item FROM {self.name} WHERE pk = ? AND sk = ?"  # noqa: S608

    @cached_property
    def upsert(self) -> str:
        """Write one row; binds what `row` returns."""
        columns = ["pk", "sk", "item", *map(column, self.indexed)]
        updates = ", ".join(f"{name} = excluded.{name}" for name in columns[2:])
        return (
            f"INSERT INTO {self.name} ({', '.join(columns)})"  # noqa: S608
            f" VALUES ({', '.join('?' * len(columns))})"
            f" ON CONFLICT (pk, sk) DO UPDATE SET {updates}"
        )

    @cached_property
    def delete(self) -> str:
        """Delete one item; binds its key."""
        return f"DELETE FROM {self.name} WHERE pk = ? AND sk = ?"  # noqa: S608

    @cached_property
    def append(self) -> str:
        """Append to the feed; binds the key and the encoded item before and after."""
        return f"INSERT INTO {self.feed} (pk, sk, before, after) VALUES (?, ?, ?, ?)"  # noqa: S608

    @cached_property
    def select_expired(self) -> str:
        """Select expired items with their keys, the first to expire first; binds second, limit."""
        return (
            f"SELECT pk, sk, item FROM {self.name} INDEXED BY {self._expiry_index}"  # noqa: S608
            f" WHERE {column(EXPIRY)} <= ? AND typeof({column(EXPIRY)}) = 'integer'"
            f" ORDER BY {column(EXPIRY)} LIMIT ?"
        )

    def select_many(self, count: int) -> str:
        """Select up to `count` items with their keys; binds the keys one after the other."""
        # `(pk, sk) IN (VALUES …)` would scan the table: this order of the join seeks each key.
        wanted = ", ".join(["(?, ?)"] * count)
        return (
            f"WITH wanted (pk, sk) AS (VALUES {wanted})"  # noqa: S608
            f" SELECT t.pk, t.sk, t.item FROM wanted CROSS JOIN {self.name} AS t"
            " ON t.pk = wanted.pk AND t.sk = wanted.sk"
        )

    def row(self, key: Key, item: Item, encoded: bytes) -> tuple[Value, ...]:
        """Return the values of one row."""
        return (*key_columns(key), encoded, *(item.get(name) for name in self.indexed))

    def indexed_by(self, index: IndexLayout) -> str:
        """Return the table as read in the order of an index."""
        return f"{self.name} INDEXED BY {self._index_name(index)}"

    @property
    def _expiry_index(self) -> str:
        return _quoted(f"expiry_{self.layout.name}")

    def _index_name(self, index: IndexLayout) -> str:
        return _quoted(f"index_{self.layout.name}_{index.name}")

    def _index_definition(self, index: IndexLayout) -> str:
        attributes = (index.partition_attribute, index.sort_attribute)
        columns = dict.fromkeys((*map(column, attributes), PARTITION, SORT))
        carried = (f"{column(each)} IS NOT NULL" for each in attributes if each in self.indexed)
        return (
            f"CREATE INDEX IF NOT EXISTS {self._index_name(index)}"
            f" ON {self.name} ({', '.join(columns)})"
            f" WHERE {' AND '.join(carried)};"
        )


def prepare(database: SqliteDatabase, layouts: Mapping[str, TableLayout]) -> dict[str, SqliteTable]:
    """Create what the file lacks of the layouts' tables, and return these by name."""
    tables = {name: SqliteTable(layout) for name, layout in layouts.items()}
    database.create("\n".join(table.definition for table in tables.values()))
    with database.write() as connection:
        for table in tables.values():
            _add_columns(connection, table)
    database.create("\n".join(table.index_definitions for table in tables.values()))
    return tables


def column(attribute: str) -> str:
    """Return the column that holds a key attribute or a copy of an indexed attribute."""
    return attribute if attribute in (PARTITION, SORT) else _quoted(f"attribute_{attribute}")


def key_columns(key: Key) -> tuple[str, str]:
    """Return the key as the two columns that hold it."""
    return key.partition, UNSORTED if key.sort is None else key.sort


def key_of_columns(layout: TableLayout, partition: str, sort: str) -> Key:
    """Return the key that two columns hold."""
    return Key(partition, sort if layout.sorted else None)


def _add_columns(connection: sqlite3.Connection, table: SqliteTable) -> None:
    # A new file, and one of an earlier version, lacks columns of indexes: fill them from the items.
    present = {_quoted(row[1]) for row in connection.execute(f"PRAGMA table_info({table.name})")}
    missing = [column(name) for name in table.indexed if column(name) not in present]
    if not missing:
        return
    for name in missing:
        connection.execute(f"ALTER TABLE {table.name} ADD COLUMN {name}")
    rows = connection.execute(f"SELECT pk, sk, item FROM {table.name}").fetchall()  # noqa: S608
    for partition, sort, encoded in rows:
        key = key_of_columns(table.layout, partition, sort)
        connection.execute(table.upsert, table.row(key, decode_item(encoded), encoded))


def _quoted(identifier: str) -> str:
    return '"' + identifier.replace('"', '""') + '"'
