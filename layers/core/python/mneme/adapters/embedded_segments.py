"""One user's index entries in memory, as numpy arrays: exact cosine and blind-term lookup.

A segment grows at its end. A row that was replaced stays, marked dead, until the segment is
loaded anew.
"""

import hashlib
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

Rows = NDArray[np.signedinteger[Any]]
Mask = NDArray[np.bool_]
Words = NDArray[np.uint64]
Floats = NDArray[np.float32]

_WORD_BYTES = 8
_TAIL_ENTRIES = 4_096
_FIRST_CAPACITY = 64


def pack_words(terms: Iterable[str]) -> bytes:
    """Return the distinct terms as 64-bit hashes, one after another."""
    words = sorted({word(term) for term in terms})
    return np.array(words, dtype="<u8").tobytes()


def word(term: str) -> int:
    """Return the 64-bit hash of a term; terms are keyed hashes of that length themselves."""
    digest = hashlib.blake2b(term.encode("utf-8", "surrogatepass"), digest_size=_WORD_BYTES)
    return int.from_bytes(digest.digest(), "little")


def pack_vector(vector: bytes) -> bytes:
    """Return the float32 vector at unit length in float16: as the authority keeps it."""
    return _unit(vector).astype("<f2").tobytes()


class Postings:
    """Which rows carry a word. Most entries are sorted by word; the newest form a short tail."""

    def __init__(self) -> None:
        self._words: Words = np.empty(0, np.uint64)
        self._rows: Rows = np.empty(0, np.int32)
        self._sorted = 0

    @property
    def nbytes(self) -> int:
        """Return the memory held."""
        return self._words.nbytes + self._rows.nbytes

    def extend(self, first_row: int, packed: Sequence[bytes]) -> None:
        """Add rows from `first_row` on, each with the words that `pack_words` packed."""
        words = np.frombuffer(b"".join(packed), dtype="<u8")
        counts = [len(blob) // _WORD_BYTES for blob in packed]
        rows = np.repeat(np.arange(first_row, first_row + len(packed), dtype=np.int32), counts)
        self._words = np.concatenate([self._words, words])
        self._rows = np.concatenate([self._rows, rows])
        if len(self._words) - self._sorted > _TAIL_ENTRIES:
            order = np.argsort(self._words)
            self._words, self._rows = self._words[order], self._rows[order]
            self._sorted = len(order)

    def rows(self, wanted: int) -> Rows:
        """Return the rows that carry the word, each once."""
        target = np.uint64(wanted)
        head, tail = self._words[: self._sorted], self._words[self._sorted :]
        low, high = np.searchsorted(head, target, "left"), np.searchsorted(head, target, "right")
        found = self._rows[low:high]
        late = self._rows[self._sorted :][tail == target]
        return np.concatenate([found, late]) if len(late) else found


class Vectors:
    """Unit vectors by row; a row without one never comes near anything."""

    def __init__(self, dimensions: int) -> None:
        self._matrix: Floats = np.zeros((_FIRST_CAPACITY, dimensions), np.float32)
        self.present: Mask = np.empty(0, np.bool_)

    @property
    def nbytes(self) -> int:
        """Return the memory held, room to grow included."""
        return self._matrix.nbytes

    def extend(self, packed: Sequence[bytes]) -> None:
        """Add rows that `pack_vector` packed; an empty one is a row without a vector."""
        first, size = len(self.present), len(self.present) + len(packed)
        self._reserve(size)
        present = np.array([bool(vector) for vector in packed], np.bool_)
        self.present = np.concatenate([self.present, present])
        given = np.frombuffer(b"".join(packed), dtype="<f2").reshape(-1, self._matrix.shape[1])
        if len(given) == len(packed):
            self._matrix[first:size] = given
        else:
            self._matrix[first:size][present] = given

    def cosines(self, vector: bytes, rows: Rows) -> Floats:
        """Return the cosine of the float32 vector with each of the rows."""
        unit = _unit(vector)
        stored = len(self.present)
        if 2 * len(rows) < stored:
            return _products(self._matrix[rows], unit)
        return _products(self._matrix[:stored], unit)[rows]

    def _reserve(self, size: int) -> None:
        capacity, dimensions = self._matrix.shape
        if size > capacity:
            grown = np.zeros((max(size, capacity * 3 // 2), dimensions), np.float32)
            grown[:capacity] = self._matrix
            self._matrix = grown


def _unit(vector: bytes) -> Floats:
    given = np.frombuffer(vector, dtype="<f4").astype(np.float32)
    return given / max(np.linalg.norm(given), np.finfo(np.float32).tiny)


def _products(matrix: Floats, vector: Floats) -> Floats:
    # Not `@`: a BLAS with threads takes a hundred times as long when another process is busy.
    products: Floats = np.einsum("ij,j->i", matrix, vector)
    return products


def best(scores: NDArray[np.floating], rows: Rows, limit: int) -> list[tuple[int, float]]:
    """Return up to `limit` (row, score) pairs of the highest scores, in no order."""
    if len(rows) > limit:
        kept = np.argpartition(scores, len(rows) - limit)[len(rows) - limit :]
        scores, rows = scores[kept], rows[kept]
    return list(zip(rows.tolist(), scores.tolist(), strict=True))
