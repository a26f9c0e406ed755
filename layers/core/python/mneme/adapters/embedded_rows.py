"""The rows of the embedded index in SQLite: durable, versioned, numbered as they are written."""

import sqlite3
from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from mneme.adapters.embedded_segments import pack_vector, pack_words
from mneme.adapters.index_card import write_card
from mneme.adapters.index_partition import (
    SCHEMA_VERSION,
    context_words,
    microseconds,
    precedence,
    scope_word,
)
from mneme.application.ports.vector_index import IndexDocument, Tombstone
from mneme.domain.memory import Status

LIVE, NEXT = "index_entries", "index_entries_next"
"""The table that is searched, and the one that a rebuilding fills to take its place."""


def definition(table: str) -> str:
    """Return the idempotent definition of a table of entries.

    A replaced row gets a new number, so that what a reader has not seen is what is numbered higher.
    """
    return f"""
CREATE TABLE IF NOT EXISTS {table} (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    user TEXT NOT NULL,
    memory_id TEXT NOT NULL,
    revision INTEGER NOT NULL,
    precedence INTEGER NOT NULL,
    status TEXT NOT NULL,
    scope TEXT,
    ownership TEXT,
    mem_type TEXT,
    kind TEXT,
    observed_at INTEGER,
    valid_at INTEGER,
    invalid_at INTEGER,
    expire_at INTEGER,
    length INTEGER,
    vector BLOB,
    terms BLOB,
    context_terms BLOB,
    tags BLOB,
    card TEXT,
    UNIQUE (user, memory_id, revision)
)"""


BY_USER = f"CREATE INDEX IF NOT EXISTS index_entries_by_user ON {LIVE} (user)"
"""It ends with the row's number: the newest of a user is one step away."""

_SWEEPS = """
CREATE TABLE IF NOT EXISTS index_sweeps (user TEXT PRIMARY KEY, times INTEGER NOT NULL)
"""

SCHEMA = f"{definition(LIVE)};\n{BY_USER};\n{_SWEEPS};"


def _write(table: str) -> str:
    return f"""
INSERT OR REPLACE INTO {table} (
    user, memory_id, revision, precedence, status, scope, ownership, mem_type, kind,
    observed_at, valid_at, invalid_at, expire_at, length, vector, terms, context_terms, tags, card
)
SELECT :user, :memory_id, :revision, :precedence, :status, :scope, :ownership, :mem_type, :kind,
    :observed_at, :valid_at, :invalid_at, :expire_at, :length, :vector, :terms, :context_terms,
    :tags, :card
WHERE NOT EXISTS (
    SELECT 1 FROM {table}
    WHERE user = :user AND memory_id = :memory_id AND revision = :revision
        AND precedence > :precedence
)
"""  # noqa: S608


_WRITES = {table: _write(table) for table in (LIVE, NEXT)}

_REBUILDING = 1
"""Version of a file that is written again; that of a new one is 0. No documents have either."""

_GENERATION = "PRAGMA schema_version"
_HAS_TABLE = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?"
_NEWEST = "SELECT sequence FROM index_entries WHERE user = ? ORDER BY sequence DESC LIMIT 1"

_TIMES_SWEPT = "SELECT times FROM index_sweeps WHERE user = ?"
_SWEPT = """
INSERT INTO index_sweeps VALUES (?, 1) ON CONFLICT (user) DO UPDATE SET times = times + 1
"""
# Tombstones of before they told when they were written are older than any of those that do.
_SWEEP = f"""
DELETE FROM {LIVE} WHERE user = ? AND scope IS NULL AND COALESCE(observed_at, ?) < ?
"""  # noqa: S608

_LIVING = """
SELECT sequence, memory_id, revision, status, scope, ownership, mem_type, kind,
    observed_at, valid_at, invalid_at, expire_at, length, vector, terms, context_terms, tags
FROM index_entries
WHERE user = ? AND sequence > ? AND scope IS NOT NULL AND (? OR status <> 'ARCHIVED')
ORDER BY sequence
"""

_GONE = """
SELECT memory_id, revision
FROM index_entries
WHERE user = ? AND sequence > ? AND (scope IS NULL OR NOT (? OR status <> 'ARCHIVED'))
"""


class EntryColumns(NamedTuple):
    """Stored documents by column, in order of their numbers."""

    sequence: Sequence[int] = ()
    memory_id: Sequence[str] = ()
    revision: Sequence[int] = ()
    status: Sequence[str] = ()
    scope: Sequence[str] = ()
    ownership: Sequence[str] = ()
    mem_type: Sequence[str] = ()
    kind: Sequence[str] = ()
    observed_at: Sequence[int] = ()
    valid_at: Sequence[int | None] = ()
    invalid_at: Sequence[int | None] = ()
    expire_at: Sequence[int | None] = ()
    length: Sequence[int] = ()
    vector: Sequence[bytes] = ()
    terms: Sequence[bytes] = ()
    context_terms: Sequence[bytes] = ()
    tags: Sequence[bytes] = ()


