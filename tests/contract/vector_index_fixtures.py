"""Fixtures of the VectorIndex contract suite, a plugin of the test modules that name it.

A real OpenSearch is started once for all of them and stopped at the end. Where this machine has
no Java or Maven for it, its tests are skipped.
"""

from collections.abc import Callable, Iterator
from itertools import count

import pytest
from opensearchpy import OpenSearch

from local.opensearch_distribution import OpensearchMissingError
from local.opensearch_node import OpensearchNode, free_port
from mneme.adapters.embedded_index import EmbeddedIndex
from mneme.adapters.opensearch_connection import opensearch_client
from mneme.adapters.opensearch_index import OpensearchIndex
from mneme.adapters.sqlite_database import SqliteDatabase
from mneme.domain.tenancy import internal_context
from tests.contract.vector_index_builders import DIMENSIONS, IndexHarness

_TENANTS = count(1)

ADAPTERS = ("embedded", pytest.param("opensearch", marks=pytest.mark.opensearch))

MakeIndex = Callable[[int], IndexHarness]


@pytest.fixture(scope="session")
def opensearch_url() -> Iterator[str]:
    """Start a node on a free port; yield its address."""
    node = OpensearchNode(free_port())
    try:
        node.up()
        yield node.url
    except OpensearchMissingError as exc:
        pytest.skip(f"OPENSEARCH WAS NOT TESTED: {exc}")
    finally:
        node.stop()


@pytest.fixture(scope="session")
def search_client(opensearch_url: str) -> OpenSearch:
    """Return a client of the node."""
    return opensearch_client(opensearch_url)


@pytest.fixture(scope="session")
def opensearch_indexes(search_client: OpenSearch) -> Callable[[int], OpensearchIndex]:
    """Return how to get the index for vectors of so many dimensions, made once for all tests."""
    made: dict[int, OpensearchIndex] = {}

    def get(dimensions: int) -> OpensearchIndex:
        if dimensions not in made:
            index = OpensearchIndex(search_client, f"contract-{dimensions}", dimensions)
            index.prepare()
            made[dimensions] = index
        return made[dimensions]

    return get


@pytest.fixture(params=ADAPTERS)
def make_index(request: pytest.FixtureRequest) -> MakeIndex:
    """Return how to get an index of each adapter for vectors of so many dimensions."""
    tenant = internal_context(f"tenant{next(_TENANTS)}")

    def embedded(dimensions: int) -> IndexHarness:
        index = EmbeddedIndex(SqliteDatabase(), dimensions=dimensions)
        return IndexHarness(index, tenant, refresh=lambda: None)

    def opensearch(dimensions: int) -> IndexHarness:
        index = request.getfixturevalue("opensearch_indexes")(dimensions)
        return IndexHarness(index, tenant, index.refresh)

    return embedded if request.param == "embedded" else opensearch


@pytest.fixture
def harness(make_index: MakeIndex) -> IndexHarness:
    """Return an index for vectors of few dimensions, with a tenant of its own."""
    return make_index(DIMENSIONS)
