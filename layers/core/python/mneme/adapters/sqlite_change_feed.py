"""The change feed of a SQLite file: rows that a table's transactions appended."""

from collections.abc import Mapping

from mneme.adapters.item_codec import decode_item
from mneme.adapters.sqlite_database import SqliteDatabase
from mneme.adapters.sqlite_schema import SqliteTable, key_of_columns, prepare
from mneme.adapters.table_layout import TableLayout
from mneme.application.ports.change_feed import ChangePage, ItemChange
from mneme.application.ports.table_store import Item

_SEQUENCE_DIGITS = 20
_START = "0"


class SqliteChangeFeed:
    """Reads the changes of all tenants, in the order they were committed.

    Changes are kept until `trim`: whoever consumes the feed calls it with the checkpoint it has
    dealt with, and may then start again from None after a restart.
    """

    def __init__(self, database: SqliteDatabase, layouts: Mapping[str, TableLayout]) -> None:
        self._database = database
        self._tables = prepare(database, layouts)

    def read(self, table: str, checkpoint: str | None, limit: int) -> ChangePage:
        """Return up to `limit` changes after the checkpoint (None: from the oldest kept)."""
        source = self._streamed(table)
        start = _START if checkpoint is None else checkpoint
        statement = (
            f"SELECT sequence, pk, sk, before, after FROM {source.feed}"  # noqa: S608
            " WHERE sequence > ? ORDER BY sequence LIMIT ?"
        )
        with self._database.read() as connection:
            rows = connection.execute(statement, (int(start), limit)).fetchall()
        changes = tuple(
            ItemChange(
                sequence=str(sequence).zfill(_SEQUENCE_DIGITS),
                table=table,
                key=key_of_columns(source.layout, partition, sort),
                before=_decoded(before),
                after=_decoded(after),
            )
            for sequence, partition, sort, before, after in rows
        )
        return ChangePage(changes, str(rows[-1][0]) if rows else start)

    def trim(self, table: str, checkpoint: str) -> None:
        """Forget the changes up to the checkpoint, for every reader. Raises Unavailable."""
        statement = f"DELETE FROM {self._streamed(table).feed} WHERE sequence <= ?"  # noqa: S608
        with self._database.write() as connection:
            connection.execute(statement, (int(checkpoint),))

    def replay(self, table: str) -> None:
        """Append every item of the table as if it were new, for a reader that has lost them.

        Raises Unavailable.
        """
        source = self._streamed(table)
        statement = (
            f"INSERT INTO {source.feed} (pk, sk, before, after)"  # noqa: S608
            f" SELECT pk, sk, NULL, item FROM {source.name}"
        )
        with self._database.write() as connection:
            connection.execute(statement)

    def _streamed(self, table: str) -> SqliteTable:
        if not self._tables[table].layout.stream:
            raise ValueError(f"{table} has no stream")
        return self._tables[table]


def _decoded(encoded: bytes | None) -> Item | None:
    return None if encoded is None else decode_item(encoded)
