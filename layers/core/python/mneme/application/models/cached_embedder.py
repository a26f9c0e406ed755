"""An embedder that remembers, for a while, what it was asked before: agents repeat questions."""

from collections.abc import Sequence

from mneme.application.ports.clock import Clock, Ids
from mneme.application.ports.embedder import Embedder, EmbeddingModel
from mneme.application.ports.key_service import KEY_BYTES
from mneme.application.repositories.bounded_cache import BoundedCache
from mneme.domain.retrieval.blinding import keyed_hash
from mneme.domain.tenancy import TenantContext

CACHED_VECTORS = 2_000
"""Of all tenants together: 4 MB at 512 dimensions."""

CACHED_SECONDS = 300.0
"""As long as a process keeps a user's keys: what is forgotten lingers no longer in either."""


class CachedEmbedder:
    """An `Embedder` before another one, for the questions of recalls.

    No text is kept: a vector is found again by a hash of tenant, model and text, under a key that
    this process alone has and never tells. What failed is asked again.
    """

    def __init__(
        self,
        embedder: Embedder,
        clock: Clock,
        ids: Ids,
        *,
        size: int = CACHED_VECTORS,
        seconds: float = CACHED_SECONDS,
    ) -> None:
        self._embedder = embedder
        self._key = ids.secret(KEY_BYTES)
        self._vectors: BoundedCache[str, bytes] = BoundedCache(clock, size, seconds)

    @property
    def model(self) -> EmbeddingModel:
        """Return the other's model."""
        return self._embedder.model

    def embed(self, tenant: TenantContext, texts: Sequence[str]) -> list[bytes]:
        """Return one vector a text, in order. Raises as the other does."""
        places = [self._place(tenant, text) for text in texts]
        known = {place: self._vectors.get(place) for place in places}
        found = {place: vector for place, vector in known.items() if vector is not None}
        missing = {
            place: text for place, text in zip(places, texts, strict=True) if place not in found
        }
        if missing:
            vectors = self._embedder.embed(tenant, list(missing.values()))
            for place, vector in zip(missing, vectors, strict=True):
                self._vectors.put(place, vector)
                found[place] = vector
        return [found[place] for place in places]

    def _place(self, tenant: TenantContext, text: str) -> str:
        return keyed_hash(self._key, tenant.tenant_id, self.model.id, text)
