"""The extractor that asks a model: how it asks, and what it makes of the answer."""

import pytest

from mneme.adapters.extraction_windows import WINDOW_BYTES
from mneme.adapters.model_question import OUTPUT_TOKENS
from mneme.contracts.prompts import extract_agent, extract_general, extract_user
from mneme.contracts.prompts.extraction_answer import SCHEMA
from mneme.contracts.prompts.extraction_prompt import ExtractionPrompt
from mneme.domain.conversation import Role
from mneme.domain.errors import ExtractionFailed, ModelOutage, OutageReason
from mneme.domain.memory import Ownership
from tests.doubles import FixedClock
from tests.doubles.made import NOW, a_message, later, said
from tests.doubles.model_world import ACME, LATE, REFUSED
from tests.doubles.reading_model import (
    ReadingModel,
    a_claim,
    an_answer,
    earlier_lines,
    shown_lines,
)
from tests.doubles.scripted_model import ScriptedModel
from tests.unit.adapters.extraction_world import SECONDS, ExtractionWorld

DIALOGUE = (
    a_message("Be brief.", "m1", Role.SYSTEM),
    a_message("I live in Oslo.", "m2"),
    a_message("I recommend the museum of ships.", "m3", Role.ASSISTANT),
    a_message("city: Oslo", "m4", Role.TOOL),
)


def test_what_the_model_takes_down_becomes_facts() -> None:
    claim = a_claim("I moved to Oslo.", 2, category="personal", fact_key="home_city")
    world = ExtractionWorld(ScriptedModel(an_answer(claim)))

    (fact,) = world.extract(said("Hello!", "I moved to Oslo."))

    assert (fact.text, fact.fact_key, fact.category) == (
        "I moved to Oslo.",
        "home_city",
        "personal",
    )
    assert [source.message_id for source in fact.sources] == ["m2"]
    assert world.counted == {"facts": 1}


@pytest.mark.parametrize(
    ("ownership", "prompt", "shown", "facts"),
    [
        (Ownership.USER, extract_user.PROMPT, [2], [("I live in Oslo.", Ownership.USER)]),
        (
            Ownership.AGENT,
            extract_agent.PROMPT,
            [3],
            [("I recommend the museum of ships.", Ownership.AGENT)],
        ),
        (
            None,
            extract_general.PROMPT,
            [2, 3],
            [
                ("I live in Oslo.", Ownership.USER),
                ("I recommend the museum of ships.", Ownership.AGENT),
            ],
        ),
    ],
)
def test_each_side_has_its_own_prompt_and_sees_its_own_messages(
    ownership: Ownership | None,
    prompt: ExtractionPrompt,
    shown: list[int],
    facts: list[tuple[str, Ownership]],
) -> None:
    model = ReadingModel()

    found = ExtractionWorld(model).extract(said(messages=DIALOGUE, ownership=ownership))

    (asked,) = model.prompts
    assert asked.system == prompt.system
    assert [line["message"] for line in shown_lines(asked.user)] == shown
    assert [(fact.text, fact.ownership) for fact in found] == facts


def test_the_model_is_asked_for_the_schema_within_the_time() -> None:
    model = ScriptedModel(an_answer())

    ExtractionWorld(model).extract(said("Hello!"))

    (prompt,) = model.prompts
    assert (prompt.task, prompt.schema) == ("extraction", SCHEMA)
    assert (prompt.max_output_tokens, model.timeouts) == (OUTPUT_TOKENS, [SECONDS])


def test_every_prompt_has_a_fence_of_its_own() -> None:
    model = ReadingModel()
    world = ExtractionWorld(model)

    for _ in range(2):
        world.extract(said("I live in Oslo."))

    first, second = (prompt.user for prompt in model.prompts)
    assert first != second
    assert shown_lines(first) == shown_lines(second)


