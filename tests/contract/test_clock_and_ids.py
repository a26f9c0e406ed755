"""What every clock and every source of ids does, the tests' own included."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta, timezone

import pytest

from mneme.adapters.system_clock import SystemClock
from mneme.adapters.system_ids import SystemIds
from mneme.application.ports.clock import Clock, Ids
from mneme.domain.ulid import encode_ulid
from tests.doubles import CountingIds, FixedClock

MILLISECOND = 1_000_000


@pytest.fixture(params=[SystemClock, FixedClock])
def clock(request: pytest.FixtureRequest) -> Clock:
    made: Clock = request.param()
    return made


@pytest.fixture(params=[SystemIds, CountingIds])
def ids(request: pytest.FixtureRequest) -> Ids:
    made: Ids = request.param()
    return made


def test_a_clock_tells_utc(clock: Clock) -> None:
    assert clock.now().tzinfo is UTC


def test_monotonic_time_never_goes_back(clock: Clock) -> None:
    readings = [clock.monotonic() for _ in range(100)]

    assert readings == sorted(readings)


def test_the_system_clock_tells_the_time() -> None:
    before = datetime.now(UTC)

    assert before <= SystemClock().now() <= datetime.now(UTC)


def test_ids_are_ulids_that_rise(ids: Ids) -> None:
    made = [ids.new() for _ in range(5000)]

    assert made == sorted(set(made))
    assert {len(each) for each in made} == {26}
    assert set("".join(made)) <= set("0123456789ABCDEFGHJKMNPQRSTVWXYZ")


def test_secrets_have_the_length_asked_for_and_differ(ids: Ids) -> None:
    secrets = {ids.secret(32) for _ in range(100)}

    assert {len(secret) for secret in secrets} == {32}
    assert len(secrets) == 100


def test_ids_of_many_threads_are_distinct() -> None:
    ids = SystemIds()

    with ThreadPoolExecutor(4) as pool:
        made = list(pool.map(lambda _: ids.new(), range(4000)))

    assert len(set(made)) == 4000


def test_an_id_carries_the_millisecond_of_its_making() -> None:
    at = datetime(2026, 3, 1, 12, 0, 0, 123_000, tzinfo=UTC)
    nanoseconds = int(at.timestamp()) * 1_000_000_000 + 123 * MILLISECOND + 999_999

    assert SystemIds(lambda: nanoseconds).new()[:10] == encode_ulid(at, bytes(10))[:10]


@pytest.mark.parametrize(
    "readings", [[5, 5, 5, 5], [5, 4, 3, 5], [5, 6, 5, 7]], ids=["still", "back", "to and fro"]
)
def test_ids_rise_when_the_clock_does_not(readings: list[int]) -> None:
    nanoseconds = iter(reading * MILLISECOND for reading in readings)
    ids = SystemIds(lambda: next(nanoseconds))

    made = [ids.new() for _ in readings]

    assert made == sorted(set(made))


def test_ids_rise_beyond_the_last_of_a_millisecond(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mneme.adapters.system_ids.os.urandom", lambda length: b"\xff" * length)
    ids = SystemIds(lambda: 5 * MILLISECOND)

    made = [ids.new() for _ in range(3)]

    assert made == sorted(set(made))


def test_the_fixed_clock_moves_only_when_told() -> None:
    clock = FixedClock(datetime(2026, 1, 1, tzinfo=UTC))
    began = clock.monotonic()

    clock.advance(90)
    clock.advance(days=1)
    assert clock.now() == datetime(2026, 1, 2, 0, 1, 30, tzinfo=UTC)
    assert clock.monotonic() - began == 86_490

    clock.set(datetime(2025, 1, 1, tzinfo=timezone(timedelta(hours=8))))
    assert clock.now() == datetime(2024, 12, 31, 16, tzinfo=UTC)
    assert clock.now().tzinfo is UTC
    assert clock.monotonic() - began == 86_490


def test_the_fixed_clock_refuses_an_instant_without_a_zone() -> None:
    with pytest.raises(ValueError):
        FixedClock(datetime(2026, 1, 1))


def test_counting_ids_repeat_with_their_seed_only() -> None:
    first, same, other = CountingIds(1), CountingIds(1), CountingIds(2)

    assert (first.new(), first.secret(16)) == (same.new(), same.secret(16))
    assert first.new() != other.new()
    assert first.secret(16) != other.secret(16)
