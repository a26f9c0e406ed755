"""The same lies as everywhere, planted in a real OpenSearch."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count

import pytest
from opensearchpy import OpenSearch

from mneme.adapters.opensearch_index import OpensearchIndex
from mneme.application.ports.vector_index import IndexDocument, IndexHits, IndexQuery, Tombstone
from mneme.domain.tenancy import TenantContext
from tests.doubles.hashing_embedder import HashingEmbedder
from tests.isolation.deployment import Deployment
from tests.isolation.moody import MoodyIndex
from tests.isolation.stage import Stage
from tests.isolation.test_lying_index import LIES, Lie, assert_hidden

pytest_plugins = ["tests.contract.vector_index_fixtures"]
pytestmark = pytest.mark.opensearch

_NUMBERS = count(1)
_SECONDS = 20.0


@dataclass(frozen=True)
class _Refreshed:
    """An index whose writes are seen by the next search, which may take its time."""

    index: OpensearchIndex

    def prepare(self) -> None:
        self.index.prepare()

    def apply(self, tenant: TenantContext, entries: Sequence[IndexDocument | Tombstone]) -> None:
        self.index.apply(tenant, entries)
        self.index.refresh()

    def search(self, tenant: TenantContext, query: IndexQuery) -> IndexHits:
        return self.index.search(tenant, replace(query, timeout_seconds=_SECONDS))


@pytest.fixture
def stage(search_client: OpenSearch) -> Iterator[Stage]:
    """Yield a deployment over an index of its own."""
    name = f"lies{next(_NUMBERS)}"
    dimensions = HashingEmbedder().model.dimensions
    index = OpensearchIndex(search_client, name, dimensions, shards=1)
    index.prepare()
    deployment = Deployment(["acme", "acme2"])
    deployment.index.inner = _Refreshed(index)
    assert isinstance(deployment.index, MoodyIndex)
    yield Stage(deployment)
    search_client.indices.delete(index=f"{name}-*")


@pytest.mark.parametrize("plant", LIES, ids=lambda plant: plant.__name__)
def test_the_index_is_not_believed_about_a_memory(plant: Lie, stage: Stage) -> None:
    head, asked = plant(stage)

    assert_hidden(stage, head, asked)
