"""What only OpenSearch can do wrong: be away, be late, lack its index, answer in part."""

from collections.abc import Iterator

import pytest
from opensearchpy import OpenSearch

from local.opensearch_node import free_port
from mneme.adapters.opensearch_connection import opensearch_client
from mneme.adapters.opensearch_index import OpensearchIndex
from mneme.adapters.opensearch_rebuild import OpensearchRebuild
from mneme.domain.errors import InternalFault, Unavailable
from mneme.domain.scope import join_key
from mneme.domain.tenancy import internal_context
from tests.contract.vector_index_builders import DIMENSIONS, document, query

pytest_plugins = ["tests.contract.vector_index_fixtures"]

TENANT = internal_context("acme")
USER = join_key("acme", "ann")


@pytest.fixture
def fresh(search_client: OpenSearch) -> Iterator[OpensearchIndex]:
    """Yield an index that is not there yet."""
    yield OpensearchIndex(search_client, "fresh", DIMENSIONS)
    search_client.indices.delete(index="fresh-*", params={"ignore_unavailable": "true"})


def test_unreachable_node_is_unavailable_to_every_operation() -> None:
    away = OpensearchIndex(
        opensearch_client(f"http://127.0.0.1:{free_port()}"), "memories", DIMENSIONS
    )

    with pytest.raises(Unavailable):
        away.search(TENANT, query(USER))
    with pytest.raises(Unavailable):
        away.apply(TENANT, [document(USER)])
    with pytest.raises(Unavailable):
        away.prepare()
    with pytest.raises(Unavailable):
        away.refresh()


@pytest.mark.opensearch
def test_missing_index_is_unavailable_and_no_empty_answer(fresh: OpensearchIndex) -> None:
    with pytest.raises(Unavailable):
        fresh.search(TENANT, query(USER))


@pytest.mark.opensearch
def test_write_to_a_missing_index_does_not_create_one(
    fresh: OpensearchIndex, search_client: OpenSearch
) -> None:
    with pytest.raises(Unavailable):
        fresh.apply(TENANT, [document(USER)])

    assert not search_client.indices.exists(index="fresh")


@pytest.mark.opensearch
def test_index_is_made_once_and_kept_afterwards(
    fresh: OpensearchIndex, search_client: OpenSearch
) -> None:
    fresh.prepare()
    fresh.apply(TENANT, [document(USER)])
    fresh.prepare()
    OpensearchIndex(search_client, "fresh", DIMENSIONS).prepare()
    fresh.refresh()

    assert len(fresh.search(TENANT, query(USER)).hits) == 1
    assert list(search_client.indices.get_alias(name="fresh")) == ["fresh-1"]


@pytest.mark.opensearch
def test_index_of_another_schema_is_refused_by_its_writer(
    fresh: OpensearchIndex, search_client: OpenSearch
) -> None:
    fresh.prepare()
    search_client.indices.put_mapping(index="fresh-1", body={"_meta": {"schema": 1}})

    with pytest.raises(InternalFault, match="schema"):
        fresh.prepare()


@pytest.mark.opensearch
def test_index_that_lost_its_alias_is_refused_until_it_is_built_anew(
    fresh: OpensearchIndex, search_client: OpenSearch
) -> None:
    fresh.prepare()
    search_client.indices.delete_alias(index="fresh-1", name="fresh")
    with pytest.raises(InternalFault, match="lost its alias; reindex"):
        fresh.prepare()
    rebuild = OpensearchRebuild(search_client, "fresh", DIMENSIONS)

    rebuild.begin()
    rebuild.finish()

    fresh.prepare()
    assert list(search_client.indices.get_alias(name="fresh")) == ["fresh-2"]
    assert not search_client.indices.exists(index="fresh-1")


@pytest.mark.opensearch
def test_name_that_no_index_may_have_is_our_fault(search_client: OpenSearch) -> None:
    with pytest.raises(InternalFault):
        OpensearchIndex(search_client, "Upper Case", DIMENSIONS).prepare()


@pytest.mark.opensearch
def test_large_write_is_sent_in_parts_and_wholly_taken(fresh: OpensearchIndex) -> None:
    fresh.prepare()
    wordy = tuple(f"{number:016x}" for number in range(20_000))
    fresh.apply(TENANT, [document(USER, f"m{i}", terms=wordy) for i in range(12)])
    fresh.refresh()

    statistics = fresh.search(TENANT, query(USER, terms=wordy[:2])).statistics

    assert statistics.documents == 12
    assert statistics.average_length == 20_000


@pytest.mark.opensearch
def test_index_holds_no_user_id_in_the_clear(
    fresh: OpensearchIndex, search_client: OpenSearch
) -> None:
    fresh.prepare()
    fresh.apply(TENANT, [document(join_key("acme", "ann@example.com"))])
    fresh.refresh()

    stored = search_client.search(index="fresh", body={"query": {"match_all": {}}})["hits"]["hits"]

    assert len(stored) == 1
    assert "ann@example.com" not in str(stored)
