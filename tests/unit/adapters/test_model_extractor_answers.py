"""P06: a model's answer is found in whatever it writes around it, or the task fails and says so."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mneme.adapters.model_question import OUTPUT_TOKENS
from mneme.domain.errors import ExtractionFailed, ModelOutage
from tests.doubles import FixedClock
from tests.doubles.made import said
from tests.doubles.model_world import LATE
from tests.doubles.reading_model import a_claim, an_answer
from tests.doubles.scripted_model import ScriptedModel
from tests.unit.adapters.extraction_world import ExtractionWorld

OSLO = "I live in Oslo."
ANSWER = an_answer(a_claim(OSLO))
TEA = "I drink tea."
ANSWER_OF_TWO = an_answer(a_claim(OSLO), a_claim(TEA, 2))
CODE = an_answer(a_claim("I live in Oslo and write ```sh blocks``` {often}."))


def asked(*answers: str) -> ExtractionWorld:
    return ExtractionWorld(ScriptedModel(*answers))


@pytest.mark.parametrize(
    "answer",
    [
        ANSWER,
        f"Based on {{travel}}: {ANSWER} I hope this helps {{you}}.",
        f"```json\n{ANSWER}\n```",
        f"Sure!\n```\n{ANSWER}\n```\nAnything else?",
        f"<think>They live {{somewhere}}: {an_answer(a_claim('no'))}</think>{ANSWER}",
        f"draft {an_answer()}</think>\n{ANSWER}",
        json.dumps([a_claim(OSLO)]),
        json.dumps({"result": {"facts": [a_claim(OSLO)]}}),
        ANSWER.replace("}]", "},]"),
        f"\ufeff{ANSWER}",
    ],
)
def test_an_answer_is_found_in_what_stands_around_it(answer: str) -> None:
    assert asked(answer).texts(said(OSLO)) == [OSLO]


def test_fences_within_a_fact_do_not_end_the_answer() -> None:
    text = "I live in Oslo and write ```sh blocks``` {often}."

    assert asked(f"```json\n{CODE}\n```").texts(said(text)) == [text]


@pytest.mark.parametrize("answer", ['{"facts": []}', "[]", "```json\n[]\n```", ' {"facts":[]} '])
def test_no_facts_are_understood_however_they_are_written(answer: str) -> None:
    assert asked(answer).texts(said("Hello!")) == []


ILL_FORMED = [
    "",
    "There is nothing to remember here.",
    ANSWER[:-4],
    '{"facts":["a"',
    '{"facts": [{"text": "I live in Oslo.", "messages": [1], "entities": [], "fact_key": nul',
    '{"facts": ["I live in Oslo."]}',
    '{"facts": "I live in Oslo."}',
    '{"memory": []}',
    "<think>I live in Oslo" + ANSWER,
    "[1, 2]",
]


@pytest.mark.parametrize("answer", ILL_FORMED)
def test_an_ill_formed_answer_is_asked_for_once_more_and_differently(answer: str) -> None:
    model = ScriptedModel(answer, ANSWER)
    world = ExtractionWorld(model)

    assert world.texts(said(OSLO)) == [OSLO]

    first, second = model.prompts
    assert second.user.startswith(first.user)
    assert second.user != first.user  # without chance the same would be answered
    assert second.max_output_tokens == 2 * OUTPUT_TOKENS
    assert world.counted == {"facts": 1, "ill_formed": 1}


@pytest.mark.parametrize("answer", ILL_FORMED)
def test_an_answer_that_is_ill_formed_twice_is_a_failure_and_not_nothing(answer: str) -> None:
    world = asked(answer, answer)

    with pytest.raises(ExtractionFailed) as caught:
        world.extract(said(OSLO))

    assert world.counted == {"ill_formed": 2}
    assert "Oslo" not in caught.value.message


def test_an_outage_before_the_second_answer_is_an_outage() -> None:
    with pytest.raises(ModelOutage):
        ExtractionWorld(ScriptedModel("?", LATE)).extract(said(OSLO))


def test_without_time_for_a_second_answer_there_is_an_outage() -> None:
    clock = FixedClock()

    with pytest.raises(ModelOutage):
        ExtractionWorld(ScriptedModel("?", clock=clock, seconds=60.0), clock).extract(said(OSLO))


def test_a_malformed_fact_costs_only_itself() -> None:
    answer = json.dumps({"facts": [7, {"messages": [1]}, a_claim(OSLO)]})
    world = asked(answer)

    assert world.texts(said(OSLO)) == [OSLO]
    assert world.counted == {"facts": 1, "malformed": 2}


@pytest.mark.parametrize("lost", range(2, len(ANSWER_OF_TWO) + 1))
def test_an_answer_cut_off_before_its_list_ends_is_not_believed_in_part(lost: int) -> None:
    cut = ANSWER_OF_TWO[:-lost]

    with pytest.raises(ExtractionFailed):
        asked(cut, cut).extract(said(OSLO, TEA))


def test_an_answer_that_lacks_only_the_brace_behind_its_list_lost_no_fact() -> None:
    assert ANSWER_OF_TWO.endswith("]}")

    assert asked(ANSWER_OF_TWO[:-1]).texts(said(OSLO, TEA)) == [OSLO, TEA]


PROSE = st.text(st.characters(exclude_characters='"[]{}<>', exclude_categories=["Cs"]), max_size=40)


@given(PROSE, PROSE, st.booleans(), st.booleans())
def test_prose_fences_and_thoughts_around_an_answer_do_not_hide_it(
    before: str, after: str, fenced: bool, thought: bool
) -> None:
    answer = f"```json\n{ANSWER}\n```" if fenced else ANSWER
    thoughts = f"<think>{before} {an_answer()}</think>" if thought else ""

    assert asked(f"{thoughts}{before}{answer}{after}").texts(said(OSLO)) == [OSLO]
