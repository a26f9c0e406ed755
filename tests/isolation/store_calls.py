"""Counts what reaches the stores: tables, queues, blobs, keys and index."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import fields
from typing import Any

from mneme.runtime.backend import Backend
from tests.doubles.watched import Notes, Watched


class StoreCalls:
    """Stands before every store of a deployment."""

    def __init__(self) -> None:
        self._notes = Notes()

    def watching(self, stores: Backend) -> Backend:
        """Return the stores, watched."""
        watched: dict[str, Any] = {
            store.name: Watched(getattr(stores, store.name), self._notes)
            for store in fields(stores)
        }
        return Backend(**watched)

    @contextmanager
    def none(self) -> Iterator[None]:
        """Assert that no store is called within the block."""
        before = len(self._notes.calls)
        yield
        assert [method for method, _ in self._notes.calls[before:]] == []

    @property
    def count(self) -> int:
        """How many calls were made so far."""
        return len(self._notes.calls)
