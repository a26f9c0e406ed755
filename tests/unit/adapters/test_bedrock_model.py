"""How a Bedrock model is asked, and what is read from its answer."""

import json
from typing import Any

import pytest
from botocore.exceptions import ClientError

from mneme.adapters.bedrock_model import BedrockModel
from mneme.application.ports.language_model import Completion, Prompt
from mneme.domain.errors import ExtractionFailed, ModelOutage, OutageReason
from mneme.domain.tenancy import internal_context
from tests.doubles import FixedClock
from tests.unit.adapters.scripted_client import ScriptedClient

ACME = internal_context("acme")
SCHEMA = {"type": "object", "properties": {"facts": {"type": "array"}}}
PROMPT = Prompt("extraction", "Be brief.", "I like tea.", SCHEMA, 500)


def answer(*blocks: dict[str, Any], stop: str = "tool_use") -> dict[str, Any]:
    return {
        "output": {"message": {"role": "assistant", "content": list(blocks)}},
        "stopReason": stop,
        "usage": {"inputTokens": 120, "outputTokens": 7, "totalTokens": 127},
    }


def tool(given: Any) -> dict[str, Any]:
    return {"toolUse": {"toolUseId": "t1", "name": "extraction", "input": given}}


def refused(message: str) -> ClientError:
    error: Any = {"Error": {"Code": "ValidationException", "Message": message}}
    return ClientError(error, "Converse")


def model(client: Any) -> BedrockModel:
    return BedrockModel(lambda _: client, "maker.model-v1", FixedClock())


def complete(*answers: dict[str, Any] | Exception) -> Completion:
    return model(ScriptedClient(*answers)).complete(ACME, PROMPT, 30.0)


def forced(client: ScriptedClient) -> list[bool]:
    return ["toolConfig" in parameters for _, parameters in client.calls]


def test_the_model_is_forced_to_give_its_answer_to_a_tool_with_the_schema() -> None:
    client = ScriptedClient(answer(tool({"facts": []})))

    model(client).complete(ACME, PROMPT, 30.0)

    (_, request), *_ = client.calls
    assert request["modelId"] == "maker.model-v1"
    assert request["system"] == [{"text": "Be brief."}]
    assert request["messages"] == [{"role": "user", "content": [{"text": "I like tea."}]}]
    assert request["inferenceConfig"] == {"maxTokens": 500, "temperature": 0}
    assert request["toolConfig"]["toolChoice"] == {"tool": {"name": "extraction"}}
    (offered,) = request["toolConfig"]["tools"]
    assert offered["toolSpec"]["inputSchema"] == {"json": SCHEMA}


def test_what_the_tool_was_given_is_the_answer() -> None:
    completion = complete(answer({"text": "Let me see {"}, tool({"facts": ["茶"]})))

    assert json.loads(completion.text) == {"facts": ["茶"]}
    assert (completion.model, completion.input_tokens, completion.output_tokens) == (
        "maker.model-v1",
        120,
        7,
    )


def test_without_a_use_of_the_tool_the_answer_is_what_was_written() -> None:
    thought = {"reasoningContent": {"reasoningText": {"text": "hm"}}}

    completion = complete(answer(thought, {"text": '{"facts"'}, {"text": ": []}"}, stop="end_turn"))

    assert completion.text == '{"facts": []}'


def test_a_model_without_tools_is_told_the_schema_and_remembered() -> None:
    client = ScriptedClient(
        refused("This model doesn't support tool use."), *[answer({"text": "{}"})] * 2
    )
    asked = model(client)

    for _ in range(2):
        asked.complete(ACME, PROMPT, 30.0)

    assert forced(client) == [True, False, False]
    assert json.dumps(SCHEMA, separators=(",", ":")) in client.calls[1][1]["system"][0]["text"]


def test_a_model_that_takes_no_temperature_gets_none() -> None:
    client = ScriptedClient(refused("`temperature` is deprecated"), answer(tool({})))

    model(client).complete(ACME, PROMPT, 30.0)

    assert client.calls[1][1]["inferenceConfig"] == {"maxTokens": 500}
    assert forced(client) == [True, True]


def test_a_request_refused_for_its_content_will_never_succeed() -> None:
    client = ScriptedClient(answer(tool({})), refused("Input is too long for requested model."))
    asked = model(client)
    asked.complete(ACME, PROMPT, 30.0)

    with pytest.raises(ExtractionFailed):
        asked.complete(ACME, PROMPT, 30.0)

    assert forced(client) == [True, True]


def test_a_prompt_without_instructions_has_no_system_text() -> None:
    client = ScriptedClient(answer(tool({})))

    model(client).complete(ACME, Prompt("extraction", "", "I like tea.", SCHEMA, 5), 30.0)

    assert client.calls[0][1]["system"] == []


@pytest.mark.parametrize("stop", ["content_filtered", "guardrail_intervened"])
def test_filtered_content_will_never_succeed(stop: str) -> None:
    with pytest.raises(ExtractionFailed):
        complete(answer({"text": "Sorry."}, stop=stop))


def test_an_answer_that_was_cut_off_is_returned_as_far_as_it_came() -> None:
    assert complete(answer({"text": '{"facts": ["a'}, stop="max_tokens")).text == '{"facts": ["a'


def test_a_use_of_the_tool_that_was_cut_off_is_no_answer_though_it_looks_whole() -> None:
    completion = complete(answer(tool({"facts": ["a"]}), stop="max_tokens"))

    assert (completion.text, completion.output_tokens) == ("", 7)


def test_an_error_bedrock_never_named_is_passed_on() -> None:
    unheard_of: Any = {"Error": {"Code": "UnheardOf", "Message": ""}}

    with pytest.raises(ClientError):
        complete(ClientError(unheard_of, "Converse"))


def test_an_answer_without_a_message_is_unreadable() -> None:
    with pytest.raises(ModelOutage) as caught:
        complete({**answer(), "output": {}})

    assert caught.value.reason is OutageReason.UNREADABLE


def test_each_call_gets_a_client_for_what_is_left_of_its_time() -> None:
    clock, asked_for = FixedClock(), []
    client = ScriptedClient(refused("no tools"), answer({"text": "{}"}))

    def clients(seconds: float) -> Any:
        asked_for.append(seconds)
        clock.advance(8)
        return client

    BedrockModel(clients, "maker.model-v1", clock).complete(ACME, PROMPT, 30.0)

    assert asked_for == [30.0, 22.0]
