"""indexer: what the stream of heads shows reaches the index, whole batches at a time."""

import copy
from typing import Any

import pytest

from mneme.application.ports.vector_index import IndexDocument, Tombstone
from mneme.domain.errors import InternalFault, Unavailable
from mneme.domain.memory import Kind
from mneme.domain.scope import VisibleScope
from tests.doubles.fake_index import FakeIndex
from tests.functions.cloud import Cloud, event

NEW = event("indexer", "dynamodb__new_memories")
RECALLED = event("indexer", "dynamodb__recalled_memory")
PURGED = event("indexer", "dynamodb__purged_memory")
FACT = PURGED["Records"][0]["dynamodb"]["Keys"]["sk"]["S"]


@pytest.fixture
def written(cloud: Cloud) -> Cloud:
    """Return a cloud that holds the memories of the events, and an empty index."""
    cloud.index = FakeIndex()
    cloud.invoke("write_api", event("write_api", "apigateway__add"))
    cloud.invoke("extraction_worker", event("extraction_worker", "sqs__conversation"))
    cloud.invoke("evolution_worker", event("evolution_worker", "sqs__facts"))
    return cloud


def _entries(cloud: Cloud) -> list[Any]:
    assert isinstance(cloud.index, FakeIndex)
    return list(cloud.index.entries.values())


def test_the_events_hold_the_rows_that_the_workers_write(written: Cloud) -> None:
    by_id = {row["sk"]["S"]: row for row in written.rows("heads")}
    images = {
        record["dynamodb"]["Keys"]["sk"]["S"]: record["dynamodb"]["NewImage"]
        for record in NEW["Records"]
    }

    assert images == by_id


def test_new_memories_become_documents(written: Cloud, logged: list[dict[str, Any]]) -> None:
    logged.clear()

    written.invoke("indexer", NEW)

    documents = _entries(written)
    fact = next(document for document in documents if document.memory_id == FACT)
    assert all(isinstance(document, IndexDocument) for document in documents)
    assert sorted(document.kind for document in documents) == [Kind.FACT] * 2 + [Kind.TURN] * 3
    assert (fact.user, fact.scope) == ("acme#u-4711", VisibleScope("A#travel", 1))
    assert fact.terms
    assert [(line["message"], line["entries"]) for line in logged] == [("indexed", 5)]


def test_a_recall_that_only_changed_the_weight_is_not_indexed(written: Cloud) -> None:
    written.invoke("indexer", RECALLED)

    assert _entries(written) == []


def test_a_purged_memory_leaves_a_tombstone(written: Cloud) -> None:
    written.invoke("indexer", NEW)

    written.invoke("indexer", PURGED)

    gone = [entry for entry in _entries(written) if isinstance(entry, Tombstone)]
    assert gone == [Tombstone("acme#u-4711", FACT, 1, 2)]


def test_the_new_memories_given_again_after_the_purge_do_not_come_back(written: Cloud) -> None:
    for given in (NEW, PURGED, NEW):
        written.invoke("indexer", given)

    assert sum(isinstance(entry, Tombstone) for entry in _entries(written)) == 1


def test_an_index_that_is_away_fails_the_batch(written: Cloud) -> None:
    class Away(FakeIndex):
        def apply(self, tenant: object, entries: object) -> None:
            raise Unavailable("the index is away")

    written.index = Away()

    with pytest.raises(Unavailable):
        written.invoke("indexer", NEW)


def test_a_record_without_keys_fails_the_batch_and_is_not_skipped(cloud: Cloud) -> None:
    strange = copy.deepcopy(PURGED)
    del strange["Records"][0]["dynamodb"]["Keys"]

    with pytest.raises((InternalFault, KeyError)):
        cloud.invoke("indexer", strange)
