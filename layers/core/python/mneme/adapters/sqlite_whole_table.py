"""A table of a SQLite file from end to end."""

import json
from collections.abc import Mapping

from mneme.adapters.item_codec import decode_items
from mneme.adapters.sqlite_database import SqliteDatabase
from mneme.adapters.sqlite_schema import UNSORTED, prepare
from mneme.adapters.table_layout import TableLayout
from mneme.application.ports.table_store import Page

_BEFORE_ALL = ("", UNSORTED)


class SqliteWholeTable:
    """Reads a table in the order of its keys."""

    def __init__(self, database: SqliteDatabase, layouts: Mapping[str, TableLayout]) -> None:
        self._database = database
        self._tables = prepare(database, layouts)

    def page(self, table: str, cursor: str | None, limit: int) -> Page:
        """Return up to `limit` rows behind the cursor. Raises Unavailable."""
        partition, sort = _BEFORE_ALL if cursor is None else json.loads(cursor)
        statement = (
            f"SELECT pk, sk, item FROM {self._tables[table].name}"  # noqa: S608
            " WHERE (pk, sk) > (?, ?) ORDER BY pk, sk LIMIT ?"
        )
        with self._database.read() as connection:
            rows = connection.execute(statement, (partition, sort, limit)).fetchall()
        more = json.dumps(rows[-1][:2]) if len(rows) == limit else None
        return Page(tuple(decode_items([row[2] for row in rows])), more)
