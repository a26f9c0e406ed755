"""How one SQLite file is shared."""

import fcntl
import os
import sqlite3
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from mneme.adapters import sqlite_database
from mneme.adapters.sqlite_database import SqliteDatabase
from mneme.domain.errors import Unavailable

FULL = 2


@pytest.fixture(params=["memory", "file"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[SqliteDatabase]:
    opened = SqliteDatabase(None if request.param == "memory" else tmp_path / "sub" / "x.db")
    opened.create("CREATE TABLE IF NOT EXISTS notes (text TEXT NOT NULL)")
    yield opened
    opened.close()


def add(database: SqliteDatabase, text: str) -> None:
    with database.write() as connection:
        connection.execute("INSERT INTO notes VALUES (?)", (text,))


def notes(database: SqliteDatabase) -> list[str]:
    with database.read() as connection:
        return [text for (text,) in connection.execute("SELECT text FROM notes ORDER BY rowid")]


def test_a_written_block_is_committed_at_its_end(database: SqliteDatabase) -> None:
    add(database, "a")

    assert notes(database) == ["a"]


def test_a_block_that_raises_leaves_nothing_behind(database: SqliteDatabase) -> None:
    with pytest.raises(sqlite3.IntegrityError), database.write() as connection:
        connection.executemany("INSERT INTO notes VALUES (?)", [("lost",), (None,)])

    assert notes(database) == []
    add(database, "later")
    assert notes(database) == ["later"]


def test_definitions_may_be_repeated_and_fail_as_a_whole(database: SqliteDatabase) -> None:
    add(database, "kept")

    database.create("CREATE TABLE IF NOT EXISTS notes (text TEXT NOT NULL)")
    with pytest.raises(sqlite3.OperationalError):
        database.create("CREATE TABLE half (x); CREATE TABLE half (x)")

    assert notes(database) == ["kept"]
    with database.read() as connection, pytest.raises(sqlite3.OperationalError, match="no such"):
        connection.execute("SELECT * FROM half")


def test_transactions_do_not_nest(database: SqliteDatabase) -> None:
    with database.write(), pytest.raises(RuntimeError, match="nest"), database.read():
        pass

    add(database, "after")
    assert notes(database) == ["after"]


def test_a_reader_keeps_its_snapshot_while_others_write(tmp_path: Path) -> None:
    ours, theirs = SqliteDatabase(tmp_path / "x.db"), SqliteDatabase(tmp_path / "x.db")
    ours.create("CREATE TABLE notes (text TEXT NOT NULL)")

    with ours.read() as connection:
        before = connection.execute("SELECT count(*) FROM notes").fetchone()
        add(theirs, "new")
        during = connection.execute("SELECT count(*) FROM notes").fetchone()

    assert (before, during) == ((0,), (0,))
    assert notes(ours) == ["new"]
    ours.close()
    theirs.close()


def test_every_connection_of_a_file_commits_durably(tmp_path: Path) -> None:
    database = SqliteDatabase(tmp_path / "x.db")
    together = threading.Barrier(2, timeout=30)

    def modes(_: int) -> tuple[str, int]:
        with database.read() as connection:
            # Neither connection is given back before both are in use.
            together.wait()
            journal = connection.execute("PRAGMA journal_mode").fetchone()
            return journal[0], connection.execute("PRAGMA synchronous").fetchone()[0]

    with ThreadPoolExecutor(2) as pool:
        assert list(pool.map(modes, range(2))) == [("wal", FULL), ("wal", FULL)]
    database.close()


def test_a_file_reopened_holds_what_was_committed(tmp_path: Path) -> None:
    first = SqliteDatabase(tmp_path / "x.db")
    first.create("CREATE TABLE notes (text TEXT NOT NULL)")
    add(first, "kept")
    first.close()

    assert notes(SqliteDatabase(tmp_path / "x.db")) == ["kept"]


def test_what_cannot_be_opened_is_unavailable(tmp_path: Path) -> None:
    with pytest.raises(Unavailable):
        SqliteDatabase(tmp_path)


def test_a_mistake_in_a_statement_is_not_called_an_outage(database: SqliteDatabase) -> None:
    with pytest.raises(sqlite3.OperationalError), database.read() as connection:
        connection.execute("SELECT * FROM nowhere")


def test_a_lock_that_is_held_for_long_is_an_outage_and_no_endless_wait(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = SqliteDatabase(tmp_path / "x.db")
    database.create("CREATE TABLE IF NOT EXISTS notes (text TEXT NOT NULL)")
    monkeypatch.setattr(sqlite_database, "PATIENCE_SECONDS", 0.05)
    stranger = os.open(tmp_path / "x.db.lock", os.O_RDWR)
    fcntl.flock(stranger, fcntl.LOCK_EX)

    with pytest.raises(Unavailable, match="locked"):
        add(database, "a")
    assert notes(database) == []

    os.close(stranger)
    add(database, "b")
    assert notes(database) == ["b"]


def test_a_writer_that_waits_for_a_stuck_thread_gives_up_as_well(
    database: SqliteDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_database, "PATIENCE_SECONDS", 0.05)
    with ThreadPoolExecutor(1) as other, database.write():
        waiting = other.submit(add, database, "a")

        assert isinstance(waiting.exception(timeout=10), Unavailable)


def test_nobody_waits_longer_than_a_caller_of_the_gateway() -> None:
    # Its turn, then a stranger's transaction; the gateway gives up after 29 seconds.
    assert 2 * sqlite_database.PATIENCE_SECONDS < 10


def test_what_was_deleted_or_changed_lies_in_no_byte_of_the_file_or_its_log(
    tmp_path: Path,
) -> None:
    database = SqliteDatabase(tmp_path / "x.db")
    database.create("CREATE TABLE IF NOT EXISTS notes (text TEXT NOT NULL)")
    for number in range(200):
        add(database, f"secret {number} " * 40)
    with database.write() as connection:
        connection.execute("UPDATE notes SET text = 'changed' WHERE rowid % 2")
        connection.execute("DELETE FROM notes WHERE NOT rowid % 2")
    assert any(b"secret" in file.read_bytes() for file in tmp_path.iterdir())

    assert database.empty_log()

    assert not any(b"secret" in file.read_bytes() for file in tmp_path.iterdir())
    assert set(notes(database)) == {"changed"}


def test_a_reader_keeps_the_log_and_writers_do_not_wait_for_it(tmp_path: Path) -> None:
    database = SqliteDatabase(tmp_path / "x.db")
    database.create("CREATE TABLE IF NOT EXISTS notes (text TEXT NOT NULL)")
    add(database, "a")
    with closing(sqlite3.connect(tmp_path / "x.db", isolation_level=None)) as reader:
        reader.execute("BEGIN")
        assert reader.execute("SELECT text FROM notes").fetchall() == [("a",)]
        add(database, "b")

        assert not database.empty_log()
        add(database, "c")

    assert database.empty_log()
    assert notes(database) == ["a", "b", "c"]
