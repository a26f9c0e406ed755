"""When something must happen to a memory: a bound that is never late and seldom moves."""

from dataclasses import fields, replace
from datetime import UTC, datetime, timedelta, timezone
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mneme.domain import due as rules
from mneme.domain.due import Dating, Retention, over_before
from mneme.domain.memory import Due, DueAction, Head, Kind, Status, WeightAnchor
from mneme.domain.weight import (
    ClassWeights,
    WeightPolicy,
    current_weight,
    days_until_archived,
    decay_factor,
    recalled,
)
from tests.doubles.made import NOW, a_head, later

WEIGHTS = WeightPolicy()
BY = Dating(WEIGHTS, Retention())
due_of = partial(rules.due_of, by=BY)
dated = partial(rules.dated, by=BY)
TODAY = NOW.replace(hour=0)
DAYS = st.floats(0.0, 2000.0)
FADING = st.builds(
    lambda value, cap, important: a_head(
        anchor=WeightAnchor(value, NOW), class_cap=cap, is_important=important
    ),
    st.floats(0.0, 1.0),
    st.sampled_from([0.5, 0.6, 0.7, 0.8, 0.85, 0.9]),
    st.booleans(),
)


def _due(**parts: object) -> Due:
    due = due_of(a_head(**parts), NOW)
    assert due is not None
    return due


def test_an_unused_memory_is_due_to_fade_after_its_pinned_ninety_days() -> None:
    due = _due()

    assert due == Due(TODAY + timedelta(days=90), DueAction.FADE, BY.version)


def test_an_important_one_of_the_same_weight_is_due_after_nine_hundred_days() -> None:
    assert _due(is_important=True).at == TODAY + timedelta(days=900)


@pytest.mark.parametrize(
    "other",
    [
        Dating(WeightPolicy(fading_days=60.0), Retention()),
        Dating(WeightPolicy(important_factor=0.2), Retention()),
        Dating(WeightPolicy(archived_below=0.2), Retention()),
        *(Dating(WEIGHTS, replace(Retention(), **{one.name: 7})) for one in fields(Retention)),
    ],
)
def test_whatever_moves_a_date_makes_another_version(other: Dating) -> None:
    assert other.version != BY.version
    assert Dating(other.weights, other.retention).version == other.version


def test_what_moves_no_date_leaves_the_version_as_it_is() -> None:
    stronger = WeightPolicy(recall_gain=0.5, initial=ClassWeights(user_semantic=0.9))

    assert Dating(stronger, Retention()).version == BY.version


def test_with_another_rate_a_memory_fades_sooner() -> None:
    fades = rules.due_of(a_head(), NOW, Dating(WeightPolicy(fading_days=30.0), Retention()))

    assert fades is not None
    assert fades.at == TODAY + timedelta(days=30)


def test_what_expires_is_due_on_that_day_of_utc_wherever_its_offset_puts_it() -> None:
    ends = datetime(2026, 3, 20, 22, 0, tzinfo=timezone(timedelta(hours=-8)))

    due = _due(expire_at=ends)

    assert (due.at, due.action) == (datetime(2026, 3, 21, tzinfo=UTC), DueAction.EXPIRE)


@pytest.mark.parametrize(
    ("parts", "days", "action"),
    [
        ({"status": Status.CANDIDATE}, 30, DueAction.PURGE),
        ({"status": Status.DELETED, "deleted_at": later(days=2)}, 32, DueAction.PURGE),
        ({"status": Status.ARCHIVED}, 180, DueAction.PURGE),
        ({"status": Status.SUPERSEDED}, 180, DueAction.PURGE),
        ({"past_since": later(days=-100)}, 80, DueAction.PRUNE),
        ({"status": Status.ARCHIVED, "past_since": later(days=-100)}, 80, DueAction.PRUNE),
        ({"kind": Kind.PERSONA, "expire_at": later(days=3)}, 3, DueAction.EXPIRE),
        ({"kind": Kind.TURN, "expire_at": later(days=180)}, 180, DueAction.PURGE),
        ({"kind": Kind.CONTINUITY, "expire_at": later(days=1)}, 1, DueAction.PURGE),
        (
            {"kind": Kind.TURN, "status": Status.DELETED, "expire_at": later(days=7)},
            7,
            DueAction.PURGE,
        ),
    ],
)
def test_each_state_has_its_own_term(
    parts: dict[str, object], days: int, action: DueAction
) -> None:
    due = _due(**parts)

    assert (due.at, due.action) == (TODAY + timedelta(days=days), action)


