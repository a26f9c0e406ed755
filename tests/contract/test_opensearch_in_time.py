"""A search of OpenSearch takes no longer than it is given, whatever drips or hangs."""

import time

import pytest

from mneme.adapters.opensearch_connection import opensearch_client
from mneme.adapters.opensearch_index import OpensearchIndex
from mneme.domain.errors import Unavailable
from mneme.domain.tenancy import internal_context
from tests.contract.scripted_server import Reply, drip, hang, scripted_server, whole
from tests.contract.vector_index_builders import DIMENSIONS, query

TENANT = internal_context("acme")
WHOLE = whole(200, b'{"responses": []}', content_type="application/json")
SECONDS = 0.2
PATIENCE = 5.0
"""Far above what is given, far below what the server would go on for."""


@pytest.mark.parametrize(
    "reply",
    [hang(), drip(WHOLE, 0, 0.05), drip(WHOLE, 20, 0.05), drip(WHOLE, len(WHOLE) - 10, 1.0)],
    ids=["hangs", "drips from the start", "drips headers", "drips the body"],
)
def test_a_search_ends_when_its_time_is_over(reply: Reply) -> None:
    with scripted_server(reply) as server:
        client = opensearch_client(server.url)
        index = OpensearchIndex(client, "memories", DIMENSIONS)
        started = time.monotonic()

        with pytest.raises(Unavailable):
            index.search(TENANT, query("acme#ann", timeout_seconds=SECONDS))

        assert SECONDS * 0.9 < time.monotonic() - started < PATIENCE
        client.close()


def test_the_next_search_has_time_of_its_own() -> None:
    with scripted_server(drip(WHOLE, 0, 0.05), drip(WHOLE, 0, 0.002)) as server:
        client = opensearch_client(server.url)
        index = OpensearchIndex(client, "memories", DIMENSIONS)

        with pytest.raises(Unavailable, match="did not answer"):
            index.search(TENANT, query("acme#ann", timeout_seconds=SECONDS))
        with pytest.raises(Unavailable, match="no readable answer"):
            index.search(TENANT, query("acme#ann", timeout_seconds=PATIENCE))
        client.close()
