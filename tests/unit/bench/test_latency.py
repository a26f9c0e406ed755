"""Percentiles are measured values, by nearest rank."""

import pytest

from bench.latency import Latencies, percentile


def test_the_median_of_an_even_number_is_the_lower_middle() -> None:
    assert percentile([4.0, 1.0, 3.0, 2.0], 50) == 2.0


def test_the_99th_percentile_of_a_hundred_leaves_one_out() -> None:
    assert percentile([float(n) for n in range(1, 101)], 99) == 99.0


def test_every_percentile_of_one_value_is_that_value() -> None:
    assert [percentile([7.0], percent) for percent in (1, 50, 99)] == [7.0, 7.0, 7.0]


def test_nothing_measured_has_no_percentile() -> None:
    with pytest.raises(ValueError, match="nothing"):
        percentile([], 50)


def test_a_request_that_failed_is_not_counted() -> None:
    times = Latencies("recall")

    with pytest.raises(ConnectionError), times.measure():
        raise ConnectionError

    assert times.row() == ["recall", "0", "-", "-", "-"]
