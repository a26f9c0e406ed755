"""A real OpenSearch behind a deployment, with an index of its own for each."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import count

from opensearchpy import OpenSearch

from mneme.adapters.opensearch_index import OpensearchIndex
from mneme.application.ports.vector_index import IndexDocument, IndexHits, IndexQuery, Tombstone
from mneme.domain.tenancy import TenantContext
from tests.doubles.hashing_embedder import HashingEmbedder
from tests.isolation.deployment import Deployment

_NUMBERS = count(1)
_SECONDS = 20.0


@dataclass(frozen=True)
class Refreshed:
    """An index whose writes are seen by the next search, which may take its time."""

    index: OpensearchIndex

    def prepare(self) -> None:
        """Prepare the index."""
        self.index.prepare()

    def apply(self, tenant: TenantContext, entries: Sequence[IndexDocument | Tombstone]) -> None:
        """Write, and let the next search see it."""
        self.index.apply(tenant, entries)
        self.index.refresh()

    def search(self, tenant: TenantContext, query: IndexQuery) -> IndexHits:
        """Search without any hurry."""
        return self.index.search(tenant, replace(query, timeout_seconds=_SECONDS))


@contextmanager
def searching(deployment: Deployment, client: OpenSearch) -> Iterator[None]:
    """Let a deployment search in an OpenSearch index, which is gone afterwards."""
    name = f"isolation{next(_NUMBERS)}"
    index = OpensearchIndex(client, name, HashingEmbedder().model.dimensions, shards=1)
    index.prepare()
    deployment.index.inner = Refreshed(index)
    try:
        yield
    finally:
        client.indices.delete(index=f"{name}-*")
