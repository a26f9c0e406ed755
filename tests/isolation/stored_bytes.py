"""What lies on the disk after a run, read without the product: rows, and the bytes of the files."""

import base64
import json
import re
import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

ULID = re.compile(r"[0-7][0-9A-HJKMNP-TV-Z]{25}")


@dataclass(frozen=True)
class StoredRow:
    """One row of one SQLite table: the partition it is kept under, and all its columns as text."""

    table: str
    partition: str
    text: str

    @property
    def memory_ids(self) -> frozenset[str]:
        """Everything in the row that looks like the id of a memory."""
        return frozenset(ULID.findall(self.text))


_PARTITION_COLUMNS = ("pk", "user")


def stored_rows(file: Path) -> Iterator[StoredRow]:
    """Yield every row of every table that is kept by partition."""
    with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as connection:
        for table in _tables(connection):
            cursor = connection.execute(f'SELECT * FROM "{table}"')  # noqa: S608
            columns = [column[0] for column in cursor.description]
            (kept_by,) = [name for name in _PARTITION_COLUMNS if name in columns]
            for row in cursor:
                text = " ".join(map(_text, row))
                yield StoredRow(table, row[columns.index(kept_by)], text)


def queued_bodies(file: Path) -> list[dict[str, object]]:
    """Return what the messages of the queues say."""
    with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as connection:
        return [
            json.loads(body) for (body,) in connection.execute("SELECT body FROM queue_messages")
        ]


def checkpoint(file: Path) -> None:
    """Move everything from the write-ahead log into the file."""
    with closing(sqlite3.connect(file)) as connection:
        (busy, *_) = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    assert not busy


def spellings(word: str) -> set[bytes]:
    """Return the bytes a word may lie in a file as: encodings, escapes, case, base 64, hex."""
    escaped = json.dumps(word).strip('"')
    plain = {form.encode() for form in (word, word.lower(), word.upper(), escaped)}
    wide = {word.encode(encoding) for encoding in ("utf-16-le", "utf-16-be", "utf-32-le")}
    raw = word.encode()
    coded = {raw.hex().encode(), raw.hex().upper().encode()}
    # The characters of base 64 that depend on this word alone, at each of three alignments.
    for skip in range(3):
        shifted = base64.b64encode(b"\0" * skip + raw)
        coded.add(shifted[-(-skip * 8 // 6) : len(shifted) - 4])
    return plain | wide | coded


def files_holding(folder: Path, words: Iterable[str]) -> dict[str, list[str]]:
    """Return by word the files in whose name or bytes it lies in any spelling, if there are any."""
    found: dict[str, list[str]] = defaultdict(list)
    for file in sorted(path for path in folder.rglob("*") if path.is_file()):
        held = file.read_bytes() + b"\0" + str(file.relative_to(folder)).encode()
        for word in words:
            if any(spelling in held for spelling in spellings(word)):
                found[word].append(file.name)
    return dict(found)


def _tables(connection: sqlite3.Connection) -> list[str]:
    named = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
    return [name for (name,) in connection.execute(named)]


def _text(value: object) -> str:
    return value.decode("latin-1") if isinstance(value, bytes) else str(value)
