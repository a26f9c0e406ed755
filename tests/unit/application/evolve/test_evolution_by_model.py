"""A model proposes, in one call and by numbers; what it may not propose is never done."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from mneme.application.ports.language_model import Completion
from mneme.domain.errors import ExtractionFailed, ModelOutage, OutageReason
from mneme.domain.extraction.policy import Mode
from mneme.domain.memory import Provenance, Status
from mneme.domain.task import Decision, TaskState
from tests.doubles.bookkeeping import log_is_dense, stored_counts, true_counts
from tests.doubles.evolving import answered, decisions, evolve, heads, history, reasons
from tests.doubles.made import a_fact, an_app, later
from tests.doubles.scripted_model import ScriptedModel
from tests.doubles.world import World

CHEESE = a_fact("I like cheese pizza")
CHICKEN = a_fact("I like chicken pizza", observed_at=later(days=1))
BOTH = "I like cheese and chicken pizza"
OUTAGE = ModelOutage(OutageReason.SERVER_FAULT)


def asked(*answers: str | Exception, known: tuple[Any, ...] = (CHEESE,)) -> World:
    """Return a world that knows something, with a model that will answer so."""
    before = World()
    for fact in known:
        evolve(before, fact, mode=Mode.APPEND)
    return World(before.durable, model=ScriptedModel(*answers))


def model_of(world: World) -> ScriptedModel:
    model = world._model
    assert isinstance(model, ScriptedModel)
    return model


def test_one_call_decides_about_all_facts_of_a_task() -> None:
    cheese, milk = {"fact": 2, "decision": "MERGE", "targets": [1], "text": BOTH}, {"fact": 3}
    world = asked(answered(cheese, {**milk, "decision": "ADD"}))

    task = evolve(world, CHICKEN, a_fact("I like cold milk"))

    assert decisions(task) == [Decision.MERGE, Decision.ADD]
    assert world.contents() == [BOTH, "I like cold milk"]
    assert model_of(world).calls == 1
    assert reasons(world)[1:] == [("MERGE", "model"), ("ADD", "model")]


def test_no_id_and_nothing_of_another_place_is_shown() -> None:
    world = asked(answered({"fact": 2, "decision": "ADD"}))
    evolve(world, a_fact("I like secret pizza"), mode=Mode.APPEND, scope=an_app("coach"))

    evolve(world, CHICKEN)

    (prompt,) = model_of(world).prompts
    shown = prompt.system + prompt.user
    assert "I like cheese pizza" in shown
    assert "secret" not in shown
    assert not any(held.head.memory_id in shown for held in world.held())


def test_a_model_is_not_asked_where_there_is_nothing_to_compare() -> None:
    world = asked(known=())

    task = evolve(world, CHEESE)

    assert decisions(task) == [Decision.ADD]
    assert model_of(world).calls == 0


def test_a_model_is_not_asked_about_doubtful_facts() -> None:
    world = asked()

    task = evolve(world, a_fact("I like ham pizza", provenance=Provenance.CANDIDATE))

    assert (decisions(task), model_of(world).calls) == ([Decision.ADD], 0)


def test_a_fact_may_be_about_an_earlier_one_of_the_same_task() -> None:
    world = asked(
        answered(
            {"fact": 1, "decision": "ADD"},
            {"fact": 2, "decision": "MERGE", "targets": [1], "text": BOTH},
        ),
        known=(),
    )

    task = evolve(world, CHEESE, CHICKEN)

    assert decisions(task) == [Decision.ADD, Decision.MERGE]
    assert world.contents() == [BOTH]


@pytest.mark.parametrize(
    "decided",
    [
        {"decision": "UPDATE", "targets": [12]},
        {"decision": "DELETE", "targets": ["x"]},
        {"decision": "UPDATE", "targets": None},
        {"decision": "MERGE", "targets": [2], "text": BOTH},  # itself
        {"decision": "DELETE", "targets": [-1, 0, 1.5, True, {"id": 1}]},
        {"decision": "SKIP", "targets": []},
    ],
)
def test_an_invented_number_costs_nobody_anything(decided: dict[str, Any]) -> None:
    # P05
    world = asked(answered({"fact": 2, **decided}))

    task = evolve(world, CHICKEN)

    assert decisions(task) == [Decision.ADD]
    assert world.contents() == sorted([CHEESE.text, CHICKEN.text])
    assert all(held.head.revision == 1 for held in world.held())
    assert reasons(world)[-1] == ("ADD", "unknown_target")


def test_a_merge_below_nine_tenths_is_an_add() -> None:
    text = "I like cheese pizza and my tall sister plays tennis"
    world = asked(answered({"fact": 2, "decision": "MERGE", "targets": [1], "text": text}))

    task = evolve(world, a_fact("My tall sister likes to play tennis with cheese"))

    assert decisions(task) == [Decision.ADD]
    assert reasons(world)[-1] == ("ADD", "not_similar")


def test_a_text_of_the_models_own_making_is_not_kept() -> None:
    text = "I like cheese and chicken pizza at Luigi's in Rome"
    world = asked(answered({"fact": 2, "decision": "MERGE", "targets": [1], "text": text}))

    evolve(world, CHICKEN)

    assert world.contents() == sorted([CHEESE.text, CHICKEN.text])
    assert reasons(world)[-1] == ("ADD", "unfounded_text")


def test_a_contradiction_ends_the_memory_and_keeps_it() -> None:
    home = a_fact("I live in Shenzhen")
    world = asked(answered({"fact": 2, "decision": "DELETE", "targets": [1]}), known=(home,))

    task = evolve(world, a_fact("I settled in Guangzhou", observed_at=later(days=1)))

    found = heads(world)
    assert decisions(task) == [Decision.DELETE]
    assert found["I live in Shenzhen"].status is Status.SUPERSEDED
    assert task.results[0][1].memory_id == found["I settled in Guangzhou"].memory_id
    assert (stored_counts(world), log_is_dense(world)) == (true_counts(world), True)


def test_a_model_retires_no_more_than_three_memories() -> None:
    pizzas = [a_fact(f"I like {kind} pizza") for kind in ("ham", "corn", "leek", "kale", "crab")]
    world = asked(
        answered({"fact": 6, "decision": "DELETE", "targets": [1, 2, 3, 4, 5]}),
        known=tuple(pizzas),
    )

    evolve(world, a_fact("I like no pizza", observed_at=later(days=1)))

    statuses = [held.head.status for held in world.held()]
    assert statuses.count(Status.SUPERSEDED) == 3
    assert statuses.count(Status.ACTIVE) == 3


def test_a_fact_the_model_passed_over_is_decided_by_rules() -> None:
    world = asked(answered({"fact": 99, "decision": "ADD"}))

    task = evolve(world, a_fact("I love cheese pizza"))

    assert decisions(task) == [Decision.SKIP]
    assert reasons(world)[-1] == ("SKIP", "same_meaning")


def test_a_slot_is_filled_by_the_latest_value_whatever_the_model_says() -> None:
    home = a_fact("I live in Oslo", fact_key="home_city")
    world = asked(answered({"fact": 2, "decision": "ADD"}), known=(home,))

    moved = a_fact("I live in Rome", fact_key="home_city", observed_at=later(days=1))
    task = evolve(world, moved)

    assert decisions(task) == [Decision.UPDATE]
    assert world.contents() == ["I live in Rome"]


@pytest.mark.parametrize(
    "answers",
    [
        (OUTAGE,),
        (ExtractionFailed("refused"),),
        ("I cannot say.", "<think>hm"),
        ('{"decisions": "none"}', '{"decisions": [{"fact": 2'),
        ('{"decisions": []}', "[]"),
    ],
)
def test_without_a_usable_answer_facts_are_appended_and_marked(answers: tuple[Any, ...]) -> None:
    world = asked(*answers)

    task = evolve(world, CHICKEN, CHEESE)

    found = heads(world)
    assert (task.state, decisions(task)) == (TaskState.DONE, [Decision.ADD, Decision.SKIP])
    assert found[CHICKEN.text].unconsolidated
    assert not found[CHEESE.text].unconsolidated
    assert reasons(world)[1:] == [("ADD", "model_unavailable"), ("SKIP", "same_content")]


def test_an_answer_that_could_not_be_read_is_asked_for_once_more() -> None:
    merged = answered({"fact": 2, "decision": "MERGE", "targets": [1], "text": BOTH})
    world = asked("Sure! Let me think.", f"Here you are:\n```json\n{merged}\n```")

    task = evolve(world, CHICKEN)

    assert decisions(task) == [Decision.MERGE]
    assert model_of(world).calls == 2


def test_a_bare_list_is_an_answer_as_well() -> None:
    decided = [{"fact": "2", "decision": "merge", "targets": "1", "text": BOTH}]
    world = asked(json.dumps(decided))

    assert decisions(evolve(world, CHICKEN)) == [Decision.MERGE]


class _WhileAsked(ScriptedModel):
    """A model during whose call something else happens."""

    def __init__(self, happens: Callable[[], object], *answers: str) -> None:
        super().__init__(*answers)
        self._happens = happens

    def complete(self, *arguments: Any) -> Completion:
        self._happens()
        return super().complete(*arguments)


def test_where_a_memory_has_moved_on_since_it_was_shown_rules_decide() -> None:
    durable = asked().durable
    with_olives = a_fact("I like cheese pizza with olives", observed_at=later(hours=1))
    answer = answered({"fact": 2, "decision": "DELETE", "targets": [1]})
    model = _WhileAsked(lambda: evolve(World(durable), with_olives), answer)
    world = World(durable, model=model)

    task = evolve(world, CHICKEN)

    assert decisions(task) == [Decision.ADD]
    assert world.contents() == [CHICKEN.text, with_olives.text][::-1]
    assert {one.content for one in history(world)} >= {CHEESE.text, CHICKEN.text}
