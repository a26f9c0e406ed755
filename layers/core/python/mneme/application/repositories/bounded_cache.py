"""A cache that forgets: by age, and the least recently used beyond its size."""

from collections import OrderedDict
from datetime import datetime
from threading import Lock
from typing import Generic, TypeVar

from mneme.application.ports.clock import Clock

CacheKey = TypeVar("CacheKey")
CacheValue = TypeVar("CacheValue")


class BoundedCache(Generic[CacheKey, CacheValue]):
    """At most `size` entries, none older than `seconds`. Threads may share it.

    Age is told by two clocks: one may stand still while a process does (a function between two
    requests), the other may be set. What either calls too old is.
    """

    def __init__(self, clock: Clock, size: int, seconds: float) -> None:
        self._clock = clock
        self._size = size
        self._seconds = seconds
        self._entries: OrderedDict[CacheKey, tuple[float, datetime, CacheValue]] = OrderedDict()
        self._lock = Lock()

    def get(self, key: CacheKey) -> CacheValue | None:
        """Return the value if it is there and young enough."""
        with self._lock:
            entry = self._entries.get(key)
            if entry is None:
                return None
            stored_at, on, value = entry
            by_day = abs((self._clock.now() - on).total_seconds())
            if max(self._clock.monotonic() - stored_at, by_day) > self._seconds:
                del self._entries[key]
                return None
            self._entries.move_to_end(key)
            return value

    def put(self, key: CacheKey, value: CacheValue) -> None:
        """Keep the value."""
        with self._lock:
            self._entries[key] = (self._clock.monotonic(), self._clock.now(), value)
            self._entries.move_to_end(key)
            while len(self._entries) > self._size:
                self._entries.popitem(last=False)

    def drop(self, key: CacheKey) -> None:
        """Forget the value, if it is there."""
        with self._lock:
            self._entries.pop(key, None)
