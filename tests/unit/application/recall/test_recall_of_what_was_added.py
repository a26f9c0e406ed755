"""From `add` to `recall`: what the writers keep and the indexer shows is found again."""

from typing import Any

from mneme.application.repositories.row_keys import HEADS
from mneme.domain.conversation import Role
from mneme.domain.extraction.policy import ExtractionPolicy
from mneme.domain.memory import Kind
from mneme.domain.recollection import RecallFilter, RecallQuery
from tests.doubles.extracting_world import extracting
from tests.doubles.made import a_fact, a_message, said
from tests.doubles.reading_model import a_claim, an_answer
from tests.doubles.scripted_model import ScriptedModel
from tests.doubles.world import USER, World


def _recalled(world: World, text: str, **query: Any) -> list[str]:
    page = world.change_feed.read(HEADS, None, 1000)
    world.index_changes(page.changes)
    answer = world.recall(world.acme, RecallQuery(user_id=USER, text=text, **query))
    assert answer.degraded == ()
    return [one.revision.content for one in answer.memories]


def test_a_message_is_recalled_verbatim_on_request(world: World) -> None:
    world.remember(said("The boat trip to Ufenau island is on Saturday."))

    found = _recalled(world, "boat trip to Ufenau", include_turns=True)

    assert "The boat trip to Ufenau island is on Saturday." in found


def test_a_short_answer_is_found_by_the_question_before_it(world: World) -> None:
    question = a_message("Do you want the boat to Ufenau?", "m1", Role.ASSISTANT, name="Max")
    answer = a_message("Saturday, if it is sunny.", "m2", name="Ann")
    world.remember(said(messages=(question, answer)))

    found = _recalled(world, "Ann Ufenau", include_turns=True, min_relevance=0.0)

    assert "Saturday, if it is sunny." in found


def test_a_committed_fact_is_recalled_and_an_outdated_one_is_not(world: World) -> None:
    world.decide(a_fact("Lives in Lisbon", fact_key="home_city"))
    world.decide(a_fact("Lives in Berlin", fact_key="home_city"))

    assert _recalled(world, "Where does the user live, in Lisbon?") == ["Lives in Berlin"]


def test_a_memory_is_recalled_before_the_index_was_ever_written(world: World) -> None:
    world.decide(a_fact("Keeps bees behind the house"))

    query = RecallQuery(user_id=USER, text="bees behind the house", consistent=True)
    (hit,) = world.recall(world.acme, query).memories

    assert (hit.head.kind, hit.revision.content) == (Kind.FACT, "Keeps bees behind the house")


def test_a_fact_is_recalled_by_an_entity_of_a_type_that_was_declared() -> None:
    ann, rex = {"name": "Ann Lee", "type": "person"}, {"name": "Rex", "type": "pet"}
    walk = a_claim("I walk Rex with Ann Lee.", 1, entities=[ann, rex])
    world = extracting(ScriptedModel(an_answer(walk, a_claim("I walk to work.", 2))))
    policy = ExtractionPolicy(entity_types=("person",))

    world.remember(said("I walk Rex with Ann Lee.", "I walk to work.", policy=policy))

    def named(*names: str) -> list[str]:
        return _recalled(world, "walk", filter=RecallFilter(entities=frozenset(names)))

    assert sorted(named()) == ["I walk Rex with Ann Lee.", "I walk to work."]
    assert named("ann  lee", "nobody") == ["I walk Rex with Ann Lee."]
    assert named("Rex") == named("Ann") == []
