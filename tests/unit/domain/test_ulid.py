from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mneme.domain.ulid import derived_ulid, encode_ulid

NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
ENTROPY = bytes(10)
CROCKFORD = set("0123456789ABCDEFGHJKMNPQRSTVWXYZ")

instants = st.datetimes(
    min_value=datetime(1970, 1, 1), max_value=datetime(2500, 1, 1), timezones=st.just(UTC)
)


def milliseconds(ulid: str) -> int:
    return int("".join(f"{'0123456789ABCDEFGHJKMNPQRSTVWXYZ'.index(c):05b}" for c in ulid[:10]), 2)


@given(instants, st.binary(min_size=10, max_size=10))
def test_a_ulid_is_26_characters_of_the_alphabet_and_tells_its_time(
    at: datetime, entropy: bytes
) -> None:
    ulid = encode_ulid(at, entropy)

    assert len(ulid) == 26
    assert set(ulid) <= CROCKFORD
    assert abs(milliseconds(ulid) - at.timestamp() * 1000) <= 1


def test_the_reference_ulid_of_the_specification_is_met() -> None:
    at = datetime.fromtimestamp(1469918176.385, tz=UTC)

    assert encode_ulid(at, ENTROPY)[:10] == "01ARYZ6S41"


@given(instants, instants)
def test_ulids_sort_in_order_of_time(one: datetime, other: datetime) -> None:
    earlier, later = sorted([one, other])

    assert encode_ulid(earlier, ENTROPY) <= encode_ulid(later, ENTROPY)


def test_the_offset_of_an_instant_does_not_matter() -> None:
    elsewhere = NOW.astimezone(timezone(timedelta(hours=-7)))

    assert encode_ulid(elsewhere, ENTROPY) == encode_ulid(NOW, ENTROPY)


def test_an_instant_before_1970_is_the_first_of_all() -> None:
    assert encode_ulid(datetime(1950, 1, 1, tzinfo=UTC), ENTROPY) == "0" * 26


@pytest.mark.parametrize("length", [0, 9, 11])
def test_any_other_amount_of_entropy_is_refused(length: int) -> None:
    with pytest.raises(ValueError, match="10 bytes"):
        encode_ulid(NOW, bytes(length))


@given(st.lists(st.text(max_size=6), max_size=4))
def test_a_derived_ulid_is_always_the_same_for_the_same_parts(parts: list[str]) -> None:
    assert derived_ulid(NOW, *parts) == derived_ulid(NOW, *parts)


@given(
    st.lists(st.text(alphabet="a:1\x00", max_size=4), max_size=4),
    st.lists(st.text(alphabet="a:1\x00", max_size=4), max_size=4),
)
def test_distinct_parts_derive_distinct_ulids(one: list[str], other: list[str]) -> None:
    assert (derived_ulid(NOW, *one) == derived_ulid(NOW, *other)) is (one == other)


def test_lone_surrogates_derive_a_ulid_like_any_text() -> None:
    assert derived_ulid(NOW, "\ud800") != derived_ulid(NOW, "\ud801")


def test_derived_ulids_keep_the_instant_they_belong_to() -> None:
    later = NOW + timedelta(milliseconds=1)

    assert derived_ulid(NOW, "a") < derived_ulid(later, "a")
