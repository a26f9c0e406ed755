import pytest
from hypothesis import given
from hypothesis import strategies as st

from mneme.domain.errors import InvalidRequest
from mneme.domain.scope import (
    Level,
    Scope,
    app_scope_key,
    escape,
    join_key,
    requested_scope,
    session_scope_key,
    split_key,
    unescape,
)

# Mostly the characters that keys are made of, so that collisions are likely if there are any.
parts = st.text(alphabet="#%2350aAS", max_size=8) | st.text(max_size=8)
key_parts = st.lists(parts, min_size=1, max_size=4)
ids = st.text(alphabet="#%2350aAS", min_size=1, max_size=6)


@given(parts)
def test_an_escaped_part_holds_no_separator_and_comes_back(part: str) -> None:
    assert "#" not in escape(part)
    assert unescape(escape(part)) == part


@given(key_parts)
def test_a_joined_key_splits_into_its_parts(given_parts: list[str]) -> None:
    assert split_key(join_key(*given_parts)) == tuple(given_parts)


@given(key_parts, key_parts)
def test_distinct_parts_never_make_one_key(one: list[str], other: list[str]) -> None:
    assert (join_key(*one) == join_key(*other)) is (one == other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (("team_a",), ("team", "a")),
        (("a&b=c",), ("a", "b=c")),
        (("a#b",), ("a", "b")),
        (("a%23b",), ("a#b",)),
        (("", "a"), ("a", "")),
    ],
)
def test_known_collisions_of_other_systems_stay_apart(
    one: tuple[str, ...], other: tuple[str, ...]
) -> None:
    assert join_key(*one) != join_key(*other)


def test_the_three_levels_have_their_documented_keys() -> None:
    assert Scope(Level.GLOBAL, "app", "s").key == "G"
    assert Scope(Level.APP, "app", "s").key == "A#app"
    assert Scope(Level.SESSION, "app", "s").key == "S#app#s"
    assert Scope(Level.SESSION, None, "s").key == "S##s"
    assert Scope(Level.APP, "a#b%").key == "A#a%23b%25"


@given(ids, ids, ids, ids)
def test_scopes_of_different_places_have_different_keys(
    app: str, session: str, other_app: str, other_session: str
) -> None:
    places = {
        (Level.GLOBAL,): "G",
        (Level.APP, app): app_scope_key(app),
        (Level.APP, other_app): app_scope_key(other_app),
        (Level.SESSION, None, session): session_scope_key(None, session),
        (Level.SESSION, app, session): session_scope_key(app, session),
        (Level.SESSION, other_app, other_session): session_scope_key(other_app, other_session),
    }

    assert len(set(places.values())) == len(places)


def test_an_app_memory_without_its_app_is_refused() -> None:
    with pytest.raises(InvalidRequest) as refused:
        Scope(Level.APP, None, "s")

    assert refused.value.field == "app_id"


def test_a_session_memory_without_its_session_is_refused() -> None:
    with pytest.raises(InvalidRequest) as refused:
        Scope(Level.SESSION, "app")

    assert refused.value.field == "session_id"


@pytest.mark.parametrize(
    ("level", "app_id", "expected"),
    [
        (None, None, Level.GLOBAL),
        (None, "app", Level.APP),
        (Level.GLOBAL, "app", Level.GLOBAL),
        (Level.SESSION, "app", Level.SESSION),
        (Level.APP, "app", Level.APP),
    ],
)
def test_a_write_without_a_level_belongs_to_its_app_or_to_all(
    level: Level | None, app_id: str | None, expected: Level
) -> None:
    scope = requested_scope(level, app_id, "s")

    assert scope == Scope(expected, app_id, "s")
