"""What left the index leaves its files on a real node, while others are written and deleted."""

import time
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path

import pytest
from opensearchpy import OpenSearch

from local.opensearch_node import OpensearchNode
from mneme.adapters.opensearch_audit import OpensearchAudit
from mneme.adapters.opensearch_expunge import OpensearchExpunge
from mneme.adapters.opensearch_index import OpensearchIndex
from mneme.application.ports.vector_index import IndexDocument
from mneme.domain.memory import Status
from mneme.domain.tenancy import internal_context
from tests.contract.vector_index_builders import (
    DIMENSIONS,
    IndexHarness,
    document,
    query,
    tombstone,
    vector,
    visible,
)

pytest_plugins = ["tests.contract.vector_index_fixtures"]
pytestmark = pytest.mark.opensearch

TENANT = internal_context("acme")
ALIAS = "expunged"
PATIENCE_SECONDS = 120.0
DOCUMENTS, GONE = 200, 10


@pytest.fixture
def index(search_client: OpenSearch) -> Iterator[IndexHarness]:
    """Yield an index that nobody else has."""
    real = OpensearchIndex(search_client, ALIAS, DIMENSIONS, shards=1)
    real.prepare()
    yield IndexHarness(real, TENANT, real.refresh)
    search_client.indices.delete(index=f"{ALIAS}-*")


@pytest.fixture
def files(opensearch_url: str) -> Path:
    """Return the folder of all the node's data: segments, logs of writes, state."""
    return OpensearchNode(int(opensearch_url.rsplit(":", 1)[1])).folder / "data"


def _term(memory_id: str) -> str:
    return sha256(memory_id.encode()).hexdigest()[:16]


def _documents(user: str, kind: str, **changes: object) -> list[IndexDocument]:
    ids = [f"{kind}{number:04}" for number in range(DOCUMENTS)]
    return [
        document(user, one, terms=(_term(one), "common"), vector=vector(*_weights(one)), **changes)
        for one in ids
    ]


def _weights(memory_id: str) -> list[int]:
    """Return coordinates that no other memory has, of which none has a short spelling."""
    return [1 + byte for byte in sha256(memory_id.encode()).digest()[:DIMENSIONS]]


def _traces(documents: Sequence[IndexDocument]) -> list[bytes]:
    """Return what tells of documents: hashed terms, and vectors."""
    terms = [_term(one.memory_id).encode() for one in documents]
    return [*terms, *(one.vector for one in documents)]


def _held(files: Path, words: Sequence[bytes]) -> set[bytes]:
    """Return the words that are in any file of the node."""
    found: set[bytes] = set()
    for path in files.rglob("*"):
        try:
            data = path.read_bytes() if path.is_file() else b""
        except FileNotFoundError:
            continue  # merged away meanwhile
        found |= {word for word in words if word in data}
    return found


def _deleted(client: OpenSearch) -> int:
    found = client.indices.stats(index=f"{ALIAS}-*", metric="docs")
    return int(found["_all"]["total"]["docs"]["deleted"])


def _expunge(client: OpenSearch) -> None:
    """Go on until it is done."""
    expunge = OpensearchExpunge(client, ALIAS)
    deadline = time.monotonic() + PATIENCE_SECONDS
    cursor = expunge.further(None)
    while cursor is not None:
        assert time.monotonic() < deadline, cursor
        # The real node takes its time: half a minute to let go of history.
        time.sleep(0.5)
        cursor = expunge.further(cursor)


def test_what_was_tombstoned_or_swept_is_in_no_file_of_the_node(
    index: IndexHarness, search_client: OpenSearch, files: Path
) -> None:
    user, swept_user = index.user(), index.user("bob")
    current = _documents(user, "current")
    archived = _documents(user, "archived", version=2, status=Status.ARCHIVED)
    swept = _documents(swept_user, "swept")
    index.write(*current, *archived, *swept)
    gone = [*current[:GONE], *archived[:GONE]]
    index.write(*(tombstone(user, one.memory_id) for one in gone))
    index.write(*(tombstone(swept_user, one.memory_id) for one in swept[:GONE]))
    soon = datetime.now(UTC) + timedelta(minutes=5)
    assert OpensearchAudit(search_client, ALIAS).sweep(TENANT, swept_user, soon) > 0
    ids = [one.memory_id.encode() for one in swept[:GONE]]
    traces = [*_traces([*gone, *swept[:GONE]]), *ids]
    assert _held(files, traces) == set(traces)
    assert _deleted(search_client) > 0

    _expunge(search_client)

    assert _held(files, traces) == set()
    assert _deleted(search_client) == 0
    everything = query(user, visible(statuses=frozenset({Status.ACTIVE, Status.ARCHIVED})))
    assert len(index.hits(everything)) == 2 * (DOCUMENTS - GONE)


@pytest.mark.long
def test_an_index_of_before_is_expunged_too_while_more_is_deleted(
    index: IndexHarness, search_client: OpenSearch, files: Path
) -> None:
    of_before = {"index.merge.policy.expunge_deletes_allowed": None}
    search_client.indices.put_settings(index=f"{ALIAS}-*", body=of_before)
    user = index.user()
    current = _documents(user, "busy")
    index.write(*current)
    index.write(*(tombstone(user, one.memory_id) for one in current[:GONE]))
    expunge = OpensearchExpunge(search_client, ALIAS)
    cursor = expunge.further(None)
    deadline = time.monotonic() + PATIENCE_SECONDS
    number = GONE

    while cursor is not None:
        assert time.monotonic() < deadline, cursor
        number = min(number + 1, GONE + 4)  # by default a tenth of a segment may be deleted
        index.write(tombstone(user, current[number].memory_id))
        time.sleep(0.5)
        cursor = expunge.further(cursor)

    assert _held(files, _traces(current[:GONE])) == set()


def test_nothing_is_done_where_there_is_no_index(search_client: OpenSearch) -> None:
    assert OpensearchExpunge(search_client, "nowhere").further(None) is None
