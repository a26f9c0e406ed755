"""The embedded index, written anew beside the one that is searched, to take its place at once."""

import sqlite3
from collections.abc import Sequence

from mneme.adapters.embedded_rows import (
    BY_USER,
    LIVE,
    NEXT,
    definition,
    is_rebuilt,
    mark_current,
    write_entry,
)
from mneme.adapters.index_partition import (
    SCHEMA_VERSION,
    present,
    require_dimensions,
    require_own_partition,
)
from mneme.adapters.sqlite_database import SqliteDatabase
from mneme.application.ports.vector_index import IndexDocument, Tombstone
from mneme.domain.tenancy import TenantContext

_PROGRESS = """
CREATE TABLE IF NOT EXISTS index_rebuild (schema INTEGER NOT NULL, reached TEXT)
"""


class EmbeddedRebuild:
    """An IndexRebuild of the index in this database; whoever writes the index writes both."""

    def __init__(self, database: SqliteDatabase, *, dimensions: int) -> None:
        self._database = database
        self._dimensions = dimensions

    def begin(self, *, anew: bool = False) -> str | None:
        """Return where to go on, None from the beginning. Raises Unavailable."""
        with self._database.write() as connection:
            connection.execute(_PROGRESS)
            begun = connection.execute("SELECT schema, reached FROM index_rebuild").fetchone()
            if not anew and begun and begun[0] == SCHEMA_VERSION and is_rebuilt(connection):
                reached: str | None = begun[1]
                return reached
            _drop(connection)
            connection.execute(definition(NEXT))
            connection.execute("INSERT INTO index_rebuild VALUES (?, NULL)", (SCHEMA_VERSION,))
            return None

    def fill(self, tenant: TenantContext, entries: Sequence[IndexDocument | Tombstone]) -> None:
        """Write entries into the new index only; older versions are ignored. Raises Unavailable."""
        for entry in entries:
            require_own_partition(tenant, entry.user)
            if isinstance(entry, IndexDocument):
                require_dimensions(entry.vector, self._dimensions)
        with self._database.write() as connection:
            for entry in entries:
                write_entry(connection, entry, NEXT, noted_at=present())

    def reached(self, cursor: str) -> None:
        """Note that everything up to the cursor is written. Raises Unavailable."""
        with self._database.write() as connection:
            connection.execute("UPDATE index_rebuild SET reached = ?", (cursor,))

    def finish(self) -> None:
        """Let the new index take the place of the old one. Raises Unavailable."""
        with self._database.write() as connection:
            connection.execute(f"DROP TABLE IF EXISTS {LIVE}")
            connection.execute(f"ALTER TABLE {NEXT} RENAME TO {LIVE}")
            connection.execute(BY_USER)
            mark_current(connection)
            _drop(connection)


def _drop(connection: sqlite3.Connection) -> None:
    connection.execute(f"DROP TABLE IF EXISTS {NEXT}")
    connection.execute("DELETE FROM index_rebuild")
