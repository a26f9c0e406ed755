"""New identities from the machine's clock and its source of randomness."""

import os
import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from mneme.domain.ulid import encode_ulid

_UNIX_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_NANOSECONDS_PER_MILLISECOND = 1_000_000
_ENTROPY_BYTES = 10
_ENTROPY_END = 1 << (8 * _ENTROPY_BYTES)


class SystemIds:
    """An `Ids` whose ULIDs always rise, also when the clock stands still or goes back."""

    def __init__(self, nanoseconds: Callable[[], int] = time.time_ns) -> None:
        self._nanoseconds = nanoseconds
        self._lock = threading.Lock()
        self._millisecond = -1
        self._entropy = 0

    def new(self) -> str:
        """Return a new ULID, greater than every earlier one of this instance."""
        with self._lock:
            self._step()
            at = _UNIX_EPOCH + timedelta(milliseconds=self._millisecond)
            return encode_ulid(at, self._entropy.to_bytes(_ENTROPY_BYTES, "big"))

    def secret(self, length: int) -> bytes:
        """Return `length` bytes of the operating system's randomness, fit for a key."""
        return os.urandom(length)

    def _step(self) -> None:
        now = self._nanoseconds() // _NANOSECONDS_PER_MILLISECOND
        if now <= self._millisecond and self._entropy + 1 < _ENTROPY_END:
            self._entropy += 1
            return
        self._millisecond = max(now, self._millisecond + 1)
        self._entropy = int.from_bytes(os.urandom(_ENTROPY_BYTES), "big")
