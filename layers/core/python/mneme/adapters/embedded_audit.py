"""The embedded index read as it is, and rid of its old tombstones."""

from datetime import datetime

from mneme.adapters.embedded_rows import sweep_tombstones
from mneme.adapters.index_partition import require_own_partition, version_of
from mneme.adapters.sqlite_database import SqliteDatabase
from mneme.application.ports.index_audit import IndexedRevision, IndexPage
from mneme.domain.memory import Status
from mneme.domain.tenancy import TenantContext

_SELECT = "SELECT memory_id, revision, precedence, scope IS NULL, status FROM index_entries"
_FOLLOWING = f"{_SELECT} WHERE user = ? AND memory_id > ? ORDER BY memory_id, revision LIMIT ?"
_OF_MEMORY = f"{_SELECT} WHERE user = ? AND memory_id = ? ORDER BY revision"

_Row = tuple[str, int, int, int, str]


class EmbeddedAudit:
    """An IndexAudit of the index in this database."""

    def __init__(self, database: SqliteDatabase) -> None:
        self._database = database

    def listed(self, tenant: TenantContext, user: str, after: str | None, limit: int) -> IndexPage:
        """Return the entries of the memories whose ids follow `after`. Raises Unavailable."""
        require_own_partition(tenant, user)
        with self._database.read() as connection:
            rows: list[_Row] = connection.execute(_FOLLOWING, (user, after or "", limit)).fetchall()
            if len(rows) < limit:
                return IndexPage([_entry(row) for row in rows], None)
            last = rows[-1][0]
            of_last: list[_Row] = connection.execute(_OF_MEMORY, (user, last)).fetchall()
        whole = [row for row in rows if row[0] != last]
        return IndexPage([_entry(row) for row in (*whole, *of_last)], last)

    def sweep(self, tenant: TenantContext, user: str, before: datetime) -> int:
        """Delete the user's tombstones that were written before an instant; return how many.

        Raises Unavailable.
        """
        require_own_partition(tenant, user)
        with self._database.write() as connection:
            return sweep_tombstones(connection, user, before)


def _entry(row: _Row) -> IndexedRevision:
    memory_id, revision, precedence, gone, status = row
    shown = None if gone else Status(status)
    return IndexedRevision(memory_id, revision, version_of(precedence), shown)
