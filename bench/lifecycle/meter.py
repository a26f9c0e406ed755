"""What stands before the tables of a world and counts, once there is a world."""

from bench.lifecycle.stores_in_memory import LAYOUTS
from bench.write.metered_tables import Consumed, MeteredTables
from mneme.application.ports.table_store import TableStore


class Meter:
    """Give `around` to a world, and ask what it consumed."""

    def __init__(self) -> None:
        self._tables: MeteredTables | None = None

    def around(self, tables: TableStore) -> TableStore:
        """Stand before these tables."""
        self._tables = MeteredTables(tables, LAYOUTS)
        return self._tables

    def taken(self) -> Consumed:
        """Return what was consumed since this was last asked."""
        if self._tables is None:
            raise TypeError("nothing was told to this world")
        return self._tables.taken()
