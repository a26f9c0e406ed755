import pytest
from hypothesis import given
from hypothesis import strategies as st

from mneme.domain.errors import MemorySwitchedOff
from mneme.domain.scope import Level, Scope
from mneme.domain.user_state import UserState

GLOBAL = Scope(Level.GLOBAL)
APP = Scope(Level.APP, "a")
SESSION = Scope(Level.SESSION, "a", "s")
APPLESS_SESSION = Scope(Level.SESSION, None, "s")


def test_a_user_never_seen_before_is_on_and_in_the_first_epoch() -> None:
    state = UserState()

    state.require_on()
    state.require_app_on("any")
    assert [state.effective_epoch(one) for one in (GLOBAL, APP, SESSION)] == [1, 1, 1]


def test_purging_the_user_raises_the_epoch_of_every_scope() -> None:
    state = UserState(epoch=5, scope_epochs={"A#a": 2})

    assert [state.effective_epoch(one) for one in (GLOBAL, APP, SESSION)] == [5, 5, 5]


def test_purging_an_app_raises_its_sessions_and_nothing_else() -> None:
    state = UserState(scope_epochs={"A#a": 4})

    assert state.effective_epoch(APP) == 4
    assert state.effective_epoch(SESSION) == 4
    assert state.effective_epoch(GLOBAL) == 1
    assert state.effective_epoch(APPLESS_SESSION) == 1
    assert state.effective_epoch(Scope(Level.APP, "b")) == 1


def test_purging_a_session_leaves_its_app_alone() -> None:
    state = UserState(scope_epochs={"S#a#s": 3})

    assert state.effective_epoch(SESSION) == 3
    assert state.effective_epoch(APP) == 1
    assert state.effective_epoch(Scope(Level.SESSION, "a", "t")) == 1


def test_a_global_memory_does_not_belong_to_the_app_it_came_from() -> None:
    state = UserState(scope_epochs={"A#a": 4})

    assert state.effective_epoch(Scope(Level.GLOBAL, "a", "s")) == 1


@given(
    st.integers(1, 9), st.dictionaries(st.sampled_from(["G", "A#a", "S#a#s"]), st.integers(1, 9))
)
def test_the_effective_epoch_is_the_newest_that_contains_the_scope(
    epoch: int, scope_epochs: dict[str, int]
) -> None:
    state = UserState(epoch=epoch, scope_epochs=scope_epochs)

    assert state.effective_epoch(SESSION) == max(
        epoch, scope_epochs.get("A#a", 0), scope_epochs.get("S#a#s", 0)
    )


def test_a_user_who_switched_off_is_off_in_every_app() -> None:
    state = UserState(enabled=False)

    with pytest.raises(MemorySwitchedOff):
        state.require_on()
    with pytest.raises(MemorySwitchedOff):
        state.require_app_on(None)


def test_an_app_that_is_switched_off_leaves_the_others_on() -> None:
    state = UserState(apps_off=frozenset({"a"}))

    state.require_on()
    state.require_app_on(None)
    state.require_app_on("b")
    with pytest.raises(MemorySwitchedOff) as refused:
        state.require_app_on("a")
    assert refused.value.field == "app_id"
