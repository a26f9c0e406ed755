"""What was acknowledged outlives its process, and processes and threads share one file."""

import os
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from mneme.adapters.sqlite_change_feed import SqliteChangeFeed
from mneme.adapters.sqlite_database import SqliteDatabase
from mneme.adapters.sqlite_table_store import SqliteTableStore
from mneme.adapters.table_layout import IndexLayout, TableLayout
from mneme.application.ports.table_store import Increase, Item, Put, Query, Update
from mneme.domain.tenancy import internal_context
from tests.contract.table_writer import COUNTER, LAYOUTS, PARTITION

ROOT = Path(__file__).parents[2]
TENANT = internal_context("acme")
ENDLESS = 1_000_000


def start_writer(path: Path, name: str, count: int) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "tests.contract.table_writer", str(path), name, str(count)]
    search = os.pathsep.join([str(ROOT), str(ROOT / "layers" / "core" / "python")])
    return subprocess.Popen(  # noqa: S603
        command,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": search},
        stdout=subprocess.PIPE,
        text=True,
    )


def kill_after(writer: subprocess.Popen[str], acknowledged: int) -> int:
    """Kill the writer without warning, and return how many transactions it has acknowledged."""
    assert writer.stdout is not None
    with writer.stdout:
        for _ in range(acknowledged):
            writer.stdout.readline()
        writer.send_signal(signal.SIGKILL)
        rest = writer.stdout.readlines()
    writer.wait()
    return acknowledged + sum(line.endswith("\n") for line in rest)


def count_of(store: SqliteTableStore) -> object:
    counter = store.get(TENANT, "counters", COUNTER)
    assert counter is not None
    return counter["n"]


def test_a_killed_process_loses_nothing_it_acknowledged(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"

    acknowledged = kill_after(start_writer(path, "w", ENDLESS), 100)

    database = SqliteDatabase(path)
    store, feed = SqliteTableStore(database, LAYOUTS), SqliteChangeFeed(database, LAYOUTS)
    heads = store.query(TENANT, Query("heads", PARTITION)).items
    revisions = store.query(TENANT, Query("revisions", PARTITION)).items
    told = feed.read("heads", None, 1000).changes
    # One more may have been committed and not yet acknowledged, but none in part.
    assert len(heads) in (acknowledged, acknowledged + 1)
    assert heads == revisions == tuple(change.after for change in told)
    assert count_of(store) == len(heads)
    database.close()


def test_a_file_goes_on_after_its_writer_was_killed(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    kill_after(start_writer(path, "first", ENDLESS), 5)

    second = start_writer(path, "second", 5)
    output, _ = second.communicate(timeout=60)

    assert output.split() == ["0", "1", "2", "3", "4"]


def test_processes_and_threads_that_write_at_once_lose_no_update(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    writers = [start_writer(path, f"w{number}", 40) for number in range(2)]
    database = SqliteDatabase(path)
    store = SqliteTableStore(database, LAYOUTS)

    def increase(_: int) -> None:
        store.transact(TENANT, [Update("counters", COUNTER, (Increase("n", 1),))])

    with ThreadPoolExecutor(3) as pool:
        list(pool.map(increase, range(60)))
    for writer in writers:
        writer.communicate(timeout=60)

    assert [writer.returncode for writer in writers] == [0, 0]
    assert count_of(store) == 140
    assert len(store.query(TENANT, Query("heads", PARTITION)).items) == 80
    database.close()


def test_a_file_of_an_earlier_version_gains_the_indexes_that_came_later(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    index = IndexLayout("by_age", partition_attribute="pk", sort_attribute="age", numeric=True)
    old = TableLayout("people", "people", sorted=True, stream=False, indexes={})
    new = TableLayout("people", "people", sorted=True, stream=False, indexes={"by_age": index})
    earlier = SqliteDatabase(path)
    people: list[Item] = [
        {"pk": "p", "sk": "a", "age": 7},
        {"pk": "p", "sk": "b"},
        {"pk": "p", "sk": "c", "age": 3},
    ]
    SqliteTableStore(earlier, {"people": old}).transact(TENANT, [Put("people", p) for p in people])
    earlier.close()

    later = SqliteDatabase(path)
    store = SqliteTableStore(later, {"people": new})

    found = store.query(TENANT, Query("people", "p", index="by_age")).items
    assert [item["sk"] for item in found] == ["c", "a"]
    later.close()
