import threading
from collections.abc import Callable

import pytest

from local.pacing import BUSY_SECONDS, IDLE_SECONDS, OUTAGE_SECONDS, Activity, run
from mneme.domain.errors import Unavailable


class Source:
    """A pump whose steps are given: worked or not, or an error to raise."""

    name = "source"

    def __init__(self, *steps: bool | Exception) -> None:
        self.steps = list(steps)
        self.closed = False

    def step(self) -> bool:
        step = self.steps.pop(0)
        if isinstance(step, Exception):
            raise step
        return step

    def close(self) -> None:
        self.closed = True


def waits_of(source: Source, woken: Callable[[int], bool] = lambda turn: False) -> list[float]:
    """Run the source to the end of its steps; return the pauses it asked for."""
    activity = Activity()
    pauses: list[float] = []

    def wait(seconds: float, mark: int) -> bool:
        pauses.append(seconds)
        if not source.steps:
            activity.stop()
        return woken(len(pauses))

    run(source, activity, wait)
    return pauses


def test_work_is_looked_for_again_at_once_after_work() -> None:
    assert waits_of(Source(True, True, True, False)) == [BUSY_SECONDS]


def test_an_idle_source_is_asked_ever_more_seldom_up_to_a_bound() -> None:
    pauses = waits_of(Source(*[False] * 20))

    assert pauses[0] == BUSY_SECONDS
    assert pauses == sorted(pauses)
    assert pauses[-1] == IDLE_SECONDS


def test_work_elsewhere_makes_an_idle_source_attentive_again() -> None:
    pauses = waits_of(Source(*[False] * 12), woken=lambda turn: turn == 10)

    assert pauses[9] == IDLE_SECONDS
    assert pauses[10] == BUSY_SECONDS


def test_an_outage_is_waited_out_and_not_the_end() -> None:
    outage = Unavailable("the local database did not answer")

    assert waits_of(Source(outage, True, False)) == [OUTAGE_SECONDS, BUSY_SECONDS]


def test_a_fault_ends_the_run() -> None:
    with pytest.raises(ZeroDivisionError):
        waits_of(Source(ZeroDivisionError()))


def test_a_stopped_source_gives_back_what_it_holds() -> None:
    source = Source(False)

    waits_of(source)

    assert source.closed


def test_what_happens_between_a_look_and_the_wait_is_not_missed() -> None:
    activity = Activity()
    mark = activity.seen()
    activity.happened()

    assert activity.wait(60, mark) is True
    assert activity.wait(0, activity.seen()) is False


def test_a_waiting_source_is_woken_by_another_thread() -> None:
    activity = Activity()
    mark = activity.seen()
    other = threading.Thread(target=activity.happened)
    other.start()

    assert activity.wait(60, mark) is True
    other.join()
