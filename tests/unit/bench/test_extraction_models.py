"""The model-led extractor as it is measured: the product's own, failures counted."""

from collections.abc import Sequence

import pytest

from bench.extraction import first_of_each_kind, measure
from bench.extraction_labels import load
from bench.extraction_models import Measured, led_by
from mneme.domain.conversation import Conversation
from mneme.domain.errors import ExtractionFailed, ModelOutage, OutageReason
from mneme.domain.fact import Fact
from tests.doubles.made import said
from tests.doubles.reading_model import a_claim, an_answer
from tests.doubles.scripted_model import ScriptedModel


def test_what_a_model_takes_down_is_what_is_measured() -> None:
    measured = led_by(ScriptedModel(an_answer(a_claim("I live in Oslo.", 1))), "small", 9.0)

    facts = measured.extract(said("I live in Oslo."))

    assert [fact.text for fact in facts] == ["I live in Oslo."]
    assert measured.name == "model-led, small"
    assert measured.counts == {"facts": 1}


def test_a_message_whose_extraction_fails_yields_no_fact_and_is_counted() -> None:
    model = ScriptedModel(
        "no JSON", "nor this", ExtractionFailed("refused"), ModelOutage(OutageReason.TIMED_OUT)
    )
    measured = led_by(model, "small", 9.0)

    found = [measured.extract(said("I live in Oslo.")) for _ in range(3)]

    assert found == [(), (), ()]
    assert measured.counts["unread"] == 2
    assert measured.counts[OutageReason.TIMED_OUT.value] == 1


def test_the_first_messages_of_each_kind_and_language_can_be_taken_alone() -> None:
    messages = load("seen")

    taken = first_of_each_kind(messages, 1)

    assert len({(each.kind, each.language) for each in messages}) == len(taken)
    assert first_of_each_kind(messages, None) == messages


def test_an_interrupted_run_keeps_what_it_measured_until_then(
    capsys: pytest.CaptureFixture[str],
) -> None:
    answered = iter(((), ()))

    def extract(_: Conversation) -> Sequence[Fact]:
        try:
            return next(answered)
        except StopIteration:
            raise KeyboardInterrupt from None

    outcomes, _ = measure(Measured("slow", extract), load("seen")[:5])

    assert len(outcomes) == 2
    assert "after 2 of 5 messages" in capsys.readouterr().out
