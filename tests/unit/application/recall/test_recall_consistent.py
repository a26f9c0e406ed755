"""`consistent`: what was committed a moment ago is seen before the index shows it."""

from dataclasses import replace

import pytest

from mneme.application.repositories.row_keys import CHANGED_INDEX, TURNS_INDEX
from mneme.domain.memory import Kind, Status
from mneme.domain.recollection import RecallFilter
from tests.doubles.made import an_app, later
from tests.doubles.recall_world import RecallWorld
from tests.doubles.watched import Notes, Watched


@pytest.fixture
def world() -> RecallWorld:
    return RecallWorld()


def test_a_memory_that_the_index_does_not_show_yet_is_found_on_request(world: RecallWorld) -> None:
    world.put("Drinks green tea", indexed=False)

    assert world.says("green tea") == []
    assert world.says("green tea", consistent=True) == ["Drinks green tea"]


def test_fresh_and_indexed_memories_are_ranked_together(world: RecallWorld) -> None:
    world.put("Drinks tea")
    world.put("Drinks green tea", indexed=False)
    for number in range(5):
        world.put(f"Has a car of type {number}")

    answer = world.ask("green tea", consistent=True)

    assert [one.revision.content for one in answer.memories][:2] == [
        "Drinks green tea",
        "Drinks tea",
    ]
    assert answer.degraded == ()


def test_what_is_in_index_and_rows_is_returned_once(world: RecallWorld) -> None:
    world.put("Drinks green tea")

    assert world.says("green tea", consistent=True) == ["Drinks green tea"]


def test_the_wording_of_a_fresh_revision_replaces_the_indexed_one(world: RecallWorld) -> None:
    head = world.put("Drinks green tea")
    world.revise(head, "Drinks green tea with honey", indexed=False)

    assert world.says("green tea", consistent=True) == ["Drinks green tea with honey"]


def test_fresh_memories_that_may_not_be_seen_stay_unseen(world: RecallWorld) -> None:
    world.put("Green tea of the planner", scope=an_app("planner"), indexed=False)
    world.put("Green tea, deleted", status=Status.DELETED, indexed=False)
    world.put("Green tea of somebody", user_id="u-2", indexed=False)

    assert world.says("green tea", consistent=True) == []


def test_only_the_last_hundred_changes_are_looked_at(world: RecallWorld) -> None:
    world.put("The oldest green tea", indexed=False, changed_at=later(days=-1))
    for number in range(100):
        world.put(f"Green tea number {number}", indexed=False)

    found = world.says("oldest green tea", consistent=True, top_k=50)

    assert "The oldest green tea" not in found
    assert len(found) == 50


@pytest.mark.parametrize("include_turns", [True, False])
def test_a_long_conversation_since_does_not_hide_a_fresh_memory(
    world: RecallWorld, include_turns: bool
) -> None:
    world.put("Drinks green tea", indexed=False, changed_at=later(days=-1))
    for number in range(100):
        world.put(f"Message number {number}", kind=Kind.TURN, indexed=False)

    found = world.says("green tea", consistent=True, include_turns=include_turns)

    assert found == ["Drinks green tea"]


def test_a_hundred_fresh_memories_do_not_hide_the_message_said_last(world: RecallWorld) -> None:
    world.put("Green tea, please", kind=Kind.TURN, indexed=False, changed_at=later(days=-1))
    for number in range(100):
        world.put(f"Has a car of type {number}", indexed=False)

    assert world.says("green tea", consistent=True, include_turns=True)[0] == "Green tea, please"
    assert "Green tea, please" not in world.says("green tea", consistent=True)


def test_turns_are_not_looked_for_unless_they_may_be_returned(world: RecallWorld) -> None:
    world.put("Drinks green tea")

    def indexes(**query: object) -> list[str | None]:
        notes = Notes()
        memories = replace(world.memories, tables=Watched(world.tables, notes))
        recall = replace(world.recall, memories=memories)
        recall(world.acme, world.query("green tea", consistent=True, **query))
        return [arguments[1].index for method, arguments in notes.calls if method == "query"]

    turns_only = RecallFilter(kinds=frozenset({Kind.TURN}))

    assert indexes() == [CHANGED_INDEX]
    assert indexes(include_turns=True) == [CHANGED_INDEX, TURNS_INDEX]
    assert indexes(include_turns=True, filter=turns_only) == [TURNS_INDEX]


def test_a_fresh_memory_of_another_embedding_model_is_found_by_its_words(
    world: RecallWorld,
) -> None:
    world.put("Drinks green tea", indexed=False, model="older")

    (hit,) = world.ask("green tea", consistent=True).memories

    assert hit.relevance.vector is None
    assert hit.relevance.lexical is not None
