"""How a chat server is asked, and what is found out about it."""

import json
from typing import Any

import pytest

from mneme.adapters.model_negotiation import RequestRefused
from mneme.application.ports.language_model import Completion, Prompt
from mneme.domain.errors import ExtractionFailed, ModelOutage, OutageReason
from tests.doubles import FixedClock
from tests.unit.adapters.scripted_endpoint import (
    ACME,
    OTHER,
    PROMPT,
    SCHEMA,
    ScriptedEndpoint,
    answer,
    complete,
    model,
)


def test_the_first_request_asks_for_the_schema_strictly_and_without_chance() -> None:
    endpoint = ScriptedEndpoint(answer())

    model(endpoint).complete(ACME, PROMPT, 30.0)

    assert endpoint.requests == [
        {
            "model": "small-one",
            "messages": [
                {"role": "system", "content": "Be brief."},
                {"role": "user", "content": "I like tea."},
            ],
            "max_tokens": 500,
            "temperature": 0,
            "response_format": {
                "type": "json_schema",
                "json_schema": {"name": "extraction", "strict": True, "schema": SCHEMA},
            },
        }
    ]


def test_the_completion_names_the_configured_model_and_counts_its_tokens() -> None:
    assert complete(answer('{"facts": []}')) == Completion('{"facts": []}', "small-one", 120, 7)


@pytest.mark.parametrize("usage", [None, {}, [], {"prompt_tokens": "12", "completion_tokens": -1}])
def test_tokens_that_are_not_told_count_as_none(usage: Any) -> None:
    completion = complete({**answer(), "usage": usage})

    assert (completion.input_tokens, completion.output_tokens) == (0, 0)


def test_a_refused_schema_is_spelled_out_and_plain_json_asked_for() -> None:
    endpoint = ScriptedEndpoint(RequestRefused("unknown field"), answer())

    model(endpoint).complete(ACME, PROMPT, 30.0)

    assert endpoint.forms == ["json_schema", "json_object"]
    system = endpoint.requests[1]["messages"][0]["content"]
    assert system.startswith("Be brief.")
    assert json.dumps(SCHEMA, separators=(",", ":")) in system
    assert "JSON" in system


def test_a_server_that_knows_no_json_is_asked_in_words() -> None:
    refused = RequestRefused("'response_format.type' must be 'text'")
    endpoint = ScriptedEndpoint(refused, refused, answer())

    model(endpoint).complete(ACME, PROMPT, 30.0)

    assert endpoint.forms == ["json_schema", "json_object", "text"]


def test_what_was_understood_is_remembered_for_its_task() -> None:
    endpoint = ScriptedEndpoint(RequestRefused(""), answer(), answer(), answer())
    asked = model(endpoint)

    for prompt in (PROMPT, PROMPT, OTHER):
        asked.complete(ACME, prompt, 30.0)

    assert endpoint.forms == ["json_schema", "json_object", "json_object", "json_schema"]


def test_a_request_refused_in_every_form_teaches_nothing() -> None:
    endpoint = ScriptedEndpoint(*[RequestRefused("too long")] * 3, answer())
    asked = model(endpoint)

    with pytest.raises(ExtractionFailed):
        asked.complete(ACME, PROMPT, 30.0)
    asked.complete(ACME, PROMPT, 30.0)

    assert endpoint.forms == ["json_schema", "json_object", "text", "json_schema"]


def test_a_form_that_was_understood_is_not_blamed_for_a_refusal() -> None:
    endpoint = ScriptedEndpoint(answer(), RequestRefused("maximum context length"))
    asked = model(endpoint)
    asked.complete(ACME, PROMPT, 30.0)

    with pytest.raises(ExtractionFailed):
        asked.complete(ACME, PROMPT, 30.0)

    assert endpoint.forms == ["json_schema", "json_schema"]


def test_a_server_that_no_longer_understands_a_form_is_asked_in_another() -> None:
    refused = RequestRefused("this response_format type is unavailable now")
    endpoint = ScriptedEndpoint(answer(), refused, answer())
    asked = model(endpoint)

    for _ in range(2):
        asked.complete(ACME, PROMPT, 30.0)

    assert endpoint.forms == ["json_schema", "json_schema", "json_object"]


def test_newer_models_get_their_own_names_for_limits_and_no_temperature() -> None:
    endpoint = ScriptedEndpoint(
        RequestRefused("unsupported parameter: use 'max_completion_tokens' instead"),
        RequestRefused("unsupported value: 'temperature' does not support 0"),
        answer(),
        answer(),
    )
    asked = model(endpoint)

    for _ in range(2):
        asked.complete(ACME, PROMPT, 30.0)

    assert endpoint.forms == ["json_schema"] * 4
    for request in endpoint.requests[2:]:
        assert "temperature" not in request
        assert "max_tokens" not in request
        assert request["max_completion_tokens"] == 500


def test_a_server_that_breaks_on_every_form_is_out_of_order() -> None:
    broken = RequestRefused("response_format", OutageReason.SERVER_FAULT)

    with pytest.raises(ModelOutage) as caught:
        complete(broken, broken, broken)

    assert caught.value.reason is OutageReason.SERVER_FAULT


def test_an_outage_is_passed_on_at_once() -> None:
    endpoint = ScriptedEndpoint(ModelOutage(OutageReason.THROTTLED, 2.0))

    with pytest.raises(ModelOutage) as caught:
        model(endpoint).complete(ACME, PROMPT, 30.0)

    assert caught.value.retry_after_seconds == 2.0
    assert len(endpoint.requests) == 1


def test_finding_out_how_to_ask_uses_up_the_time() -> None:
    clock = FixedClock()

    class SlowEndpoint(ScriptedEndpoint):
        def post(self, path: str, request: Any, timeout_seconds: float) -> dict[str, Any]:
            clock.advance(20)
            return super().post(path, request, timeout_seconds)

    endpoint = SlowEndpoint(RequestRefused(""), RequestRefused(""), answer())

    with pytest.raises(ModelOutage) as caught:
        model(endpoint, clock).complete(ACME, PROMPT, 30.0)

    assert caught.value.reason is OutageReason.TIMED_OUT
    assert endpoint.timeouts == [30.0, 10.0]


def test_single_surrogates_are_replaced_and_pairs_joined() -> None:
    endpoint = ScriptedEndpoint(answer())
    prompt = Prompt("extraction", "s\ud800", "u\udc00 \ud83d\ude00 茶\x00", SCHEMA, 5)

    model(endpoint).complete(ACME, prompt, 30.0)

    sent = [message["content"] for message in endpoint.requests[0]["messages"]]
    assert sent == ["s\ufffd", "u\ufffd 😀 茶\x00"]
