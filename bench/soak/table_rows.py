"""All rows of a user in a table, and in the embedded index, as they are stored."""

import sqlite3
from contextlib import closing

from bench.in_process import InProcess
from bench.soak.trouble import TENANT
from mneme.application.ports.table_store import Item, Query
from mneme.application.repositories.row_keys import user_partition

_DOCUMENTS = """
SELECT memory_id, revision, status FROM index_entries WHERE user = ? AND scope IS NOT NULL
"""


def rows_of(mneme: InProcess, table: str, user: str) -> list[Item]:
    """Return a user's rows, in order of their keys."""
    rows: list[Item] = []
    cursor: str | None = None
    while True:
        page = mneme.tables.query(TENANT, Query(table, user_partition(TENANT, user), cursor=cursor))
        rows += page.items
        cursor = page.cursor
        if cursor is None:
            return rows


def index_rows(mneme: InProcess, partition: str) -> set[tuple[str, int, str]]:
    """Return memory, revision and status of each document of a user in the index."""
    folder = mneme.settings.data_dir
    if folder is None:
        raise TypeError("only an embedded stack's index can be read row by row")
    with closing(sqlite3.connect(folder / "index.db")) as connection:
        return set(connection.execute(_DOCUMENTS, (partition,)).fetchall())
