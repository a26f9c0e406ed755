"""A head as a row and back, exactly; a row that does not fit is a fault."""

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mneme.adapters.item_codec import decode_item, encode_item
from mneme.application.repositories.head_rows import head_of, head_row
from mneme.domain.errors import InternalFault
from mneme.domain.memory import (
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

INNER_INSTANTS = st.datetimes(datetime(2, 1, 1), datetime(9999, 1, 1), timezones=st.just(UTC)).map(
    lambda at: at.replace(microsecond=at.microsecond // 1000 * 1000)
)
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
    observed_at=INSTANTS,
    valid_at=st.none() | INSTANTS,
    invalid_at=st.none() | INSTANTS,
    expire_at=st.none() | OFFSET_INSTANTS,
    created_at=INSTANTS,
    changed_at=INSTANTS,
    recall_count=COUNTS,
    used_count=COUNTS,
    last_recalled_at=st.none() | INSTANTS,
    version=COUNTS,
    index_version=COUNTS,
    unconsolidated=st.booleans(),
)


@given(HEADS)
def test_any_head_comes_back_from_the_store_as_it_was(head: Head) -> None:
    stored = decode_item(encode_item(head_row("acme#u-1", head)))

    assert head_of(stored) == head


def test_the_end_of_a_memory_keeps_the_offset_it_was_given_with() -> None:
    ends = datetime(2030, 1, 31, 23, 30, tzinfo=timezone(timedelta(hours=-8)))

    head = head_of(head_row("acme#u-1", a_head(expire_at=ends)))

    assert (head.expire_at, str(head.expire_at)) == (ends, "2030-01-31 23:30:00-08:00")


def test_what_is_absent_takes_no_room_in_the_row() -> None:
    row = head_row("acme#u-1", a_head())

    assert None not in row.values()
    assert not {"valid_at", "invalid_at", "expire_at", "app_id", "session_id"} & set(row)


def test_a_head_row_stays_small_enough_for_one_write_unit() -> None:
    scope = Scope(Level.SESSION, "a" * 64, "s" * 64)
    full = a_head(scope=scope, valid_at=NOW, invalid_at=NOW, expire_at=NOW, last_recalled_at=NOW)

    assert len(encode_item(head_row("acme#" + "u" * 64, full))) < 1024


def test_an_instant_is_kept_to_the_millisecond_whatever_its_offset() -> None:
    at = (NOW + timedelta(microseconds=123_999)).astimezone(timezone(timedelta(hours=5)))

    head = head_of(head_row("acme#u-1", a_head(observed_at=at)))

    assert head.observed_at == NOW + timedelta(milliseconds=123)


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
