"""The node of `./dev bench faults` is well enough to be written to, and as broken as it is told."""

import pytest

from bench.faults.broken_node import Fault, broken_node
from mneme.adapters.opensearch_connection import opensearch_client
from mneme.adapters.opensearch_index import OpensearchIndex
from mneme.domain.errors import Unavailable
from mneme.domain.tenancy import internal_context
from tests.contract.vector_index_builders import DIMENSIONS, document, query

TENANT = internal_context("acme")
USER = "acme#ann"


@pytest.mark.parametrize("fault", Fault)
def test_it_takes_every_write_and_fails_at_searches_as_told(fault: Fault) -> None:
    with broken_node() as node:
        client = opensearch_client(node.url)
        index = OpensearchIndex(client, "memories", DIMENSIONS)
        node.fault = fault
        asked = query(USER, terms=("tea", "green"), timeout_seconds=0.3)

        index.prepare()
        index.apply(TENANT, [document(USER), document(USER, "m2")])

        if fault is Fault.NONE:
            assert index.search(TENANT, asked).hits == ()
        else:
            with pytest.raises(Unavailable):
                index.search(TENANT, asked)
        assert (node.documents, node.searches) == (2, 1)
        client.close()
