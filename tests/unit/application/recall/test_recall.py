"""The main road of a recall: what is asked is found, in the right order, and nothing else."""

from datetime import timedelta

import pytest

from mneme.domain.errors import InvalidRequest, MemorySwitchedOff
from mneme.domain.isolation import ScopeRequest
from mneme.domain.memory import Entity, Kind, MemType, Ownership, WeightAnchor
from mneme.domain.recollection import RecallFilter
from mneme.domain.scope import Level, Scope
from tests.doubles.made import NOW, an_app, later
from tests.doubles.recall_world import RecallWorld
from tests.doubles.world import USER

TEA = "Drinks green tea in the morning"
BERN = "Lives in Bern near the river"
CAR = "Drives an old red car"


@pytest.fixture
def world() -> RecallWorld:
    return RecallWorld()


def test_the_memory_that_answers_the_question_comes_first(world: RecallWorld) -> None:
    for text in (BERN, TEA, CAR):
        world.put(text)

    assert world.says("green tea in the morning?")[0] == TEA


def test_nothing_relevant_is_an_empty_answer_and_no_failure(world: RecallWorld) -> None:
    world.put(TEA)

    answer = world.ask("quantum chromodynamics")

    assert (answer.memories, answer.degraded, answer.switched_off) == ((), (), ())


def test_a_user_without_memories_gets_an_empty_answer(world: RecallWorld) -> None:
    assert world.ask("anything", user_id="never seen").memories == ()


def test_each_hit_carries_the_parts_of_its_score(world: RecallWorld) -> None:
    head = world.put(TEA, anchor=WeightAnchor(0.5, NOW))

    (hit,) = world.ask("green tea").memories

    assert (hit.head, hit.revision.content, hit.weight) == (head, TEA, 0.5)
    assert hit.final_score == pytest.approx(0.7 * hit.relevance.value + 0.3 * 0.5)
    assert hit.relevance.vector is not None
    assert hit.relevance.lexical is not None


def test_weight_decides_between_equally_relevant_memories_and_fades(world: RecallWorld) -> None:
    world.put("Likes strong tea", anchor=WeightAnchor(0.6, NOW))
    world.put("Likes weak tea", anchor=WeightAnchor(0.8, NOW - timedelta(days=60)))

    assert world.says("likes tea") == ["Likes strong tea", "Likes weak tea"]


def test_min_relevance_cuts_and_top_k_limits(world: RecallWorld) -> None:
    for number in range(8):
        world.put(f"Drinks tea number {number}")

    assert len(world.says("drinks tea", top_k=3)) == 3
    assert world.says("drinks tea", min_relevance=1.0) == []
    assert len(world.says("glacier", min_relevance=0.0, top_k=50)) == 8


def test_a_memory_that_repeats_another_makes_room_for_a_different_one(world: RecallWorld) -> None:
    world.put("Drinks green tea in the morning.")
    world.put("In the morning drinks green tea")
    world.put("Buys green tea at the market")

    found = world.says("green tea in the morning", top_k=2)

    assert "Buys green tea at the market" in found


def test_other_users_and_other_tenants_are_never_looked_at(world: RecallWorld) -> None:
    world.index.leaky = True
    other = world.tenants.create("other")
    world.put(TEA, user_id="u-10")
    world.put(TEA, tenant=other)

    assert world.says("green tea") == []
    assert world.says("green tea", tenant=other) == [TEA]


def test_a_recall_sees_global_app_and_session_memories_it_names(world: RecallWorld) -> None:
    world.put("Tea at home")
    world.put("Tea in the planner", scope=an_app("planner"))
    world.put("Tea in another app", scope=an_app("other"))
    world.put("Tea in the session", scope=Scope(Level.SESSION, "planner", "s1"))

    scope = ScopeRequest(app_id="planner", session_id="s1")

    assert set(world.says("tea", scope=scope)) == {
        "Tea at home",
        "Tea in the planner",
        "Tea in the session",
    }
    assert world.says("tea") == ["Tea at home"]


