"""What every language model does, whoever is behind it."""

import logging
from collections.abc import Callable
from contextlib import AbstractContextManager

import pytest

from mneme.application.ports.language_model import Prompt
from mneme.domain.errors import ExtractionFailed, ModelOutage, OutageReason
from mneme.domain.models.lenient_json import first_json
from mneme.domain.tenancy import internal_context
from tests.contract.language_models import MODEL, PROVIDERS, TOKENS, Harness

ACME = internal_context("acme")
SCHEMA = {
    "type": "object",
    "properties": {"facts": {"type": "array", "items": {"type": "string"}}},
    "required": ["facts"],
    "additionalProperties": False,
}
PROMPT = Prompt("extraction", "Be brief, canary.", "I like tea, canary.", SCHEMA, 500)
Behaving = Callable[..., AbstractContextManager[Harness]]


@pytest.fixture(params=PROVIDERS)
def behaving(request: pytest.FixtureRequest) -> Behaving:
    return PROVIDERS[request.param]


def test_an_answer_comes_with_its_model_and_its_tokens(behaving: Behaving) -> None:
    with behaving("answers") as harness:
        completion = harness.model.complete(ACME, PROMPT, 20.0)

    assert first_json(completion.text, lambda _: True) == {"facts": ["likes tea"]}
    assert completion.model == MODEL
    assert (completion.input_tokens, completion.output_tokens) == TOKENS


def test_prompt_and_schema_reach_the_provider(behaving: Behaving) -> None:
    with behaving("answers") as harness:
        harness.model.complete(ACME, PROMPT, 20.0)

    (asked,) = harness.asked
    for part in ("Be brief, canary.", "I like tea, canary.", '"required": ["facts"]', "500"):
        assert part in asked


@pytest.mark.parametrize(
    ("behaviour", "reason"),
    [
        ("throttles", OutageReason.THROTTLED),
        ("fails", OutageReason.SERVER_FAULT),
        ("is overloaded", OutageReason.SERVER_FAULT),
        ("denies access", OutageReason.MISCONFIGURED),
        ("has no such model", OutageReason.MISCONFIGURED),
        ("hangs", OutageReason.TIMED_OUT),
        ("cannot be reached", OutageReason.NO_CONNECTION),
    ],
)
def test_what_may_succeed_later_is_an_outage_with_its_reason(
    behaving: Behaving, behaviour: str, reason: OutageReason
) -> None:
    with behaving(behaviour) as harness, pytest.raises(ModelOutage) as caught:
        harness.model.complete(ACME, PROMPT, 0.4 if behaviour == "hangs" else 20.0)

    assert caught.value.reason is reason
    assert len(harness.asked) == 1


def test_filtered_content_will_never_succeed(behaving: Behaving) -> None:
    with behaving("filters") as harness, pytest.raises(ExtractionFailed):
        harness.model.complete(ACME, PROMPT, 20.0)


def test_a_request_that_was_understood_and_refused_will_never_succeed(behaving: Behaving) -> None:
    with behaving("answers", "refuses the length") as harness:
        harness.model.complete(ACME, PROMPT, 20.0)

        with pytest.raises(ExtractionFailed):
            harness.model.complete(ACME, PROMPT, 20.0)


def test_a_form_of_answer_that_is_refused_is_put_in_words_and_not_asked_for_again(
    behaving: Behaving,
) -> None:
    with behaving("refuses the form", "answers", "answers") as harness:
        for _ in range(2):
            harness.model.complete(ACME, PROMPT, 20.0)

    first, *others = harness.asked
    assert "JSON schema" not in first
    assert len(others) == 2
    assert all('\\"required\\":[\\"facts\\"]' in asked for asked in others)


def test_single_surrogates_do_not_spoil_a_request(behaving: Behaving) -> None:
    prompt = Prompt("extraction", "Be brief.", "tea\ud800 茶 \ud83d\ude00", SCHEMA, 500)

    with behaving("answers") as harness:
        harness.model.complete(ACME, prompt, 20.0)

    assert "tea\ufffd 茶 😀" in harness.asked[0]


@pytest.mark.parametrize("behaviour", ["answers", "filters", "refuses the length", "fails"])
def test_neither_errors_nor_logs_hold_content(
    behaving: Behaving, behaviour: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)

    with behaving(*[behaviour] * 3) as harness:
        try:
            harness.model.complete(ACME, PROMPT, 20.0)
        except (ExtractionFailed, ModelOutage) as error:
            told = f"{error} {error.data}"
        else:
            told = ""

    assert "canary" not in told + caplog.text
    assert "a-key" not in told + caplog.text
