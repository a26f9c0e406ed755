"""An index that keeps failing is left alone for a while, then tried once."""

from dataclasses import dataclass, field

import pytest

from mneme.application.ports.vector_index import IndexHits, IndexQuery
from mneme.application.recall.guarded_index import GuardedIndex
from mneme.domain.circuit_breaker import BreakerState
from mneme.domain.errors import InternalFault, Late, MnemeError, NotAsked, Unavailable
from mneme.domain.measures import Measure, Measured
from mneme.domain.retrieval.bm25 import NO_STATISTICS
from mneme.domain.tenancy import TenantContext
from mneme.domain.thresholds import SEARCH_BREAKER
from tests.contract.vector_index_builders import query
from tests.doubles.fake_index import FakeIndex
from tests.doubles.fixed_clock import FixedClock
from tests.doubles.racing_errands import RacingErrands
from tests.doubles.recorded_metrics import RecordedMetrics
from tests.doubles.world import a_tenant

ACME = a_tenant("acme")
FAILURES = SEARCH_BREAKER.failures
FOUND = IndexHits((), NO_STATISTICS)


@dataclass
class _Moody(FakeIndex):
    """Answers after some seconds, or raises."""

    clock: FixedClock = field(default_factory=FixedClock)
    seconds: float = 0.0
    fault: MnemeError | None = None
    asked: int = 0

    def search(self, tenant: TenantContext, query: IndexQuery) -> IndexHits:
        self.asked += 1
        self.clock.sleep(self.seconds)
        if self.fault is not None:
            raise self.fault
        return FOUND


class _Guard:
    def __init__(self) -> None:
        self.clock = FixedClock()
        self.inner = _Moody(clock=self.clock)
        self.metrics = RecordedMetrics()
        self.index = GuardedIndex(
            self.inner, RacingErrands(self.clock), self.clock, metrics=self.metrics
        )

    def search(self, seconds: float = 0.3) -> IndexHits:
        return self.index.search(ACME, query("acme#ann", timeout_seconds=seconds))

    def fail(self, times: int = FAILURES, seconds: float = 0.3) -> None:
        for _ in range(times):
            with pytest.raises(Unavailable):
                self.search(seconds)


@pytest.fixture
def guard() -> _Guard:
    return _Guard()


def test_what_is_found_in_time_is_passed_on(guard: _Guard) -> None:
    guard.inner.seconds = 0.29

    assert guard.search(0.3) is FOUND


def test_an_index_that_hangs_is_given_up_when_the_searchs_time_is_over(guard: _Guard) -> None:
    guard.inner.seconds = 60.0
    started = guard.clock.monotonic()

    with pytest.raises(Late):
        guard.search(0.3)
    assert guard.clock.monotonic() - started == pytest.approx(0.3)


@pytest.mark.parametrize(("fault", "seconds"), [(Unavailable("503"), 0.0), (None, 60.0)])
def test_after_failures_in_a_row_nothing_is_asked(
    guard: _Guard, fault: MnemeError | None, seconds: float
) -> None:
    guard.inner.fault, guard.inner.seconds = fault, seconds
    guard.fail()
    began = guard.clock.monotonic()

    for _ in range(3):
        with pytest.raises(NotAsked):
            guard.search()

    assert guard.inner.asked == FAILURES
    assert guard.clock.monotonic() == began
    assert guard.index.state is BreakerState.OPEN


def test_an_answer_in_between_forgives_failures(guard: _Guard) -> None:
    for _ in range(3):
        guard.inner.fault = Unavailable("503")
        guard.fail(FAILURES - 1)
        guard.inner.fault = None
        guard.search()

    assert guard.index.state is BreakerState.CLOSED


def test_after_a_while_one_search_finds_out_that_it_is_back(guard: _Guard) -> None:
    guard.inner.fault = Unavailable("503")
    guard.fail()
    guard.clock.sleep(SEARCH_BREAKER.first_open_seconds)
    guard.inner.fault = None

    assert guard.search() is FOUND
    assert guard.index.state is BreakerState.CLOSED


def test_a_try_that_fails_leaves_it_alone_for_longer(guard: _Guard) -> None:
    guard.inner.fault = Unavailable("503")
    guard.fail()
    guard.clock.sleep(SEARCH_BREAKER.first_open_seconds)

    guard.fail(1)
    guard.clock.sleep(SEARCH_BREAKER.first_open_seconds)

    with pytest.raises(NotAsked):
        guard.search()
    assert guard.inner.asked == FAILURES + 1


def test_callers_in_a_hurry_take_the_index_away_from_nobody(guard: _Guard) -> None:
    guard.inner.seconds = 0.05
    guard.fail(FAILURES * 3, seconds=0.01)

    assert guard.search() is FOUND


def test_a_caller_in_a_hurry_does_not_try_whether_it_is_back(guard: _Guard) -> None:
    guard.inner.fault = Unavailable("503")
    guard.fail()
    guard.clock.sleep(SEARCH_BREAKER.first_open_seconds)

    with pytest.raises(NotAsked):
        guard.search(0.01)
    assert guard.inner.asked == FAILURES


def test_a_refusal_is_an_answer_and_our_own_fault(guard: _Guard) -> None:
    guard.inner.fault = InternalFault("refused")

    for _ in range(FAILURES * 2):
        with pytest.raises(InternalFault):
            guard.search()

    assert guard.index.state is BreakerState.CLOSED


def test_each_time_the_index_is_left_alone_is_counted(guard: _Guard) -> None:
    guard.inner.fault = Unavailable("no answer")
    guard.fail(FAILURES - 1)
    assert guard.metrics.measures == []

    guard.fail(1)

    assert guard.metrics.measures == [("acme", Measure(Measured.INDEX_BREAKER_OPENED))]
