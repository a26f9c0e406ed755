"""How the OpenSearch adapter reads answers: whole, or an error; never a shorter list."""

import json

import pytest
from opensearchpy import (
    AuthorizationException,
    ConnectionTimeout,
    NotFoundError,
    RequestError,
    SerializationError,
    SSLError,
    TransportError,
)

from mneme.application.ports.vector_index import IndexDocument, Tombstone
from mneme.domain.errors import InternalFault, MnemeError, Unavailable
from mneme.domain.memory import Status
from tests.contract.vector_index_builders import document, query, tombstone, visible
from tests.unit.adapters.answering_client import TENANT, USER, index, search_answer

OUTAGES = [
    ConnectionTimeout("TIMEOUT", "late", Exception()),
    SSLError("N/A", "no", Exception()),
    TransportError(429, "circuit_breaking_exception", {}),
    TransportError(500, "internal", {}),
    TransportError(503, "unavailable", {}),
    NotFoundError(404, "index_not_found_exception", {}),
    AuthorizationException(403, "security_exception", {}),
    SerializationError("<html>"),
]


def written(*statuses: int) -> None:
    """Write as many documents as the answer has statuses."""
    items = [{"index": {"status": status, "_index": "memories"}} for status in statuses]
    bulk, _ = index({"errors": any(s >= 300 for s in statuses), "items": items})
    bulk.apply(TENANT, [document(USER, f"m{i}") for i in range(len(statuses))])


@pytest.mark.parametrize("outage", OUTAGES, ids=lambda exc: type(exc).__name__)
def test_client_errors_of_an_outage_are_unavailable(outage: Exception) -> None:
    broken, _ = index(outage)

    with pytest.raises(Unavailable) as search:
        broken.search(TENANT, query(USER))
    with pytest.raises(Unavailable) as write:
        broken.apply(TENANT, [tombstone(USER)])

    assert search.value.__cause__ is outage
    assert write.value.__cause__ is outage


def test_refused_request_is_our_fault_and_not_retried() -> None:
    refusing, _ = index(RequestError(400, "parsing_exception", {}))

    with pytest.raises(InternalFault):
        refusing.search(TENANT, query(USER))


@pytest.mark.parametrize(
    ("statuses", "error"),
    [
        ((201, 200), None),
        ((409, 201), None),
        ((201, 429), Unavailable),
        ((503,), Unavailable),
        ((404, 404), Unavailable),
        ((400, 201), InternalFault),
        ((400, 429), Unavailable),
    ],
)
def test_write_fails_unless_each_entry_was_taken_or_is_outdated(
    statuses: tuple[int, ...], error: type[MnemeError] | None
) -> None:
    if error is None:
        written(*statuses)
        return
    with pytest.raises(error):
        written(*statuses)


def test_search_hands_its_deadline_to_client_and_node() -> None:
    asked, client = index({"responses": [search_answer()]})

    asked.search(TENANT, query(USER, vector=None, timeout_seconds=0.25))

    request = client.sent[0]
    assert request["params"] == {"request_timeout": 0.25}
    assert [line["timeout"] for line in request["body"][1::2]] == ["250ms"]


def test_every_line_is_routed_and_filtered_by_the_user_alone() -> None:
    counted = {"length": {"value": None}, "frequencies": {"buckets": {"0": {"doc_count": 0}}}}
    asked, client = index({"responses": [search_answer(aggregations=counted)] * 3})

    asked.search(TENANT, query("acme#ann,bob", terms=("tea",)))

    lines = client.sent[0]["body"]
    routing = lines[0]["routing"]
    assert routing.isalnum()  # a comma would be read as two routing values
    assert len(lines) == 6
    for header, search in zip(lines[::2], lines[1::2], strict=True):
        assert header == {"index": ["memories"], "routing": routing}
        assert json.dumps({"term": {"user": routing}}) in json.dumps(search)


def test_write_requires_the_alias_and_orders_by_external_version() -> None:
    writing, client = index({"errors": False, "items": []})

    writing.apply(TENANT, [document(USER, version=3), tombstone(USER, version=3)])

    request = client.sent[0]
    actions = [json.loads(line)["index"] for line in request["body"].splitlines()[::2]]
    assert request["params"]["require_alias"] == "true"
    assert {action["version_type"] for action in actions} == {"external_gte"}
    of_document, of_tombstone = actions[0], actions[2]
    assert of_document["version"] < of_tombstone["version"]
    assert of_document["_id"] == of_tombstone["_id"]


def test_a_memory_that_may_have_been_archived_leaves_the_other_index() -> None:
    writing, client = index({"errors": False, "items": []})

    def places(entry: IndexDocument | Tombstone) -> list[tuple[str, str]]:
        writing.apply(TENANT, [entry])
        lines = [json.loads(line) for line in client.sent[-1]["body"].splitlines()]
        return [
            (action["index"]["_index"], said["status"])
            for action, said in zip(lines[::2], lines[1::2], strict=True)
        ]

    new, restored = document(USER), document(USER, version=2)
    archived = document(USER, version=2, status=Status.ARCHIVED)
    assert places(new) == [("memories", "ACTIVE")]
    assert places(restored) == [("memories", "ACTIVE"), ("memories-cold", "DELETED")]
    assert places(archived) == [("memories-cold", "ARCHIVED"), ("memories", "DELETED")]
    assert places(tombstone(USER)) == [("memories", "DELETED"), ("memories-cold", "DELETED")]


def test_a_write_reaches_an_index_that_is_built_anew_and_may_find_it_gone() -> None:
    missing = {"status": 404, "_index": "memories-next"}
    writing, client = index(
        {"errors": True, "items": [{"index": {"status": 201}}, {"index": missing}]}
    )
    client.rebuilt = True

    writing.apply(TENANT, [document(USER)])

    actions = [json.loads(line)["index"] for line in client.sent[0]["body"].splitlines()[::2]]
    assert [action["_index"] for action in actions] == ["memories", "memories-next"]


def test_archived_memories_are_searched_only_if_they_are_asked_for() -> None:
    asked, client = index({"responses": [search_answer()]})
    seen = visible(statuses=frozenset({Status.ACTIVE, Status.ARCHIVED}))

    asked.search(TENANT, query(USER, seen, vector=None))

    assert client.sent[0]["body"][0]["index"] == ["memories", "memories-cold"]
