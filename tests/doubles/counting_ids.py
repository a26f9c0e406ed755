"""Identities that a test can foresee."""

import hashlib
from datetime import UTC, datetime
from itertools import count

from mneme.domain.ulid import encode_ulid

_EPOCH = datetime(2026, 3, 1, tzinfo=UTC)
_ENTROPY_BYTES = 10


class CountingIds:
    """An `Ids` whose ULIDs rise by one and whose secrets are distinct but repeatable.

    Two instances with the same `seed` hand out the same values in the same order.
    """

    def __init__(self, seed: int = 0) -> None:
        self._seed = seed
        self._ids = count(1)
        self._secrets = count(1)

    def new(self) -> str:
        """Return the next ULID; ids sort in the order of their making."""
        number = (self._seed << 32) + next(self._ids)
        return encode_ulid(_EPOCH, number.to_bytes(_ENTROPY_BYTES, "big"))

    def secret(self, length: int) -> bytes:
        """Return the next `length` bytes: no two calls give the same, given enough bytes."""
        label = f"{self._seed}/{next(self._secrets)}".encode()
        return hashlib.shake_256(label).digest(length)
