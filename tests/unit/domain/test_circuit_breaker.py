"""When a provider that fails is left alone, and when it is tried again."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mneme.domain.circuit_breaker import BreakerPolicy, BreakerState, CircuitBreaker

POLICY = BreakerPolicy(failures=3, first_open_seconds=30.0, longest_open_seconds=100.0)


def broken(times: int, now: float = 0.0) -> CircuitBreaker:
    breaker = CircuitBreaker(POLICY)
    for _ in range(times):
        breaker = breaker.failed(now)
    return breaker


def test_a_new_breaker_lets_calls_through() -> None:
    assert CircuitBreaker(POLICY).state(0.0) is BreakerState.CLOSED
    assert CircuitBreaker(POLICY).seconds_blocked(0.0) == 0.0


def test_it_opens_at_the_last_failure_of_a_row_and_not_before() -> None:
    assert broken(2).state(0.0) is BreakerState.CLOSED
    assert broken(3).state(0.0) is BreakerState.OPEN
    assert broken(3).seconds_blocked(10.0) == 20.0


def test_an_answer_breaks_the_row() -> None:
    assert broken(2).succeeded().failed(0.0).failed(0.0).state(0.0) is BreakerState.CLOSED


@pytest.mark.parametrize(
    ("now", "state"), [(29.9, BreakerState.OPEN), (30.0, BreakerState.HALF_OPEN)]
)
def test_it_is_half_open_once_its_time_is_over(now: float, state: BreakerState) -> None:
    assert broken(3).state(now) is state


def test_while_it_is_tried_nobody_else_calls() -> None:
    tried = broken(3).called(30.0)

    assert tried.state(30.0) is BreakerState.OPEN


def test_a_try_that_succeeds_closes_it() -> None:
    assert broken(3).called(30.0).succeeded() == CircuitBreaker(POLICY)


def test_a_try_that_fails_opens_it_for_longer_up_to_the_longest_time() -> None:
    breaker, blocked = broken(3), []
    for _ in range(4):
        now = breaker.blocked_until or 0.0
        breaker = breaker.called(now).failed(now)
        blocked.append(breaker.seconds_blocked(now))

    assert blocked == [60.0, 100.0, 100.0, 100.0]


def test_a_try_whose_end_is_never_told_is_followed_by_another() -> None:
    tried = broken(3).called(30.0)

    assert tried.state(60.0) is BreakerState.HALF_OPEN


def test_a_call_through_a_closed_breaker_changes_nothing() -> None:
    assert broken(2).called(5.0) == broken(2)


def test_a_provider_that_never_comes_back_does_not_overflow_its_time() -> None:
    ancient = replace(broken(3), failures=10**9)

    assert ancient.failed(0.0).seconds_blocked(0.0) == 100.0


@given(st.lists(st.tuples(st.booleans(), st.integers(0, 200)), max_size=60))
def test_it_is_closed_exactly_while_fewer_failures_than_allowed_are_in_a_row(
    events: list[tuple[bool, int]],
) -> None:
    breaker, row, now = CircuitBreaker(POLICY), 0, 0.0
    for success, passed in events:
        now += passed
        if breaker.state(now) is BreakerState.OPEN:
            continue
        breaker = breaker.called(now)
        breaker = breaker.succeeded() if success else breaker.failed(now)
        row = 0 if success else row + 1

        assert (breaker.state(now) is BreakerState.CLOSED) == (row < POLICY.failures)
        assert breaker.seconds_blocked(now) <= POLICY.longest_open_seconds
