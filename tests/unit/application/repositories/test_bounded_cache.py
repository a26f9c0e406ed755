"""A cache that forgets what is old, and what nobody asked for."""

from mneme.application.repositories.bounded_cache import BoundedCache
from tests.doubles import FixedClock


def _cache(clock: FixedClock, size: int = 3) -> BoundedCache[str, int]:
    return BoundedCache(clock, size, seconds=60)


def test_what_was_never_put_is_not_there() -> None:
    assert _cache(FixedClock()).get("a") is None


def test_a_value_is_kept_for_its_time_and_not_a_moment_longer() -> None:
    clock = FixedClock()
    cache = _cache(clock)
    cache.put("a", 1)

    clock.advance(60)
    assert cache.get("a") == 1
    clock.advance(0.001)
    assert cache.get("a") is None


def test_asking_for_a_value_does_not_make_it_younger() -> None:
    clock = FixedClock()
    cache = _cache(clock)
    cache.put("a", 1)
    clock.advance(40)
    cache.get("a")

    clock.advance(40)

    assert cache.get("a") is None


def test_putting_a_value_again_makes_it_young() -> None:
    clock = FixedClock()
    cache = _cache(clock)
    cache.put("a", 1)
    clock.advance(40)
    cache.put("a", 2)

    clock.advance(40)

    assert cache.get("a") == 2


def test_beyond_its_size_the_least_recently_used_leaves() -> None:
    cache = _cache(FixedClock())
    for number, key in enumerate("abc"):
        cache.put(key, number)
    cache.get("a")

    cache.put("d", 3)

    assert [cache.get(key) for key in "abcd"] == [0, None, 2, 3]


def test_a_clock_set_back_does_not_make_a_value_live_for_ever() -> None:
    clock = FixedClock()
    cache = _cache(clock)
    cache.put("a", 1)
    clock.set(clock.now().replace(year=2020))

    clock.advance(61)

    assert cache.get("a") is None


def test_a_value_that_is_dropped_is_gone_and_dropping_nothing_is_no_fault() -> None:
    cache = _cache(FixedClock())
    cache.put("a", 1)
    cache.put("b", 2)

    cache.drop("a")
    cache.drop("a")

    assert (cache.get("a"), cache.get("b")) == (None, 2)
