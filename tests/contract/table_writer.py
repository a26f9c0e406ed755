"""A process that writes to a file: `python -m tests.contract.table_writer FILE NAME COUNT`.

Each transaction writes a head, its revision and a common counter; its number is printed once it is
acknowledged.
"""

import sys
from pathlib import Path

from infra.tables import TABLES, layouts_json
from mneme.adapters.sqlite_database import SqliteDatabase
from mneme.adapters.sqlite_table_store import SqliteTableStore
from mneme.adapters.table_layout import parse_layouts
from mneme.application.ports.table_store import Increase, Item, Key, Missing, Put, Update
from mneme.domain.tenancy import internal_context

PARTITION = "acme#writers"
COUNTER = Key(PARTITION, "TOTAL")
LAYOUTS = parse_layouts(layouts_json({table.name: table.name for table in TABLES}))


def write(path: Path, name: str, count: int) -> None:
    """Carry out `count` transactions, one after the other."""
    store = SqliteTableStore(SqliteDatabase(path), LAYOUTS)
    for number in range(count):
        item: Item = {"pk": PARTITION, "sk": f"{name}-{number:06}", "content": b"x" * 500}
        store.transact(
            internal_context("acme"),
            [
                Put("heads", item, Missing("pk")),
                Put("revisions", item, Missing("pk")),
                Update("counters", COUNTER, (Increase("n", 1),)),
            ],
        )
        print(number, flush=True)


if __name__ == "__main__":
    write(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]))
