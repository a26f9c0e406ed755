"""What left the embedded index is in no byte of its file, nor of the file's log."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path

import pytest

from mneme.adapters.embedded_audit import EmbeddedAudit
from mneme.adapters.embedded_index import EmbeddedIndex
from mneme.adapters.embedded_segments import pack_vector, pack_words
from mneme.adapters.sqlite_database import SqliteDatabase
from mneme.application.ports.vector_index import IndexDocument
from mneme.domain.memory import Status
from mneme.domain.tenancy import internal_context
from tests.contract.vector_index_builders import document, tombstone, vector

TENANT = internal_context("acme")
USER = "acme#ann"
DIMENSIONS = 64
DOCUMENTS = 300


def _bytes(memory_id: str) -> bytes:
    """Return bytes that no other memory has."""
    return b"".join(sha256(f"{memory_id} {part}".encode()).digest() for part in range(2))


def _document(number: int) -> IndexDocument:
    memory_id = f"memory{number:05}"
    own = _bytes(memory_id)
    # Rows of many sizes, so that pages are split, merged and defragmented.
    words = tuple(f"{memory_id} {word}" for word in range(1 + own[0]))
    weights = [1 + byte for byte in own[:DIMENSIONS]]
    direction = vector(*weights, dimensions=DIMENSIONS)
    return document(USER, memory_id, terms=words, vector=direction)


def _traces(documents: Sequence[IndexDocument]) -> list[bytes]:
    """Return what tells of documents: of each the ends of its vector and of its words' hashes."""
    packed = [
        blob for one in documents for blob in (pack_vector(one.vector), pack_words(one.terms))
    ]
    return [end for blob in packed for end in (blob[:8], blob[-8:])]


def _held(folder: Path, traces: Sequence[bytes]) -> list[bytes]:
    files = b"|".join(file.read_bytes() for file in folder.iterdir())
    return [trace for trace in traces if trace in files]


def _assert_held(folder: Path, traces: Sequence[bytes]) -> None:
    # Some lie across two pages.
    assert len(_held(folder, traces)) > 0.9 * len(traces)


@pytest.mark.parametrize("step", [1, 2, 3, 7])
def test_what_was_tombstoned_is_in_no_byte(tmp_path: Path, step: int) -> None:
    database = SqliteDatabase(tmp_path / "index.db")
    index = EmbeddedIndex(database, dimensions=DIMENSIONS)
    documents = [_document(number) for number in range(DOCUMENTS)]
    for start in range(0, DOCUMENTS, 10):
        index.apply(TENANT, documents[start : start + 10])
    gone = documents[::step]
    _assert_held(tmp_path, _traces(gone))

    index.apply(TENANT, [tombstone(USER, one.memory_id) for one in gone])
    index.apply(TENANT, [_document(number) for number in range(DOCUMENTS, DOCUMENTS + 50)])
    assert database.empty_log()

    assert _held(tmp_path, _traces(gone)) == []
    swept = EmbeddedAudit(database).sweep(TENANT, USER, datetime.now(UTC) + timedelta(hours=1))
    assert (swept, database.empty_log()) == (len(gone), True)
    assert _held(tmp_path, [one.memory_id.encode() for one in gone]) == []


def test_what_a_memory_was_before_its_change_is_in_no_byte(tmp_path: Path) -> None:
    database = SqliteDatabase(tmp_path / "index.db")
    index = EmbeddedIndex(database, dimensions=DIMENSIONS)
    before = [_document(number) for number in range(DOCUMENTS)]
    index.apply(TENANT, before)
    _assert_held(tmp_path, _traces(before))

    index.apply(
        TENANT,
        [
            document(USER, one.memory_id, version=2, status=Status.ARCHIVED, vector=b"")
            for one in before
        ],
    )
    assert database.empty_log()

    assert _held(tmp_path, _traces(before)) == []
