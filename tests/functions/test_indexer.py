"""indexer: what the stream of heads shows reaches the index, whole batches at a time."""

import copy
import json
from collections.abc import Sequence
from typing import Any

import pytest

from mneme.application.ports.vector_index import IndexDocument, Tombstone
from mneme.domain.errors import InternalFault, Unavailable
from mneme.domain.memory import Kind
from mneme.domain.scope import VisibleScope
from mneme.domain.tenancy import TenantContext
from mneme.runtime.stream_batch import FAILURES, HELD
from tests.doubles.fake_index import Entry, FakeIndex
from tests.functions.cloud import Cloud, client, event

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


class Away(FakeIndex):
    """Takes nothing, for the time being."""

    def apply(self, tenant: TenantContext, entries: Sequence[Entry]) -> None:
        """Raise Unavailable."""
        raise Unavailable("the index is away")


class Picky(FakeIndex):
    """Refuses one memory for good."""

    def apply(self, tenant: TenantContext, entries: Sequence[Entry]) -> None:
        """Raise InternalFault for that memory."""
        if any(entry.memory_id == FACT for entry in entries):
            raise InternalFault("the search index refused a request")
        super().apply(tenant, entries)


class OfAnotherSchema(FakeIndex):
    """Cannot be written to before it is built anew."""

    def prepare(self) -> None:
        """Raise InternalFault."""
        raise InternalFault("the search index holds documents of another schema; reindex")


def _sequence(given: dict[str, Any], position: int) -> str:
    return str(given["Records"][position]["dynamodb"]["SequenceNumber"])


def _position(given: dict[str, Any], memory_id: str) -> int:
    ids = [record["dynamodb"]["Keys"]["sk"]["S"] for record in given["Records"]]
    return ids.index(memory_id)


def _failures(cloud: Cloud) -> list[dict[str, Any]]:
    """Return what was left behind, once."""
    url = cloud.queues[FAILURES]
    messages = client("sqs").receive_message(QueueUrl=url).get("Messages", [])
    for message in messages:
        client("sqs").delete_message(QueueUrl=url, ReceiptHandle=message["ReceiptHandle"])
    return [json.loads(message["Body"]) for message in messages]


def _made(seconds_ago: float, cloud: Cloud) -> dict[str, Any]:
    """Return the new memories as if they had been made so long ago."""
    given = copy.deepcopy(NEW)
    for record in given["Records"]:
        at = cloud.clock.now().timestamp() - seconds_ago
        record["dynamodb"]["ApproximateCreationDateTime"] = at
    return given


def test_an_outage_of_the_index_loses_no_change_however_old_they_are(written: Cloud) -> None:
    given = _made(20 * 3600, written)
    written.index = Away()

    answer = written.invoke("indexer", given)

    assert answer == {"batchItemFailures": [{"itemIdentifier": _sequence(given, 0)}]}
    assert _failures(written) == []
    written.index = FakeIndex()
    assert written.invoke("indexer", given) == {"batchItemFailures": []}
    assert len(_entries(written)) == 5


def test_a_faulty_change_is_tried_again_for_a_while_with_those_behind_it(written: Cloud) -> None:
    given = _made(HELD.total_seconds() - 1, written)
    written.index = Picky()

    answer = written.invoke("indexer", given)

    place = _position(given, FACT)
    assert answer == {"batchItemFailures": [{"itemIdentifier": _sequence(given, place)}]}
    assert len(_entries(written)) == place
    assert _failures(written) == []


def test_a_faulty_change_that_stays_faulty_is_named_and_left_behind(written: Cloud) -> None:
    given = _made(HELD.total_seconds(), written)
    written.index = Picky()

    answer = written.invoke("indexer", given)

    assert answer == {"batchItemFailures": []}
    assert len(_entries(written)) == 4
    [notice] = _failures(written)
    assert notice["sequence"] == _sequence(given, _position(given, FACT))
    assert (notice["table"], notice["fault"].split(" ")[0]) == ("heads", "InternalFault")


def test_changes_wait_for_an_index_of_another_schema_to_be_built_anew(written: Cloud) -> None:
    written.index = OfAnotherSchema()

    with pytest.raises(InternalFault):
        written.invoke("indexer", _made(20 * 3600, written))

    assert _failures(written) == []


def test_a_record_without_keys_fails_the_batch_and_is_not_skipped(cloud: Cloud) -> None:
    strange = copy.deepcopy(PURGED)
    del strange["Records"][0]["dynamodb"]["Keys"]

    with pytest.raises((InternalFault, KeyError)):
        cloud.invoke("indexer", strange)
