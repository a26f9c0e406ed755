"""A head as a row and back, exactly; a row that does not fit is a fault."""

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mneme.adapters.item_codec import decode_item, encode_item
from mneme.adapters.item_rules import item_size
from mneme.application.repositories.head_rows import (
    DUE_SHARDS,
    due_shard,
    head_of,
    head_row,
)
from mneme.domain.errors import InternalFault
from mneme.domain.memory import (
    Due,
    DueAction,
    Head,
    Kind,
    MemType,
    Ownership,
    Provenance,
    Status,
    WeightAnchor,
)
from mneme.domain.scope import Level, Scope
from tests.doubles.made import NOW, a_head

UNREAD = {"pk", "scope_key", "important", "unconsolidated"}
"""What a head does not take from its row: known otherwise, or false if it is missing."""

INNER_INSTANTS = st.datetimes(datetime(2, 1, 1), datetime(9999, 1, 1), timezones=st.just(UTC))
INSTANTS = st.integers(-62_135_596_800_000, 253_402_300_799_999).map(
    lambda ms: datetime(1970, 1, 1, tzinfo=UTC) + timedelta(milliseconds=ms)
)
OFFSETS = st.integers(-14 * 60, 14 * 60).map(lambda minutes: timezone(timedelta(minutes=minutes)))
OFFSET_INSTANTS = st.builds(lambda at, zone: at.astimezone(zone), INNER_INSTANTS, OFFSETS)
COUNTS = st.integers(0, 10**9)
IDS = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=20)
HEADS = st.builds(
    Head,
    memory_id=IDS,
    scope=st.builds(Scope, st.just(Level.SESSION), st.none() | IDS, IDS),
    epoch=COUNTS,
    key_epoch=COUNTS,
    status=st.sampled_from(Status),
    revision=COUNTS,
    ownership=st.sampled_from(Ownership),
    mem_type=st.sampled_from(MemType),
    kind=st.sampled_from(Kind),
    provenance=st.sampled_from(Provenance),
    is_important=st.booleans(),
    anchor=st.builds(WeightAnchor, st.floats(1e-9, 1), INSTANTS),
    class_cap=st.floats(1e-9, 1),
    observed_at=OFFSET_INSTANTS,
    valid_at=st.none() | INSTANTS | OFFSET_INSTANTS,
    invalid_at=st.none() | INSTANTS | OFFSET_INSTANTS,
    expire_at=st.none() | OFFSET_INSTANTS,
    created_at=OFFSET_INSTANTS,
    changed_at=OFFSET_INSTANTS,
    recall_count=COUNTS,
    used_count=COUNTS,
    last_recalled_at=st.none() | INSTANTS,
    last_used_at=st.none() | INSTANTS,
    deleted_at=st.none() | OFFSET_INSTANTS,
    version=COUNTS,
    index_version=COUNTS,
    unconsolidated=st.booleans(),
    past_since=st.none() | INSTANTS,
    due=st.none() | st.builds(Due, INSTANTS, st.sampled_from(DueAction), COUNTS),
)


@given(HEADS)
def test_any_head_comes_back_from_the_store_as_it_was(head: Head) -> None:
    stored = decode_item(encode_item(head_row("acme#u-1", head)))

    read = head_of(stored)
    assert read == head
    assert _spelt(read) == _spelt(head)


def _spelt(head: Head) -> list[str]:
    """Return the instants as they are shown: equal ones may have different offsets."""
    shown = (head.observed_at, head.valid_at, head.invalid_at, head.expire_at, head.deleted_at)
    return [str(at) for at in (*shown, head.created_at, head.changed_at)]


def test_an_instant_keeps_the_offset_and_the_microseconds_it_was_given_with() -> None:
    ends = datetime(2030, 1, 31, 23, 30, 0, 999_001, timezone(timedelta(hours=-8)))

    row = head_row("acme#u-1", a_head(expire_at=ends))

    assert str(head_of(row).expire_at) == "2030-01-31 23:30:00.999001-08:00"
    assert row["expire_at"] == ends.timestamp() * 1000 // 1


def test_an_instant_of_a_whole_millisecond_in_utc_takes_one_attribute() -> None:
    row = head_row("acme#u-1", a_head(valid_at=NOW, expire_at=NOW + timedelta(milliseconds=7)))

    assert "instant_rests" not in row


def test_a_turn_keeps_the_instant_of_its_change_under_a_name_of_its_own() -> None:
    fact, turn = (head_row("acme#u-1", a_head(kind=kind)) for kind in (Kind.FACT, Kind.TURN))

    assert set(fact) - set(turn) == {"changed_at"}
    assert set(turn) - set(fact) == {"turn_changed_at"}
    assert turn["turn_changed_at"] == fact["changed_at"]


def test_what_is_absent_takes_no_room_in_the_row() -> None:
    row = head_row("acme#u-1", a_head())

    assert None not in row.values()
    assert not {"valid_at", "invalid_at", "expire_at", "app_id", "session_id"} & set(row)


def test_what_is_due_stands_in_the_index_by_a_shard_of_its_user_and_what_is_not_does_not() -> None:
    due = Due(NOW, DueAction.FADE, 1)
    rows = [head_row(f"acme#u-{n}", a_head(memory_id=f"m{n}", due=due)) for n in range(2000)]

    same = head_row("acme#u-7", a_head(memory_id="another", due=due))

    assert {row["due_shard"] for row in rows} == {due_shard(n) for n in range(DUE_SHARDS)}
    assert (same["due_shard"], same["due_at"]) == (rows[7]["due_shard"], NOW.timestamp() * 1000)
    assert not {"due_shard", "due_at"} & set(head_row("acme#u-1", a_head()))


def test_a_head_row_stays_small_enough_for_one_write_unit() -> None:
    scope = Scope(Level.SESSION, "a" * 64, "s" * 64)
    at = (NOW + timedelta(microseconds=999)).astimezone(timezone(timedelta(hours=-12, minutes=-45)))
    told = dict.fromkeys(("observed_at", "valid_at", "invalid_at", "expire_at"), at)
    ours = dict.fromkeys(("created_at", "changed_at", "deleted_at", "last_recalled_at"), at)
    ours |= {"last_used_at": at}
    due = Due(NOW, DueAction.EXPIRE, 10)
    full = a_head(scope=scope, **told, **ours, past_since=at, due=due)

    assert item_size(head_row("acme#" + "u" * 64, full)) < 1024


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("status", "LOST"),
        ("level", "EVERYWHERE"),
        ("kind", None),
        ("epoch", "1"),
        ("epoch", True),
        ("weight", "heavy"),
        ("weight", True),
        ("observed_at", 1.5),
        ("valid_at", "soon"),
        ("instant_rests", "1"),
        ("instant_rests", ["1"] * 7),
        ("instant_rests", [1]),
        ("app_id", 7),
    ],
)
def test_a_row_with_a_strange_value_is_a_fault_and_no_guess(name: str, value: object) -> None:
    row = {**head_row("acme#u-1", a_head()), name: value}

    with pytest.raises((InternalFault, ValueError)):
        head_of(row)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", sorted(set(head_row("p", a_head())) - UNREAD))
def test_a_row_that_lacks_a_value_is_a_fault(name: str) -> None:
    row = dict(head_row("acme#u-1", a_head()))
    del row[name]

    with pytest.raises(InternalFault, match=f"`{name}`"):
        head_of(row)