@pytest.mark.parametrize("kind", [Kind.PERSONA, Kind.CONSTRAINT, Kind.TURN])
def test_what_neither_fades_nor_expires_is_never_due(kind: Kind) -> None:
    assert due_of(a_head(kind=kind), NOW) is None


@given(FADING, st.lists(DAYS, max_size=4))
def test_no_recall_makes_the_bound_late(head: Head, recalls: list[float]) -> None:
    due = due_of(head, NOW)
    for days in sorted(recalls):
        at = NOW + timedelta(days=days)
        weight = recalled(current_weight(head, at, WEIGHTS), head.class_cap, WEIGHTS.recall_gain)
        head = replace(head, anchor=WeightAnchor(weight, at))

    factor = decay_factor(head.kind, WEIGHTS, important=head.is_important)
    fades = head.anchor.at + timedelta(days=days_until_archived(head.anchor, factor, WEIGHTS))
    assert due is not None
    assert due.at <= fades + timedelta(milliseconds=1)


@given(FADING, DAYS)
def test_before_its_date_no_memory_has_faded(head: Head, days: float) -> None:
    due, at = due_of(head, NOW), NOW + timedelta(days=days)

    assert due is not None
    if current_weight(head, at, WEIGHTS) < WEIGHTS.archived_below - 1e-9:
        assert due.at <= at


@given(FADING, DAYS)
def test_what_is_dated_anew_before_it_is_due_is_not_found_again_at_once(
    head: Head, days: float
) -> None:
    now = NOW + timedelta(days=days)

    due = due_of(head, now)

    assert due is not None
    if current_weight(head, now, WEIGHTS) > WEIGHTS.archived_below + 1e-9:
        assert due.at > now


def test_on_the_day_itself_the_date_is_the_instant() -> None:
    ends = later(hours=3)

    assert _due(expire_at=ends).at == ends


def test_a_change_that_only_puts_it_off_leaves_the_date_as_it_is() -> None:
    before = dated(None, a_head(), NOW)
    stronger = replace(before, anchor=WeightAnchor(0.8, later(days=20)), version=2)

    after = dated(before, stronger, later(days=20))

    assert after.due == before.due


def test_a_change_that_brings_it_nearer_moves_the_date() -> None:
    before = dated(None, a_head(is_important=True), NOW)

    after = dated(before, replace(before, is_important=False, version=2), NOW)

    assert after.due == due_of(after, NOW) != before.due


def test_another_action_gets_a_date_of_its_own() -> None:
    before = dated(None, a_head(), NOW)
    archived = replace(before, status=Status.ARCHIVED, changed_at=later(days=1), version=2)

    after = dated(before, archived, later(days=1))

    assert after.due == Due(TODAY + timedelta(days=181), DueAction.PURGE, BY.version)


def test_what_was_dated_too_early_gets_a_new_date_once_its_day_has_come() -> None:
    before = dated(None, a_head(), NOW)
    recalled_once = replace(before, anchor=WeightAnchor(0.8, later(days=60)))

    after = dated(recalled_once, replace(recalled_once, version=2), later(days=91))

    assert after.due == Due(TODAY + timedelta(days=150), DueAction.FADE, BY.version)


def test_what_was_dated_with_another_rate_is_dated_anew() -> None:
    old = a_head(due=Due(later(days=1), DueAction.FADE, BY.version - 1))

    after = dated(old, replace(old, version=2), NOW)

    assert after.due == due_of(old, NOW)


def test_what_is_never_due_loses_its_date() -> None:
    before = dated(None, a_head(kind=Kind.PERSONA, expire_at=later(days=5)), NOW)

    assert dated(before, replace(before, expire_at=None, version=2), NOW).due is None


def test_the_first_revision_that_is_past_dates_its_own_purge_and_later_ones_do_not() -> None:
    first = dated(None, a_head(kind=Kind.PERSONA), NOW)
    second = dated(first, replace(first, revision=2, version=2), later(days=5))
    third = dated(second, replace(second, revision=3, version=3), later(days=9))

    assert (first.past_since, first.due) == (None, None)
    assert third.past_since == second.past_since == later(days=5)
    assert third.due == Due(TODAY + timedelta(days=185), DueAction.PRUNE, BY.version)


@given(st.integers(0, 10**9))
def test_of_what_is_read_by_whole_days_all_is_due(seconds: int) -> None:
    now, head = NOW + timedelta(seconds=seconds), a_head(expire_at=later(days=40))

    due = due_of(head, NOW)

    assert due is not None
    assert head.expire_at is not None
    if due.at <= over_before(now):
        assert head.expire_at <= now
