"""Vectors as rows hold them, unpacked once to be compared with many others."""

import math
import struct
from dataclasses import dataclass
from operator import mul

from mneme.domain.memory import Embedding

_FLOAT_BYTES = 4


@dataclass(frozen=True, slots=True)
class Direction:
    """A vector of a model, and its length."""

    model: str
    values: tuple[float, ...]
    length: float

    @classmethod
    def of(cls, embedding: Embedding) -> "Direction":
        """Return an embedding unpacked."""
        vector = embedding.vector
        values = struct.unpack(f"<{len(vector) // _FLOAT_BYTES}f", vector)
        return cls(embedding.model, values, math.hypot(*values))

    def cosine(self, other: "Direction | None") -> float | None:
        """Return the cosine of two vectors of one model, None for those of different models.

        It is 0 if one has no direction.
        """
        if other is None or self.model != other.model:
            return None
        lengths = self.length * other.length
        return sum(map(mul, self.values, other.values)) / lengths if lengths else 0.0