def test_earlier_messages_are_shown_and_are_no_source() -> None:
    model = ReadingModel(lambda lines: an_answer(a_claim("I like tea, green tea.", 1)))
    before = a_message("Which tea do you like?", "e1", Role.ASSISTANT, time=later(days=-1))

    (fact,) = ExtractionWorld(model).extract(said("Green tea.", ownership=None), before)

    assert [line["text"] for line in earlier_lines(model.prompts[0].user)] == [
        "Which tea do you like?"
    ]
    assert [source.message_id for source in fact.sources] == ["m1"]


def test_an_empty_answer_is_a_good_one() -> None:
    world = ExtractionWorld(ScriptedModel(an_answer()))

    assert world.texts(said("Hello!")) == []


def test_a_conversation_without_a_source_asks_nobody() -> None:
    model = ScriptedModel()

    assert ExtractionWorld(model).texts(said(messages=DIALOGUE[:1])) == []
    assert model.calls == 0


def test_a_long_conversation_is_asked_about_in_portions_within_one_time() -> None:
    clock = FixedClock()
    texts = [f"I like tea number {n}. " + "x" * (WINDOW_BYTES // 2) for n in range(3)]
    answers = [an_answer(a_claim(f"I like tea number {n}.", n + 1)) for n in range(3)]
    model = ScriptedModel(*answers, clock=clock, seconds=10.0)

    found = ExtractionWorld(model, clock).texts(said(*texts))

    assert found == [f"I like tea number {n}." for n in range(3)]
    assert model.timeouts == [SECONDS, SECONDS - 10, SECONDS - 20]


def test_a_tenant_whom_no_model_serves_has_rules() -> None:
    world = ExtractionWorld(None)

    assert world.texts(said("I live in Oslo.", "Hello!")) == ["I live in Oslo."]
    assert (world.extractor.reads_context(ACME), world.notes.counts) == (False, [])


def test_a_model_reads_the_context_of_whom_it_serves() -> None:
    assert ExtractionWorld(ScriptedModel()).extractor.reads_context(ACME)


@pytest.mark.parametrize("outage", [LATE, ModelOutage(OutageReason.THROTTLED, 7.0)])
def test_an_outage_is_raised_for_the_task_to_be_put_off(outage: ModelOutage) -> None:
    world = ExtractionWorld(ScriptedModel(outage))

    with pytest.raises(ModelOutage) as caught:
        world.extract(said("I live in Oslo."))

    assert caught.value.reason is outage.reason
    assert world.counted == {"outage": 1}


def test_in_an_outage_rules_take_over_if_the_deployment_says_so() -> None:
    world = ExtractionWorld(ScriptedModel(LATE), falls_back=True)

    assert world.texts(said("I live in Oslo.", "Hello!")) == ["I live in Oslo."]
    assert world.counted == {"outage": 1}


@pytest.mark.parametrize("falls_back", [False, True])
def test_a_refusal_fails_whoever_stands_by(falls_back: bool) -> None:
    world = ExtractionWorld(ScriptedModel(REFUSED), falls_back=falls_back)

    with pytest.raises(ExtractionFailed):
        world.extract(said("I live in Oslo."))


def test_facts_carry_the_time_of_their_own_message() -> None:
    # P02: told in 2026, said in 2023.
    at = NOW.replace(year=2023, month=5, day=24)
    claim = a_claim("I flew to Oslo in the week of 15 May 2023.", valid_at="2023-05-15T00:00:00Z")
    model = ScriptedModel(an_answer(claim))

    (fact,) = ExtractionWorld(model).extract(
        said(messages=(a_message("I flew to Oslo last week.", time=at),))
    )

    (line,) = shown_lines(model.prompts[0].user)
    assert (line["time"], line["weekday"]) == ("2023-05-24T12:00:00+00:00", "Wednesday")
    assert model.prompts[0].user.startswith("Today is Sunday, 2026-03-01.")
    assert fact.observed_at == at
    assert fact.valid_at is not None
    assert (fact.valid_at.year, fact.valid_at.month, fact.valid_at.day) == (2023, 5, 15)
