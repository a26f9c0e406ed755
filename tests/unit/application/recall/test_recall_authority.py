"""A stale index never leaks: whatever it returns, the heads decide."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mneme.application.ports.table_store import Delete
from mneme.application.repositories.row_keys import HEADS, head_key, user_partition
from mneme.domain.isolation import ScopeRequest
from mneme.domain.memory import Kind, Ownership, Status
from mneme.domain.recollection import RecallFilter
from mneme.domain.scope import Level, Scope
from tests.doubles.made import GLOBAL, NOW, an_app, later
from tests.doubles.recall_world import RecallWorld
from tests.doubles.world import USER

SECRET = "The canary drinks tea"


@pytest.fixture
def world() -> RecallWorld:
    world = RecallWorld()
    world.index.leaky = True
    return world


@pytest.mark.parametrize(
    "moved_on",
    [
        {"status": Status.DELETED},
        {"status": Status.ARCHIVED},
        {"status": Status.SUPERSEDED},
        {"status": Status.CANDIDATE},
        {"epoch": 0},
        {"scope": an_app("planner")},
        {"expire_at": NOW},
        {"invalid_at": NOW},
        {"valid_at": later(days=1)},
        {"revision": 2},
    ],
)
def test_an_index_document_that_its_head_has_left_behind_is_refused(
    world: RecallWorld, moved_on: dict[str, Any]
) -> None:
    head = world.put(SECRET)
    assert world.says("canary tea") == [SECRET]

    world.put_row(replace(head, version=2, **moved_on))

    assert world.says("canary tea") == []


def test_an_index_document_without_a_head_is_refused(world: RecallWorld) -> None:
    # P15: deleted for good, while the index lags behind.
    head = world.put(SECRET)
    place = head_key(user_partition(world.acme, USER), head.memory_id)

    world.tables.transact(world.acme, [Delete(HEADS, place)])

    assert world.says("canary tea", include_superseded=True, include_archived=True) == []


def test_after_a_purge_nothing_written_before_is_recalled(world: RecallWorld) -> None:
    world.put(SECRET)
    world.put(SECRET, scope=an_app("planner"), epoch=1)

    world.set_user(epoch=2)

    scope = ScopeRequest(app_id="planner")
    assert world.says("canary tea", scope=scope, include_superseded=True) == []


def test_after_a_purge_of_an_app_its_memories_are_gone_and_others_stay(world: RecallWorld) -> None:
    world.put(SECRET, scope=an_app("planner"))
    world.put("Tea at home")

    world.set_user(scope_epochs={"A#planner": 2})

    assert world.says("tea", scope=ScopeRequest(app_id="planner")) == ["Tea at home"]


def test_what_was_told_again_after_a_purge_is_recalled_again(world: RecallWorld) -> None:
    world.put(SECRET)
    world.set_user(epoch=2)

    world.put("The canary is back for tea", epoch=2, key_epoch=2)

    assert world.says("canary tea") == ["The canary is back for tea"]


def test_an_old_wording_is_not_recalled_after_an_update_the_index_missed(
    world: RecallWorld,
) -> None:
    head = world.put(SECRET)

    world.revise(head, "The canary drinks water", indexed=False)

    assert world.says("canary tea") == []
    assert world.says("canary water", consistent=True) == ["The canary drinks water"]


def test_a_revision_ahead_of_its_head_is_refused(world: RecallWorld) -> None:
    head = world.put("The canary drinks tea")
    world.revise(head, "The canary drinks tea and water")
    world.put_row(replace(head, version=3))

    assert world.says("canary tea") == ["The canary drinks tea"]


def test_refused_candidates_make_room_for_the_next_ones(world: RecallWorld) -> None:
    for number in range(20):
        head = world.put(f"Canary tea number {number}")
        world.put_row(replace(head, version=2, status=Status.DELETED))
    world.put("Tea, says a neighbour of mine")

    found = world.says("canary tea", top_k=1, min_relevance=0.0)

    assert found == ["Tea, says a neighbour of mine"]


PLACES = [GLOBAL, an_app("a"), an_app("A"), an_app("a#b"), Scope(Level.SESSION, "a", "b")]
HEADS_NOW = st.fixed_dictionaries(
    {
        "scope": st.sampled_from(PLACES),
        "epoch": st.sampled_from([1, 1, 2]),
        "status": st.sampled_from([Status.ACTIVE, Status.ACTIVE, *Status]),
        "kind": st.sampled_from([Kind.FACT, Kind.TURN]),
        "ownership": st.sampled_from(Ownership),
        "revision": st.sampled_from([1, 1, 2]),
        "expire_at": st.sampled_from([None, None, NOW, later(days=1)]),
        "invalid_at": st.sampled_from([None, None, NOW, later(days=1)]),
    }
)


@settings(max_examples=40)
@given(
    st.lists(HEADS_NOW, min_size=1, max_size=6),
    st.sampled_from([None, "a", "A", "a#b"]),
    st.booleans(),
    st.sampled_from([frozenset(), frozenset({Ownership.USER})]),
)
def test_only_what_the_heads_let_pass_is_ever_returned(
    heads_now: list[dict[str, Any]],
    app_id: str | None,
    include_turns: bool,
    ownership: frozenset[Ownership],
) -> None:
    world = RecallWorld()
    world.index.leaky = True
    expected = set()
    for number, now in enumerate(heads_now):
        head = world.put(f"canary {number}")
        world.put_row(replace(head, version=2, **now))
        here = now["scope"] in (GLOBAL, app_id and an_app(app_id))
        alive = now["expire_at"] != NOW and now["invalid_at"] != NOW
        plain = (now["epoch"], now["status"], now["revision"]) == (1, Status.ACTIVE, 1)
        asked = not ownership or now["ownership"] in ownership
        if here and alive and plain and asked and (include_turns or now["kind"] is Kind.FACT):
            expected.add(f"canary {number}")

    found = world.says(
        "canary",
        scope=ScopeRequest(app_id=app_id),
        include_turns=include_turns,
        filter=RecallFilter(ownership=ownership),
        min_relevance=0.0,
    )

    assert set(found) == expected
