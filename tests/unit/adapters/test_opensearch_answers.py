"""How the OpenSearch adapter reads what it is told: whole, or not at all."""

from typing import Any

import pytest

from mneme.domain.errors import InternalFault, Unavailable
from tests.contract.vector_index_builders import query
from tests.unit.adapters.answering_client import TENANT, USER, index, search_answer, searched


def test_whole_answer_is_read() -> None:
    assert searched(search_answer()).statistics.documents == 0


@pytest.mark.parametrize(
    "changes",
    [
        {"timed_out": True},
        {"timed_out": None},
        {"_shards": {"total": 3, "successful": 2, "failed": 1}},
        {"_shards": {"total": 3, "successful": 2, "failed": 0}},
        {"_shards": None},
        {"error": {"type": "no status"}},
        {"error": {"type": "search_phase_execution_exception"}, "status": 503},
        {"error": {"type": "index_not_found_exception"}, "status": 404},
        {"error": {"type": "rejected_execution_exception"}, "status": 429},
    ],
    ids=[
        "late",
        "who knows",
        "partial",
        "shard nowhere",
        "no shards",
        "nameless",
        "failed",
        "missing",
        "busy",
    ],
)
def test_search_answered_in_part_is_unavailable(changes: dict[str, Any]) -> None:
    with pytest.raises(Unavailable):
        searched(search_answer(**changes))


@pytest.mark.parametrize("position", [0, 1])
def test_one_failing_answer_of_several_makes_the_search_unavailable(position: int) -> None:
    counted = {"length": {"value": None}, "frequencies": {"buckets": {"0": {"doc_count": 0}}}}
    parts = [search_answer(aggregations=counted) for _ in range(2)]
    parts[position] = {"error": {"type": "es_rejected_execution_exception"}, "status": 429}
    found, _ = index({"responses": parts})

    with pytest.raises(Unavailable):
        found.search(TENANT, query(USER, vector=None, terms=("tea",)))


@pytest.mark.parametrize(
    "answer",
    [
        {"responses": []},
        {"responses": [search_answer(), search_answer()]},
        {"responses": [None]},
        {"responses": {"0": search_answer()}},
        {"took": 3},
        ["responses"],
        "Bad gateway",
        None,
    ],
    ids=["none", "too many", "null", "mapping", "other", "list", "text", "empty"],
)
def test_what_is_no_answer_to_each_search_is_unavailable(answer: Any) -> None:
    found, _ = index(answer)

    with pytest.raises(Unavailable):
        found.search(TENANT, query(USER, vector=None))


def test_search_that_is_refused_in_part_is_our_fault() -> None:
    with pytest.raises(InternalFault):
        searched(search_answer(error={"type": "query_shard_exception"}, status=400))
