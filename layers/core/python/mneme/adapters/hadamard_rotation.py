"""A keyed rotation of vectors: random sign flips and Hadamard transforms, in turn.

Each round multiplies the coordinates by keyed signs and mixes them all; three rounds behave like a
random orthogonal matrix at a few thousand operations instead of a quarter million. It hinders
inversion of stored vectors; it is no encryption.
"""

import hashlib
import math
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

ROUNDS = 3
_KEYS_CACHED = 1_024  # 12 KB each at 512 dimensions
_FLOAT_BYTES = 4
_DOMAIN = b"mneme/vector-rotation/1\x00"

Matrix = NDArray[np.float64]


def rotated_dimensions(dimensions: int) -> int:
    """Return how many dimensions a rotated vector has: the next power of two."""
    return 1 << (dimensions - 1).bit_length()


class HadamardRotation:
    """The rotation. The same key and vector give the same result on every platform, to rounding."""

    def rotate(self, key: bytes, vector: bytes) -> bytes:
        """Return the vector rotated under the key, padded to a power of two dimensions.

        Lengths and cosines stay as they are to within float32. Raises ValueError unless `vector`
        holds float32 values, at least one.
        """
        if not vector or len(vector) % _FLOAT_BYTES:
            raise ValueError("a vector is a non-empty sequence of float32 values")
        given = np.frombuffer(vector, dtype="<f4")
        size = rotated_dimensions(len(given))
        left, right = _halves(size)
        mixed = np.zeros(size)
        mixed[: len(given)] = given
        for signs in _signs(key, size):
            square = (mixed * signs).reshape(len(left), len(right))
            mixed = (left @ square @ right).reshape(size)
        return mixed.astype("<f4").tobytes()


@lru_cache(maxsize=_KEYS_CACHED)
def _signs(key: bytes, size: int) -> Matrix:
    """Return one row of +1 and -1 a round, drawn from the key and the dimension."""
    seed = _DOMAIN + size.to_bytes(4, "big") + key
    stream = hashlib.shake_256(seed).digest(-(-ROUNDS * size // 8))
    bits = np.unpackbits(np.frombuffer(stream, dtype=np.uint8), bitorder="little")
    signs = np.where(bits[: ROUNDS * size], -1.0, 1.0)
    return signs.reshape(ROUNDS, size)


@lru_cache(maxsize=16)
def _halves(size: int) -> tuple[Matrix, Matrix]:
    """Return the two factors of the orthonormal Hadamard matrix of `size`.

    It is the Kronecker product of two smaller ones, so that one transform is two small matrix
    products on the vector laid out as a rectangle.
    """
    exponent = size.bit_length() - 1
    return _hadamard(exponent // 2), _hadamard(exponent - exponent // 2)


def _hadamard(exponent: int) -> Matrix:
    matrix: Matrix = np.ones((1, 1))
    for _ in range(exponent):
        matrix = np.kron(np.array([[1.0, 1.0], [1.0, -1.0]]), matrix)
    return np.asarray(matrix * math.sqrt(0.5) ** exponent, dtype=np.float64)
