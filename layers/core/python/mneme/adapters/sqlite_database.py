"""One SQLite database, shared safely by the threads of several processes.

Writers queue at a lock file beside the database, not at SQLite's busy back-off, which grows: they
look again every millisecond, for a few seconds, and a killed process frees the lock. Readers never
wait (write-ahead log).
"""

import fcntl
import os
import sqlite3
import threading
import time
import weakref
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path

from mneme.domain.errors import Unavailable

PATIENCE_SECONDS = 3.0
"""How long a writer waits for its turn: a caller is told sooner than its gateway gives up."""

_LOOK_AGAIN_SECONDS = 0.001
_LOCKED = "the local database is locked"
_READERS_MS = 100
"""How long writers wait for readers where the log is emptied."""

_CACHED_STATEMENTS = 256
_PRIMARY_CODE = 0xFF
_OUTAGES = frozenset(
    {
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_LOCKED,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_READONLY,
        sqlite3.SQLITE_PROTOCOL,
    }
)


class SqliteDatabase:
    """A database file, or a private one in memory if the path is None.

    Every commit is durable when it returns. Transactions do not nest. Open it after forking, never
    before: a forked child would share the writers' lock.
    """

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self._idle: list[sqlite3.Connection] = []
        self._writers = threading.Lock()
        # One connection is the whole database in memory, so that readers take turns there too.
        self._readers: AbstractContextManager[object] = self._writers if path is None else _FREE
        self._in_transaction = threading.local()
        self._lock_file: int | None = None
        if path is not None:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._lock_file = _open_lock_file(path)
        weakref.finalize(self, _release, self._idle, self._lock_file)
        with _translated(), self._serialized():
            self._idle.append(self._open(first=True))

    @contextmanager
    def write(self) -> Iterator[sqlite3.Connection]:
        """Run the block as one exclusive transaction: committed at its end, else rolled back.

        Raises Unavailable if the file is full, unreadable or locked for seconds.
        """
        with _translated(), self._not_nested(), self._serialized():
            yield from self._transaction("BEGIN IMMEDIATE")

    @contextmanager
    def read(self) -> Iterator[sqlite3.Connection]:
        """Run the block on one consistent snapshot. Raises Unavailable as `write` does."""
        with _translated(), self._not_nested(), self._readers:
            yield from self._transaction("BEGIN")

    def create(self, script: str) -> None:
        """Run idempotent definitions (`CREATE … IF NOT EXISTS`) as one transaction."""
        with _translated(), self._not_nested(), self._serialized():
            connection = self._take()
            try:
                connection.executescript(f"BEGIN IMMEDIATE;\n{script}\n;COMMIT;")
            finally:
                self._give_back(connection)

    def empty_log(self) -> bool:
        """Move what the write-ahead log holds into the file, and leave nothing of it there.

        Return False if a reader was in the way: then it stays for the next time.
        """
        with _translated(), self._not_nested(), self._serialized():
            connection = self._take()
            try:
                connection.execute(f"PRAGMA busy_timeout = {_READERS_MS}")
                (busy, *_) = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
                connection.execute(f"PRAGMA busy_timeout = {int(PATIENCE_SECONDS * 1000)}")
            finally:
                self._give_back(connection)
        return not busy

    def close(self) -> None:
        """Close the idle connections; further use opens new ones. In memory, all is gone."""
        while self._idle:
            self._idle.pop().close()

    def _transaction(self, begin: str) -> Iterator[sqlite3.Connection]:
        connection = self._take()
        try:
            connection.execute(begin)
            yield connection
            connection.execute("COMMIT")
        finally:
            self._give_back(connection)

    def _take(self) -> sqlite3.Connection:
        try:
            return self._idle.pop()
        except IndexError:
            return self._open(first=False)

    def _give_back(self, connection: sqlite3.Connection) -> None:
        try:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
        finally:
            self._idle.append(connection)

    def _open(self, *, first: bool) -> sqlite3.Connection:
        connection = sqlite3.connect(
            self._path or ":memory:",
            timeout=PATIENCE_SECONDS,
            isolation_level=None,
            check_same_thread=False,
            cached_statements=_CACHED_STATEMENTS,
        )
        if self._path is not None:
            if first:
                connection.execute("PRAGMA journal_mode=WAL")
            connection.execute("PRAGMA synchronous=FULL")
            # What is deleted, or was there before a change, is overwritten and not only freed.
            connection.execute("PRAGMA secure_delete=ON")
        return connection

    @contextmanager
    def _serialized(self) -> Iterator[None]:
        deadline = time.monotonic() + PATIENCE_SECONDS
        if not self._writers.acquire(timeout=PATIENCE_SECONDS):
            raise Unavailable(_LOCKED)
        try:
            if self._lock_file is None:
                yield
                return
            _lock(self._lock_file, deadline)
            try:
                yield
            finally:
                fcntl.flock(self._lock_file, fcntl.LOCK_UN)
        finally:
            self._writers.release()

    @contextmanager
    def _not_nested(self) -> Iterator[None]:
        if getattr(self._in_transaction, "value", False):
            raise RuntimeError("transactions do not nest")
        self._in_transaction.value = True
        try:
            yield
        finally:
            self._in_transaction.value = False


_FREE: AbstractContextManager[object] = nullcontext()


def _open_lock_file(path: Path) -> int:
    name = path.with_name(path.name + ".lock")
    return os.open(name, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)


def _lock(lock_file: int, deadline: float) -> None:
    while True:
        try:
            fcntl.flock(lock_file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() >= deadline:
                raise Unavailable(_LOCKED) from None
            time.sleep(_LOOK_AGAIN_SECONDS)
        else:
            return


def _release(idle: list[sqlite3.Connection], lock_file: int | None) -> None:
    while idle:
        idle.pop().close()
    if lock_file is not None:
        os.close(lock_file)


@contextmanager
def _translated() -> Iterator[None]:
    try:
        yield
    except sqlite3.OperationalError as exc:
        if getattr(exc, "sqlite_errorcode", 0) & _PRIMARY_CODE in _OUTAGES:
            raise Unavailable("the local database did not answer") from exc
        raise
