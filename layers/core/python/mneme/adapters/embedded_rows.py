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

SCHEMA = """
CREATE TABLE IF NOT EXISTS index_entries (
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
);
CREATE INDEX IF NOT EXISTS index_entries_by_user ON index_entries (user);
"""
"""A replaced row gets a new number, so that what a reader has not seen is what is numbered higher.
The second index ends with the row's number: the newest of a user is one step away."""

_WRITE = """
INSERT OR REPLACE INTO index_entries (
    user, memory_id, revision, precedence, status, scope, ownership, mem_type, kind,
    valid_at, invalid_at, expire_at, length, vector, terms, context_terms, tags, card
)
SELECT :user, :memory_id, :revision, :precedence, :status, :scope, :ownership, :mem_type, :kind,
    :valid_at, :invalid_at, :expire_at, :length, :vector, :terms, :context_terms, :tags, :card
WHERE NOT EXISTS (
    SELECT 1 FROM index_entries
    WHERE user = :user AND memory_id = :memory_id AND revision = :revision
        AND precedence > :precedence
)
"""

_REBUILDING = 1
"""Version of a file that is written again; that of a new one is 0. No documents have either."""

_NEWEST = "SELECT sequence FROM index_entries WHERE user = ? ORDER BY sequence DESC LIMIT 1"

_LIVING = """
SELECT sequence, memory_id, revision, status, scope, ownership, mem_type, kind,
    valid_at, invalid_at, expire_at, length, vector, terms, context_terms, tags
FROM index_entries WHERE user = ? AND sequence > ? AND scope IS NOT NULL ORDER BY sequence
"""

_GONE = """
SELECT memory_id, revision
FROM index_entries WHERE user = ? AND sequence > ? AND scope IS NULL
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
    """Take out everything, and note that it is missing."""
    connection.execute("DELETE FROM index_entries")
    connection.execute(f"PRAGMA user_version = {_REBUILDING}")


def mark_current(connection: sqlite3.Connection) -> None:
    """Note that what is stored from now on is what this code writes."""
    connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")


def write_entry(connection: sqlite3.Connection, entry: IndexDocument | Tombstone) -> None:
    """Store the entry unless a newer one is there."""
    row = dict.fromkeys(_OF_DOCUMENTS) | {
        "user": entry.user,
        "memory_id": entry.memory_id,
        "revision": entry.revision,
        "precedence": precedence(entry),
        "status": Status.DELETED.value,
    }
    connection.execute(_WRITE, row if isinstance(entry, Tombstone) else row | _columns(entry))


def newest(connection: sqlite3.Connection, user: str) -> int:
    """Return the number of the user's newest row, 0 without any."""
    found = connection.execute(_NEWEST, (user,)).fetchone()
    return found[0] if found else 0


def living_since(connection: sqlite3.Connection, user: str, sequence: int) -> EntryColumns:
    """Return the user's documents numbered higher; their cards are left where they are."""
    rows = connection.execute(_LIVING, (user, sequence)).fetchall()
    return EntryColumns(*zip(*rows, strict=True)) if rows else EntryColumns()


def gone_since(connection: sqlite3.Connection, user: str, sequence: int) -> list[tuple[str, int]]:
    """Return (memory id, revision) of the user's tombstones numbered higher."""
    return connection.execute(_GONE, (user, sequence)).fetchall()


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
