"""How long one waits before a call is repeated."""

import pytest

from mneme.domain.models.retry_policy import RetryPolicy

POLICY = RetryPolicy(attempts=4, first_pause_seconds=0.5, longest_pause_seconds=3.0)


@pytest.mark.parametrize(("repeats", "seconds"), [(0, 0.25), (1, 0.5), (2, 1.0)])
def test_each_pause_doubles_the_one_before(repeats: int, seconds: float) -> None:
    assert POLICY.pause(repeats, 0.5, None) == seconds


@pytest.mark.parametrize(("chance", "seconds"), [(0.0, 0.0), (1.0, 2.0)])
def test_chance_spreads_the_pause_from_nothing_to_the_whole(chance: float, seconds: float) -> None:
    assert POLICY.pause(2, chance, None) == seconds


def test_after_the_last_attempt_there_is_no_pause() -> None:
    assert POLICY.pause(3, 0.0, None) is None


def test_a_server_that_asks_for_a_pause_gets_all_of_it() -> None:
    assert POLICY.pause(0, 0.5, 2.0) == 2.25


def test_no_pause_is_longer_than_the_longest() -> None:
    assert POLICY.pause(2, 1.0, 2.5) == 3.0


def test_a_server_that_asks_for_too_long_a_pause_is_left_alone() -> None:
    assert POLICY.pause(0, 0.0, 3.1) is None
