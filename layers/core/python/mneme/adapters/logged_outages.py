"""Outages that an answer survives, as lines of the log: where and why, never what was asked."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Protocol

from mneme.application.ports.embedder import Embedder, EmbeddingModel
from mneme.application.ports.vector_index import (
    IndexDocument,
    IndexHits,
    IndexQuery,
    Tombstone,
    VectorIndex,
)
from mneme.domain.errors import ExtractionFailed, Unavailable
from mneme.domain.tenancy import TenantContext


class WarningLog(Protocol):
    """What of a logger is used here; Powertools' and the standard library's both have it."""

    def warning(self, msg: str, *, extra: Mapping[str, object]) -> None:
        """Write a line with fields."""
        ...


class LoggedEmbedder:
    """An `Embedder` that logs when another one gives no vectors, and raises as that does."""

    def __init__(self, embedder: Embedder, log: WarningLog) -> None:
        self._embedder = embedder
        self._log = log

    @property
    def model(self) -> EmbeddingModel:
        """Return the other's model."""
        return self._embedder.model

    def embed(self, tenant: TenantContext, texts: Sequence[str]) -> list[bytes]:
        """Return one vector a text, in order. Raises Unavailable, ExtractionFailed."""
        with _logged(self._log, tenant, "embedding"):
            return self._embedder.embed(tenant, texts)


class LoggedIndex:
    """A `VectorIndex` that logs when another one does not find, and raises as that does."""

    def __init__(self, index: VectorIndex, log: WarningLog) -> None:
        self._index = index
        self._log = log

    def prepare(self) -> None:
        """Create what the index needs. Raises Unavailable."""
        self._index.prepare()

    def apply(self, tenant: TenantContext, entries: Sequence[IndexDocument | Tombstone]) -> None:
        """Write documents and tombstones. Raises Unavailable."""
        self._index.apply(tenant, entries)

    def search(self, tenant: TenantContext, query: IndexQuery) -> IndexHits:
        """Return the nearest and the lexically best documents. Raises Unavailable."""
        with _logged(self._log, tenant, "index search"):
            return self._index.search(tenant, query)


@contextmanager
def _logged(log: WarningLog, tenant: TenantContext, place: str) -> Iterator[None]:
    try:
        yield
    except (Unavailable, ExtractionFailed) as outage:
        # An error's message is ours and without content; a cause's may quote what was sent.
        cause = outage.__cause__ and type(outage.__cause__).__name__
        said = {"place": place, "reason": outage.message, "cause": cause}
        log.warning("outage", extra={"tenant": tenant.tenant_id, **said})
        raise
