"""A question that is asked at most twice: never the same again, and never past its deadline."""

from collections import Counter

import pytest

from mneme.adapters.model_question import ModelQuestion
from mneme.application.ports.language_model import Prompt
from mneme.domain.errors import ExtractionFailed
from tests.doubles.fixed_clock import FixedClock
from tests.doubles.model_world import ACME
from tests.doubles.scripted_model import ScriptedModel

PROMPT = Prompt("counting", "You count.", "How many?", {}, 100)
QUESTION = ModelQuestion(PROMPT, "A number, please.", lambda text: int(text) if text else None)


def asked(model: ScriptedModel, counts: Counter[str]) -> int:
    clock = FixedClock()
    return QUESTION.ask(model, clock, ACME, clock.monotonic() + 10.0, counts)


def test_an_answer_that_can_be_read_is_asked_for_once_even_if_it_is_nothing() -> None:
    model, counts = ScriptedModel("0"), Counter[str]()

    assert asked(model, counts) == 0

    assert model.prompts == [PROMPT]
    assert counts == {}


def test_the_second_try_asks_differently_and_leaves_more_room() -> None:
    model, counts = ScriptedModel("", "7"), Counter[str]()

    assert asked(model, counts) == 7

    assert model.prompts[1].user == "How many?\n\nA number, please."
    assert model.prompts[1].max_output_tokens == 200
    assert counts == {"ill_formed": 1}


def test_two_answers_that_cannot_be_read_are_a_failure() -> None:
    counts = Counter[str]()

    with pytest.raises(ExtractionFailed):
        asked(ScriptedModel("", ""), counts)

    assert counts == {"ill_formed": 2}
