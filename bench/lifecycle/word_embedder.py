"""An embedder that costs next to nothing: texts that share words are near each other."""

import hashlib
import math
import struct
from collections.abc import Sequence
from functools import lru_cache

from mneme.application.ports.embedder import EmbeddingModel
from mneme.domain.tenancy import TenantContext

DIMENSIONS = 64
MODEL = EmbeddingModel("words", DIMENSIONS, unrelated=0.1, paraphrase=0.8)


class WordEmbedder:
    """An `Embedder` that hashes words into a few dimensions."""

    @property
    def model(self) -> EmbeddingModel:
        """Return the model."""
        return MODEL

    def embed(self, tenant: TenantContext, texts: Sequence[str]) -> list[bytes]:  # noqa: ARG002
        """Return one unit vector a text."""
        return [_vector(text) for text in texts]


def _vector(text: str) -> bytes:
    values = [0.0] * DIMENSIONS
    for word in text.lower().split() or [""]:
        values[_place(word)] += 1.0
    length = math.hypot(*values)
    return struct.pack(f"<{DIMENSIONS}f", *(value / length for value in values))


@lru_cache(100_000)
def _place(word: str) -> int:
    digest = hashlib.sha256(word.encode("utf-8", "surrogatepass")).digest()
    return digest[0] % DIMENSIONS
