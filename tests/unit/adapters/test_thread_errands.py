"""Calls on threads are given up when their time is over, and take nobody else's place for ever."""

import threading
from collections.abc import Iterator

import pytest

from mneme.adapters.thread_errands import ThreadErrands
from mneme.application.ports.errands import Errands
from mneme.application.recall.inline_errands import InlineErrands
from mneme.domain.errors import InternalFault, Late

LONG = 60.0


@pytest.fixture
def go() -> Iterator[threading.Event]:
    """Yield what calls that hang wait for."""
    event = threading.Event()
    yield event
    event.set()


def _refuse() -> None:
    raise InternalFault("refused")


@pytest.mark.parametrize("errands", [ThreadErrands("test"), InlineErrands()])
def test_what_a_call_tells_is_passed_on(errands: Errands) -> None:
    assert errands.start(lambda: 7).result(LONG) == 7
    with pytest.raises(InternalFault):
        errands.start(_refuse).result(LONG)


def test_calls_run_beside_each_other(go: threading.Event) -> None:
    errands = ThreadErrands("test")
    waiting = errands.start(go.wait)

    errands.start(go.set).result(LONG)

    assert waiting.result(LONG)


def test_a_call_that_hangs_is_late(go: threading.Event) -> None:
    with pytest.raises(Late):
        ThreadErrands("test").start(go.wait).result(0.001)


def test_a_time_out_of_the_call_itself_is_no_lateness() -> None:
    def time_out() -> None:
        raise TimeoutError("its own")

    with pytest.raises(TimeoutError, match="its own"):
        ThreadErrands("test").start(time_out).result(LONG)


def test_while_every_thread_hangs_further_calls_are_late_at_once(go: threading.Event) -> None:
    errands = ThreadErrands("test", threads=2)
    hanging = [errands.start(go.wait) for _ in range(2)]
    made: list[int] = []

    with pytest.raises(Late):
        errands.start(lambda: made.append(1)).result(LONG)
    assert made == []

    go.set()
    assert all(one.result(LONG) for one in hanging)


def test_a_thread_that_is_done_takes_the_next_call() -> None:
    errands = ThreadErrands("test", threads=1)

    assert [errands.start(lambda: 7).result(LONG) for _ in range(100)] == [7] * 100


def test_a_call_kept_for_later_is_not_made_without_time() -> None:
    made: list[int] = []

    with pytest.raises(Late):
        InlineErrands().start(lambda: made.append(1)).result(0.0)
    assert made == []
