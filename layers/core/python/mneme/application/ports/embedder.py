"""Text to vectors. A vector is little-endian float32 bytes of unit length."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from mneme.domain.tenancy import TenantContext


@dataclass(frozen=True, slots=True)
class EmbeddingModel:
    """Which model makes the vectors, and its two calibration anchors.

    `unrelated` and `paraphrase` are the cosines that map to relevance 0.1 and 0.8.
    """

    id: str
    dimensions: int
    unrelated: float
    paraphrase: float


class Embedder(Protocol):
    """An embedding model."""

    @property
    def model(self) -> EmbeddingModel:
        """Return which model this is; two embedders with one id give the same vectors."""
        ...

    def embed(self, tenant: TenantContext, texts: Sequence[str]) -> list[bytes]:
        """Return one vector a text, in order. Raises Unavailable."""
        ...


class VectorRotation(Protocol):
    """A keyed orthogonal map: cosines stay as they are, the coordinates no longer tell the text."""

    def rotate(self, key: bytes, vector: bytes) -> bytes:
        """Return the vector rotated under the key, padded to a power of two dimensions."""
        ...


class Stemmer(Protocol):
    """Reduces an English word to its stem."""

    def stem(self, word: str) -> str:
        """Return the stem of a lower-case word."""
        ...