@pytest.mark.parametrize(
    ("narrowed", "found"),
    [
        (RecallFilter(ownership=frozenset({Ownership.AGENT})), "Tea of the agent"),
        (RecallFilter(mem_types=frozenset({MemType.PROCEDURAL})), "Tea is made so"),
        (RecallFilter(kinds=frozenset({Kind.CONSTRAINT})), "Tea only without sugar"),
        (RecallFilter(custom_tags=({"room": "kitchen", "shelf": 2},)), "Tea is on the shelf"),
        (RecallFilter(entities=frozenset({"nobody", " ann   LEE "})), "Tea with Ann"),
    ],
)
def test_a_filter_narrows_the_recall(
    world: RecallWorld, narrowed: RecallFilter, found: str
) -> None:
    world.put("Tea, plainly", custom_tags={"room": "kitchen"})
    world.put("Tea of the agent", ownership=Ownership.AGENT)
    world.put("Tea is made so", mem_type=MemType.PROCEDURAL)
    world.put("Tea only without sugar", kind=Kind.CONSTRAINT)
    world.put("Tea is on the shelf", custom_tags={"room": "kitchen", "shelf": 2})
    world.put("Tea with Ann", entities=(Entity("Ann Lee", "person"),))
    world.put("Tea with Anna", entities=(Entity("Anna", "person"), Entity("Ann", "person")))

    assert world.says("tea", filter=narrowed) == [found]
    world.index.leaky = True
    assert world.says("tea", filter=narrowed) == [found]


def test_verbatim_turns_answer_only_when_asked_for(world: RecallWorld) -> None:
    world.put("Well, tea please", kind=Kind.TURN, mem_type=MemType.EPISODIC)
    only_turns = RecallFilter(kinds=frozenset({Kind.TURN}))

    assert world.says("tea") == []
    assert world.says("tea", filter=only_turns) == []
    assert world.says("tea", include_turns=True) == ["Well, tea please"]
    assert world.says("tea", include_turns=True, filter=only_turns) == ["Well, tea please"]


def test_a_turn_is_found_by_what_its_neighbours_say(world: RecallWorld) -> None:
    world.put("Yes, every day!", kind=Kind.TURN, around={-1: "Do you drink tea?"})
    world.put("No, never ever.", kind=Kind.TURN, around={-1: "Do you own a car?"})

    found = world.says("tea", include_turns=True, min_relevance=0.1)

    assert found == ["Yes, every day!"]


def test_a_user_who_switched_off_is_refused_before_anything_is_looked_at(
    world: RecallWorld,
) -> None:
    world.put(TEA)
    world.set_user(switched_off=True)

    with pytest.raises(MemorySwitchedOff):
        world.ask("green tea")
    assert world.index.queries == []


def test_an_app_that_is_switched_off_is_only_hidden(world: RecallWorld) -> None:
    world.put("Tea at home")
    world.put("Tea in the planner", scope=an_app("planner"))
    world.set_user(apps_off=frozenset({"planner"}))

    answer = world.ask("tea", scope=ScopeRequest(app_id="planner"))

    assert [one.revision.content for one in answer.memories] == ["Tea at home"]
    assert answer.switched_off == ("planner",)


def test_if_all_that_was_asked_for_is_switched_off_the_answer_says_so(world: RecallWorld) -> None:
    world.set_user(apps_off=frozenset({"planner"}))

    answer = world.ask("tea", scope=ScopeRequest(include_global=False, app_id="planner"))

    assert (answer.memories, answer.switched_off) == ((), ("planner",))
    assert world.index.queries == []


def test_a_recall_that_names_no_scope_is_refused(world: RecallWorld) -> None:
    with pytest.raises(InvalidRequest):
        world.ask("tea", scope=ScopeRequest(include_global=False))


def test_the_search_gets_blind_terms_and_limits_that_fit_the_results(world: RecallWorld) -> None:
    world.put(TEA)

    world.ask("green tea", top_k=30)

    (query,) = world.index.queries
    assert query.user == f"acme#{USER}"
    assert (query.vector_limit, query.lexical_limit) == (120, 200)
    assert len(query.terms) == 2
    assert "tea" not in query.terms


def test_a_memory_that_begins_to_hold_later_is_not_recalled_yet(world: RecallWorld) -> None:
    world.put("Will drink tea", valid_at=later(days=1))

    assert world.says("drink tea") == []
    world.durable.clock.advance(days=2)
    assert world.says("drink tea") == ["Will drink tea"]
