"""Quotas of a class of verbs, by the minute and the day."""

from datetime import UTC, datetime, timedelta

import pytest

from mneme.domain.quotas import MOST_AT_ONCE, Quota, Window, quotas_of, told_quotas
from mneme.domain.tenancy import Grant

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


def test_what_is_told_of_quotas_gives_them_back() -> None:
    told = {"recall": {"day": 50_000, "minute": 600}, "write": {"minute": 0}}

    assert told_quotas(quotas_of(told)) == told
    assert quotas_of({}) == ()


@pytest.mark.parametrize(
    "told",
    [
        {"everything": {"minute": 1}},
        {"recall": {"hour": 1}},
        {"recall": {"minute": -1}},
        {"recall": {"minute": True}},
        {"recall": {"minute": "600"}},
        {"recall": {"minute": 10**10}},
    ],
)
def test_what_is_no_quota_is_refused(told: dict[str, dict[str, int]]) -> None:
    with pytest.raises(ValueError):
        quotas_of(told)


@pytest.mark.parametrize("window", list(Window))
def test_a_window_ends_where_the_next_begins(window: Window) -> None:
    ends = NOON + timedelta(seconds=window.ends_in(NOON))

    assert window.number(ends) == window.number(NOON) + 1
    assert window.number(ends - timedelta(microseconds=1)) == window.number(NOON)


@pytest.mark.parametrize(
    ("requests", "taken"), [(0, 1), (1, 1), (99, 1), (100, 2), (600, 12), (10**9, MOST_AT_ONCE)]
)
def test_a_slice_is_a_fiftieth_and_bounded(requests: int, taken: int) -> None:
    assert Quota(Grant.RECALL, Window.MINUTE, requests).slice == taken
