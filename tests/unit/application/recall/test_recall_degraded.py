"""What a recall does when something does not answer: never a plain empty answer (P35)."""

from dataclasses import replace
from typing import Any

import pytest

from mneme.application.repositories.user_repository import UserRepository
from mneme.domain.errors import RecallTimedOut, Unavailable
from mneme.domain.memory import Entity, Kind, Status, WeightAnchor
from mneme.domain.recollection import Degradation, RecallFilter
from tests.doubles.made import NOW, an_app
from tests.doubles.recall_world import RecallWorld
from tests.doubles.watched import Fuse, Watched

TEA, CAR = "Drinks green tea", "Drives a red car"


@pytest.fixture
def world() -> RecallWorld:
    world = RecallWorld()
    world.put(TEA)
    world.put(CAR)
    return world


def test_without_the_embedder_words_alone_find_the_memory(world: RecallWorld) -> None:
    world.embedder.down = True

    answer = world.ask("green tea")

    assert [one.revision.content for one in answer.memories] == [TEA]
    assert answer.degraded == (Degradation.EMBEDDING_UNAVAILABLE,)
    assert answer.memories[0].relevance.vector is None


def test_without_the_index_the_strongest_memories_are_read_themselves(world: RecallWorld) -> None:
    world.index.down = True

    answer = world.ask("green tea")

    assert [one.revision.content for one in answer.memories] == [TEA]
    assert answer.degraded == (Degradation.INDEX_UNAVAILABLE,)


def test_without_index_and_embedder_words_of_the_rows_still_find_it(world: RecallWorld) -> None:
    world.index.down = world.embedder.down = True

    answer = world.ask("green tea")

    assert [one.revision.content for one in answer.memories] == [TEA]
    assert answer.degraded == (
        Degradation.EMBEDDING_UNAVAILABLE,
        Degradation.INDEX_UNAVAILABLE,
    )


def test_an_empty_answer_without_the_index_is_marked(world: RecallWorld) -> None:
    world.index.down = True

    answer = world.ask("glacier")

    assert answer.memories == ()
    assert answer.degraded == (Degradation.INDEX_UNAVAILABLE,)


def test_without_the_index_the_predicate_holds_all_the_same(world: RecallWorld) -> None:
    world.put("Green tea of the planner", scope=an_app("planner"))
    world.put("Green tea, deleted", status=Status.DELETED)
    world.put("Green tea, please", kind=Kind.TURN)
    world.put("Green tea of somebody", user_id="u-2")
    world.put("Green tea upstairs", custom_tags={"floor": 1})
    world.put("Green tea with Ann", entities=(Entity("Ann", "person"),))
    world.index.down = True

    assert sorted(world.says("green tea")) == [TEA, "Green tea upstairs", "Green tea with Ann"]
    named = RecallFilter(entities=frozenset({"ann"}))
    assert world.says("green tea", filter=named) == ["Green tea with Ann"]
    assert world.says("green tea", filter=RecallFilter(custom_tags=({"floor": 1},))) == [
        "Green tea upstairs"
    ]


def test_without_the_index_at_most_a_hundred_of_the_strongest_are_ranked() -> None:
    world = RecallWorld()
    world.put("Tea, said weakly", anchor=WeightAnchor(0.2, NOW))
    for number in range(100):
        world.put(f"Tea number {number}", anchor=WeightAnchor(0.5, NOW))
    world.index.down = True

    found = world.says("tea", top_k=50, min_relevance=0.0)

    assert len(found) == 50
    assert "Tea, said weakly" not in world.says("tea weakly", top_k=50, min_relevance=0.0)


def test_an_index_that_uses_up_the_time_ends_the_recall(world: RecallWorld) -> None:
    world.index.while_searching = lambda: world.durable.clock.advance(0.5)

    with pytest.raises(RecallTimedOut):
        world.ask("green tea", timeout_seconds=0.5)


def test_an_index_that_fails_late_ends_the_recall_as_well(world: RecallWorld) -> None:
    world.index.down = True
    world.index.while_searching = lambda: world.durable.clock.advance(2)

    with pytest.raises(RecallTimedOut):
        world.ask("green tea", timeout_seconds=1)


def test_an_index_that_fails_in_time_leaves_time_for_the_heads(world: RecallWorld) -> None:
    world.index.down = True
    world.index.while_searching = lambda: world.durable.clock.advance(
        world.index.queries[-1].timeout_seconds
    )

    assert world.says("green tea", timeout_seconds=0.5) == [TEA]


def test_a_slow_embedder_shortens_what_the_index_is_given(world: RecallWorld) -> None:
    world.ask("green tea", timeout_seconds=1)
    world.embedder.takes = lambda: world.durable.clock.advance(0.5)
    world.ask("green tea", timeout_seconds=1)

    first, second = (query.timeout_seconds for query in world.index.queries)
    assert second == pytest.approx(first / 2)


def _tables_down(world: RecallWorld) -> Any:
    return Watched(world.tables, Fuse(at=1, fault=lambda: Unavailable("the tables are down")))


def test_without_the_user_row_nothing_is_answered(world: RecallWorld) -> None:
    recall = replace(world.recall, users=UserRepository(_tables_down(world)))

    with pytest.raises(Unavailable):
        recall(world.acme, world.query("green tea"))
    assert world.index.queries == []


@pytest.mark.parametrize("index_down", [False, True])
def test_without_the_heads_nothing_is_answered(world: RecallWorld, index_down: bool) -> None:
    world.index.down = index_down
    memories = replace(world.memories, tables=_tables_down(world))
    recall = replace(world.recall, memories=memories)

    with pytest.raises(Unavailable):
        recall(world.acme, world.query("green tea"))