def is_current(connection: sqlite3.Connection) -> bool:
    """Return whether it is stored what this code writes, and of every memory.

    Of a new file that cannot be said: there may be memories from before it.
    """
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    return bool(version == SCHEMA_VERSION)


def empty(connection: sqlite3.Connection) -> None:
    """Take out everything, its columns included, and note that it is missing."""
    for table in (LIVE, NEXT):
        connection.execute(f"DROP TABLE IF EXISTS {table}")
    connection.execute(definition(LIVE))
    connection.execute(BY_USER)
    connection.execute(f"PRAGMA user_version = {_REBUILDING}")


def mark_current(connection: sqlite3.Connection) -> None:
    """Note that what is stored from now on is what this code writes."""
    connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")


def generation(connection: sqlite3.Connection) -> int:
    """Return a number that changes whenever a table takes the place of another."""
    number: int = connection.execute(_GENERATION).fetchone()[0]
    return number


def is_rebuilt(connection: sqlite3.Connection) -> bool:
    """Return whether a table is being filled to take the place of the one that is searched."""
    return connection.execute(_HAS_TABLE, (NEXT,)).fetchone() is not None


def write_entry(
    connection: sqlite3.Connection,
    entry: IndexDocument | Tombstone,
    table: str = LIVE,
    *,
    noted_at: datetime,
) -> None:
    """Store the entry unless a newer one is there; a tombstone with when it was noted."""
    row = dict.fromkeys(_OF_DOCUMENTS) | {
        "user": entry.user,
        "memory_id": entry.memory_id,
        "revision": entry.revision,
        "precedence": precedence(entry),
        "status": Status.DELETED.value,
        "observed_at": microseconds(noted_at),
    }
    stored = row if isinstance(entry, Tombstone) else row | _columns(entry)
    connection.execute(_WRITES[table], stored)


def newest(connection: sqlite3.Connection, user: str) -> int:
    """Return the number of the user's newest row, 0 without any."""
    found = connection.execute(_NEWEST, (user,)).fetchone()
    return found[0] if found else 0


def sweep_tombstones(connection: sqlite3.Connection, user: str, before: datetime) -> int:
    """Delete a user's tombstones that were noted before an instant; return how many.

    They are what tells a reader that something is gone: so each sweep is counted.
    """
    until = microseconds(before)
    swept = connection.execute(_SWEEP, (user, until - 1, until)).rowcount
    if swept:
        connection.execute(_SWEPT, (user,))
    return swept


def times_swept(connection: sqlite3.Connection, user: str) -> int:
    """Return how often tombstones of a user were deleted: who read before has to read anew."""
    found = connection.execute(_TIMES_SWEPT, (user,)).fetchone()
    return found[0] if found else 0


def living_since(
    connection: sqlite3.Connection, user: str, sequence: int, *, archived: bool
) -> EntryColumns:
    """Return the user's documents numbered higher; their cards are left where they are.

    Archived memories are among them only if asked for.
    """
    rows = connection.execute(_LIVING, (user, sequence, archived)).fetchall()
    return EntryColumns(*zip(*rows, strict=True)) if rows else EntryColumns()


def gone_since(
    connection: sqlite3.Connection, user: str, sequence: int, *, archived: bool
) -> list[tuple[str, int]]:
    """Return (memory id, revision) of what is numbered higher and is not there any more.

    These are the user's tombstones and, unless they are asked for, archived memories.
    """
    return connection.execute(_GONE, (user, sequence, archived)).fetchall()


def read_cards(connection: sqlite3.Connection, sequences: Sequence[int]) -> list[tuple[int, str]]:
    """Return number and card of the rows with these numbers."""
    places = ",".join("?" * len(sequences))
    statement = f"SELECT sequence, card FROM index_entries WHERE sequence IN ({places})"  # noqa: S608
    return connection.execute(statement, sequences).fetchall()


_OF_DOCUMENTS = (*EntryColumns._fields, "card")


def _columns(entry: IndexDocument) -> dict[str, object]:
    return {
        "status": entry.status.value,
        "scope": scope_word(entry.scope),
        "ownership": entry.ownership.value,
        "mem_type": entry.mem_type.value,
        "kind": entry.kind.value,
        "observed_at": microseconds(entry.observed_at),
        "valid_at": _instant(entry.valid_at),
        "invalid_at": _instant(entry.invalid_at),
        "expire_at": _instant(entry.expire_at),
        "length": len(entry.terms),
        "vector": pack_vector(entry.vector),
        "terms": pack_words(entry.terms),
        "context_terms": pack_words(context_words(entry.context)),
        "tags": pack_words(entry.tags),
        "card": write_card(entry),
    }


def _instant(at: datetime | None) -> int | None:
    return None if at is None else microseconds(at)
