import pytest
from hypothesis import given
from hypothesis import strategies as st

from mneme.domain.errors import CrossAppDisabled, InvalidRequest
from mneme.domain.isolation import ScopeRequest, resolve
from mneme.domain.scope import GLOBAL_KEY, Level, Scope, VisibleScope
from mneme.domain.user_state import UserState

HOSTILE_IDS = [
    "a",
    "A",
    "",
    "a#b",
    "a%23b",
    "b",
    "#",
    "%",
    "*",
    "G",
    "A#a",
    "S#a#b",
    "user1",
    "user10",
    " a",
    "👩‍🚀",
    "ａ",
    "a\u0301",
    "á",
]
IDS = st.one_of(st.sampled_from(HOSTILE_IDS), st.text(max_size=5))
OPTIONAL_IDS = st.one_of(st.none(), IDS)
ON = UserState()


def scopes() -> st.SearchStrategy[Scope]:
    return st.one_of(
        st.builds(Scope, st.just(Level.GLOBAL), OPTIONAL_IDS, OPTIONAL_IDS),
        st.builds(Scope, st.just(Level.APP), IDS, OPTIONAL_IDS),
        st.builds(Scope, st.just(Level.SESSION), OPTIONAL_IDS, IDS),
    )


def keys(state: UserState, request: ScopeRequest) -> set[str]:
    return {scope.scope_key for scope in resolve(state, request).scopes}


def test_by_default_only_global_memories_are_seen() -> None:
    assert resolve(ON, ScopeRequest()).scopes == {VisibleScope(GLOBAL_KEY, 1)}


def test_a_request_sees_the_sum_of_what_it_names() -> None:
    request = ScopeRequest(app_id="planner", session_id="s1")

    assert keys(ON, request) == {"G", "A#planner", "S#planner#s1"}


def test_global_memories_can_be_left_out() -> None:
    assert keys(ON, ScopeRequest(include_global=False, app_id="planner")) == {"A#planner"}


def test_a_session_without_an_app_is_no_session_of_an_app() -> None:
    assert keys(ON, ScopeRequest(include_global=False, session_id="s1")) == {"S##s1"}


def test_a_request_that_names_nothing_is_refused() -> None:
    with pytest.raises(InvalidRequest, match="names no scope"):
        resolve(ON, ScopeRequest(include_global=False))


def test_a_request_across_apps_is_refused() -> None:
    with pytest.raises(CrossAppDisabled):
        resolve(ON, ScopeRequest(cross_app=True))


def test_an_app_that_is_switched_off_is_hidden_and_named() -> None:
    state = UserState(apps_off=frozenset({"planner"}))

    seen = resolve(state, ScopeRequest(app_id="planner", session_id="s1"))

    assert {scope.scope_key for scope in seen.scopes} == {"G"}
    assert seen.switched_off == ("planner",)


def test_another_app_that_is_switched_off_changes_nothing() -> None:
    state = UserState(apps_off=frozenset({"planner1", "plan"}))

    seen = resolve(state, ScopeRequest(app_id="planner"))

    assert {scope.scope_key for scope in seen.scopes} == {"G", "A#planner"}
    assert seen.switched_off == ()


def test_every_scope_is_seen_in_its_own_epoch() -> None:
    state = UserState(epoch=2, scope_epochs={"A#planner": 5, "S#planner#s1": 7})

    seen = resolve(state, ScopeRequest(app_id="planner", session_id="s1"))

    assert seen.scopes == {
        VisibleScope("G", 2),
        VisibleScope("A#planner", 5),
        VisibleScope("S#planner#s1", 7),
    }


@given(scopes(), st.booleans(), OPTIONAL_IDS, OPTIONAL_IDS)
def test_a_memory_is_seen_exactly_if_its_own_place_was_asked_for(
    of_memory: Scope, include_global: bool, app_id: str | None, session_id: str | None
) -> None:
    # The spellings of no app, None and the empty id, which callers cannot give, are one.
    request = ScopeRequest(include_global=include_global, app_id=app_id, session_id=session_id)
    if not include_global and app_id is None and session_id is None:
        return
    asked = {
        Level.GLOBAL: include_global,
        Level.APP: app_id is not None and of_memory.app_id == app_id,
        Level.SESSION: (of_memory.app_id or "", of_memory.session_id) == (app_id or "", session_id),
    }[of_memory.level]

    seen = VisibleScope(of_memory.key, 1) in resolve(ON, request).scopes

    assert seen == asked


@given(scopes(), st.integers(1, 4), st.dictionaries(IDS, st.integers(1, 4), max_size=3))
def test_a_purged_memory_is_never_seen_whatever_is_asked(
    of_memory: Scope, epoch: int, purges: dict[str, int]
) -> None:
    state = UserState(epoch=epoch, scope_epochs=purges)
    request = ScopeRequest(app_id=of_memory.app_id, session_id=of_memory.session_id)
    seen = resolve(state, request).scopes

    for older in range(state.effective_epoch(of_memory)):
        assert VisibleScope(of_memory.key, older) not in seen
