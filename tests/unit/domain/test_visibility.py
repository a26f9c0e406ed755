from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mneme.domain.memory import Head, Kind, MemType, Ownership, Status, TagValue
from mneme.domain.scope import Level, Scope, VisibleScope
from mneme.domain.visibility import Visible, carries_any, head_is_visible
from tests.doubles import made
from tests.doubles.made import NOW

PLANNER = Scope(Level.APP, "planner")
SECOND = timedelta(seconds=1)
INSTANTS = st.one_of(st.none(), st.sampled_from([NOW - SECOND, NOW, NOW + SECOND]))


def a_head(**parts: Any) -> Head:
    seen = {"scope": PLANNER, "epoch": 3, "valid_at": NOW - SECOND}
    return made.a_head(**{**seen, **parts})


def seeing(**changes: Any) -> Visible:
    seen = Visible(scopes=frozenset({VisibleScope("A#planner", 3)}), now=NOW, at=NOW)
    return replace(seen, **changes)


def test_an_active_memory_of_the_scope_and_its_epoch_is_visible() -> None:
    assert head_is_visible(a_head(), seeing())


@pytest.mark.parametrize(
    "changes",
    [
        {"epoch": 2},
        {"epoch": 4},
        {"scope": Scope(Level.GLOBAL, "planner")},
        {"scope": Scope(Level.APP, "planner1")},
        {"scope": Scope(Level.SESSION, "planner", "s")},
        {"expire_at": NOW},
        {"valid_at": NOW + SECOND},
        {"invalid_at": NOW},
        *({"status": status} for status in Status if status is not Status.ACTIVE),
    ],
)
def test_a_head_that_differs_in_one_thing_is_hidden(changes: dict[str, Any]) -> None:
    assert not head_is_visible(a_head(**changes), seeing())


@pytest.mark.parametrize(
    "asked",
    [
        {"scopes": frozenset()},
        {"ownership": frozenset({Ownership.AGENT})},
        {"mem_types": frozenset({MemType.EPISODIC})},
        {"kinds": frozenset({Kind.TURN, Kind.PERSONA})},
        {"statuses": frozenset({Status.ARCHIVED})},
    ],
)
def test_a_predicate_that_asks_for_something_else_hides_it(asked: dict[str, Any]) -> None:
    assert not head_is_visible(a_head(), seeing(**asked))


def test_the_past_and_the_future_are_seen_from_their_own_instant() -> None:
    ended = a_head(valid_at=NOW - 9 * SECOND, invalid_at=NOW - 5 * SECOND)

    assert head_is_visible(ended, seeing(at=NOW - 9 * SECOND))
    assert not head_is_visible(ended, seeing(at=NOW - 10 * SECOND))
    assert not head_is_visible(ended, seeing(at=NOW - 5 * SECOND))


def test_expiry_is_judged_now_whatever_the_instant_asked_for() -> None:
    expired = a_head(expire_at=NOW - SECOND)

    assert not head_is_visible(expired, seeing(at=NOW - SECOND))
    assert not head_is_visible(expired, seeing(any_validity=True))


@given(INSTANTS, INSTANTS, INSTANTS, st.booleans(), st.sampled_from(Status))
def test_whatever_passes_holds_is_not_expired_and_has_a_status_asked_for(
    valid_at: datetime | None,
    invalid_at: datetime | None,
    expire_at: datetime | None,
    any_validity: bool,
    status: Status,
) -> None:
    head = a_head(valid_at=valid_at, invalid_at=invalid_at, expire_at=expire_at, status=status)
    begun = valid_at is None or valid_at <= NOW
    going_on = invalid_at is None or invalid_at > NOW
    alive = expire_at is None or expire_at > NOW

    passes = head_is_visible(head, seeing(any_validity=any_validity))

    assert passes == (status is Status.ACTIVE and alive and (any_validity or (begun and going_on)))


def test_tags_must_hold_one_of_the_wanted_mappings_wholly() -> None:
    tags: dict[str, TagValue] = {"project": "alpha", "stage": 2, "open": True}

    assert carries_any(tags, ())
    assert carries_any(tags, [{"project": "beta"}, {"project": "alpha", "stage": 2}])
    assert not carries_any(tags, [{"project": "alpha", "stage": 3}])
    assert not carries_any(tags, [{"missing": "x"}])
    assert carries_any({}, [{}])


def test_tags_are_compared_with_their_types() -> None:
    assert carries_any({"n": 1}, [{"n": 1.0}])
    assert not carries_any({"n": 1}, [{"n": True}])
    assert not carries_any({"n": 1}, [{"n": "1"}])
