"""Plain dense retrieval: cosines of the local embedder over raw texts. The second baseline."""

from collections.abc import Mapping
from functools import lru_cache

import numpy as np

from mneme.adapters.use_embedder import UseEmbedder
from mneme.domain.tenancy import internal_context

BATCH = 64
_TENANT = internal_context("bench")


@lru_cache(maxsize=1)
def _embedder() -> UseEmbedder:
    return UseEmbedder()


class PlainDense:
    """Ranks a fixed set of texts by the cosine of each with the query."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self._embedder = _embedder()
        self._names = list(texts)
        listed = list(texts.values())
        batches = (listed[start : start + BATCH] for start in range(0, len(listed), BATCH))
        vectors = [one for batch in batches for one in self._embedder.embed(_TENANT, batch)]
        self._matrix = np.array([np.frombuffer(one, dtype="<f4") for one in vectors])

    def rank(self, query: str, limit: int) -> list[str]:
        """Return the names of the nearest texts, nearest first."""
        [vector] = self._embedder.embed(_TENANT, [query])
        cosines = self._matrix @ np.frombuffer(vector, dtype="<f4")
        return [self._names[place] for place in np.argsort(-cosines, kind="stable")[:limit]]
