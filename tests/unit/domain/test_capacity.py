"""What a user's memory holds, and who leaves first."""

from functools import partial

import pytest

from mneme.domain.capacity import (
    DEFAULT_LIMITS,
    CapacityLimits,
    Limit,
    leaving_order,
    may_leave,
    parsed_limits,
    shown_limits,
    status_once_evicted,
)
from mneme.domain.counting import Count, Counter
from mneme.domain.memory import Kind, Status, WeightAnchor
from mneme.domain.weight import WeightPolicy
from tests.doubles.made import NOW, a_head, later

DEFAULTS = CapacityLimits(DEFAULT_LIMITS)


@pytest.mark.parametrize(
    ("dimension", "limit"),
    [
        ("TOTAL", Count(2000, 400)),
        ("G", Count(500, 100)),
        ("A#planner", Count(200, 40)),
        ("A#TOTAL", Count(200, 40)),
        ("S#planner#s-1", None),
        ("S##s-1", None),
        ("CONSTRAINT", Count(50, 10)),
        ("PERSONA#A#planner", Count(20, 4)),
        ("PERSONA#G", Count(20, 4)),
    ],
)
def test_each_dimension_has_the_limit_of_the_seed(dimension: str, limit: Count | None) -> None:
    assert DEFAULTS.of(Counter(dimension, 1)) == limit


def test_what_was_full_is_brought_down_to_nine_tenths() -> None:
    kept = [DEFAULTS.kept(Counter(one, 1)) for one in ("TOTAL", "G", "A#planner")]

    assert kept == [1800, 450, 180]


def test_limits_are_read_and_shown_alike() -> None:
    limits = parsed_limits(" app=300, total = 5000,important=10 ")

    assert limits == {Limit.APP: 300, Limit.TOTAL: 5000, Limit.IMPORTANT: 10}
    assert shown_limits(limits) == "total=5000,app=300,important=10"
    assert parsed_limits("") == {}


@pytest.mark.parametrize(
    "text", ["app", "app=", "app=-1", "app=1,app=2", "apps=1", "app=1000001", "important=101", "1"]
)
def test_what_is_no_limit_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="must be"):
        parsed_limits(text)


@pytest.mark.parametrize(
    ("parts", "leaves"),
    [
        ({}, True),
        ({"is_important": True}, False),
        ({"kind": Kind.PERSONA}, False),
        ({"kind": Kind.CONSTRAINT}, False),
        ({"kind": Kind.PROFILE}, False),
        ({"kind": Kind.SUMMARY}, False),
        ({"kind": Kind.CONTINUITY}, False),
        ({"kind": Kind.TURN}, False),
        ({"status": Status.CANDIDATE}, False),
        ({"status": Status.ARCHIVED}, False),
    ],
)
def test_only_ordinary_active_memories_may_leave(parts: dict[str, object], leaves: bool) -> None:
    assert may_leave(a_head(**parts)) is leaves


def test_the_weakest_and_then_the_least_used_leave_first() -> None:
    now = later(days=30)
    heads = [
        a_head(memory_id="strong", anchor=WeightAnchor(0.9, NOW)),
        a_head(memory_id="used", last_recalled_at=later(days=2)),
        a_head(memory_id="used long ago", last_recalled_at=later(days=1)),
        a_head(memory_id="new", created_at=later(hours=1)),
        a_head(memory_id="old"),
        a_head(memory_id="weak", anchor=WeightAnchor(0.4, NOW)),
        a_head(memory_id="expired", anchor=WeightAnchor(0.9, NOW), expire_at=later(days=29)),
    ]

    order = sorted(heads, key=partial(leaving_order, now=now, by=WeightPolicy()))

    assert [head.memory_id for head in order] == [
        "expired", "weak", "old", "new", "used long ago", "used", "strong"
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("days", "status"), [(0, Status.ARCHIVED), (89, Status.ARCHIVED), (91, Status.DELETED)]
)
def test_what_has_faded_is_deleted_and_all_else_archived(days: int, status: Status) -> None:
    head = a_head(anchor=WeightAnchor(0.8, NOW))

    assert status_once_evicted(head, later(days=days), WeightPolicy()) is status
