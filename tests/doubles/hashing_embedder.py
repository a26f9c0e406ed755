"""An embedder without a model: texts that share words are near each other."""

import hashlib
import math
import struct
from collections.abc import Sequence

from mneme.application.ports.embedder import EmbeddingModel
from mneme.domain.tenancy import TenantContext

_WORD_PLACES = 64


class HashingEmbedder:
    """An `Embedder` that hashes words into a few dimensions; deterministic, no network."""

    _dimensions = _WORD_PLACES

    def __init__(self, dimensions: int = _WORD_PLACES) -> None:
        self._dimensions = dimensions

    @property
    def model(self) -> EmbeddingModel:
        """Return the model."""
        return EmbeddingModel("hashing", self._dimensions, unrelated=0.1, paraphrase=0.8)

    def embed(self, tenant: TenantContext, texts: Sequence[str]) -> list[bytes]:
        """Return one unit vector a text."""
        return [_vector(text, self._dimensions) for text in texts]


def _vector(text: str, dimensions: int) -> bytes:
    values = [0.0] * dimensions
    for word in text.lower().split() or [""]:
        digest = hashlib.sha256(word.encode("utf-8", "surrogatepass")).digest()
        values[digest[0] % _WORD_PLACES] += 1.0
    length = math.sqrt(sum(value * value for value in values))
    return struct.pack(f"<{dimensions}f", *(value / length for value in values))
