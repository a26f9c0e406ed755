"""Each wait for bytes is bounded by what is left until the deadline."""

import io
import time
from typing import Any

import pytest

from mneme.adapters.bounded_connection import BoundedReader


class PatientSocket:
    """Takes down how long it was told to wait."""

    def __init__(self) -> None:
        self.timeouts: list[float] = []

    def settimeout(self, seconds: float) -> None:
        self.timeouts.append(seconds)


def reader(seconds_left: float, sock: Any) -> BoundedReader:
    return BoundedReader(io.BytesIO(b"answer"), sock, time.monotonic() + seconds_left)  # type: ignore[arg-type]


def test_bytes_are_waited_for_no_longer_than_what_is_left() -> None:
    sock = PatientSocket()

    assert reader(3600.0, sock).read(100) == b"answer"
    assert 0 < sock.timeouts[0] <= 3600.0


def test_after_the_deadline_not_even_bytes_that_are_there_are_taken() -> None:
    with pytest.raises(TimeoutError):
        reader(-1.0, PatientSocket()).read(100)
