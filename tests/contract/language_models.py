"""Each language model adapter, with a provider behind it that behaves as a test wants."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from botocore.exceptions import EndpointConnectionError, ReadTimeoutError
from botocore.stub import Stubber

from mneme.adapters.bedrock_model import BedrockModel
from mneme.adapters.model_endpoint import ModelEndpoint
from mneme.adapters.openai_compatible_model import OpenaiCompatibleModel
from mneme.adapters.system_clock import SystemClock
from mneme.application.ports.language_model import LanguageModel
from tests.contract.aws import new_client
from tests.contract.scripted_server import Reply, hang, reset, respond, scripted_server

MODEL = "maker.model-v1"
TOKENS = (120, 7)


@dataclass
class Harness:
    """A model, and what its provider was asked: one JSON text a request."""

    model: LanguageModel
    asked: list[str] = field(default_factory=list)


def _chat(text: str | None, finish: str = "stop") -> Reply:
    message = {"role": "assistant", "content": text}
    usage = {"prompt_tokens": TOKENS[0], "completion_tokens": TOKENS[1]}
    choices = [{"index": 0, "message": message, "finish_reason": finish}]
    return respond(200, {"choices": choices, "usage": usage})


def _chat_error(status: int, message: str, **headers: str) -> Reply:
    return respond(status, {"error": {"message": message, "type": "told"}}, **headers)


CHAT: dict[str, Callable[[], Reply]] = {
    "answers": lambda: _chat('{"facts": ["likes tea"]}'),
    "filters": lambda: _chat(None, "content_filter"),
    "refuses the form": lambda: _chat_error(400, "response_format: json_schema is unknown"),
    "refuses the length": lambda: _chat_error(400, "maximum context length is 5 tokens"),
    "throttles": lambda: _chat_error(429, "slow down", retry_after="7"),
    "fails": lambda: _chat_error(500, "out of memory"),
    "is overloaded": lambda: _chat_error(503, "try later"),
    "denies access": lambda: _chat_error(401, "wrong key"),
    "has no such model": lambda: _chat_error(404, "no such model"),
    "hangs": hang,
    "cannot be reached": reset,
}


@contextmanager
def openai_compatible(*behaviour: str) -> Iterator[Harness]:
    """Yield the adapter on a server with these behaviours, one a request."""
    with scripted_server(*(CHAT[one]() for one in behaviour)) as server:
        endpoint = ModelEndpoint(server.url, "a-key")
        harness = Harness(OpenaiCompatibleModel(endpoint, MODEL, SystemClock()))
        yield harness
        harness.asked += [json.dumps(one.json, ensure_ascii=False) for one in server.requests]
        endpoint.close()


def _converse(blocks: list[dict[str, Any]], stop: str) -> dict[str, Any]:
    total = sum(TOKENS)
    return {
        "output": {"message": {"role": "assistant", "content": blocks}},
        "stopReason": stop,
        "usage": {"inputTokens": TOKENS[0], "outputTokens": TOKENS[1], "totalTokens": total},
        "metrics": {"latencyMs": 5},
    }


_TOOL = {"toolUseId": "t", "name": "extraction", "input": {"facts": ["likes tea"]}}
CONVERSE: dict[str, dict[str, Any] | tuple[str, int] | Exception] = {
    "answers": _converse([{"toolUse": _TOOL}], "tool_use"),
    "filters": _converse([{"text": "Sorry."}], "content_filtered"),
    "refuses the form": ("ValidationException: toolConfig.toolChoice is not supported", 400),
    "refuses the length": ("ValidationException: Input is too long", 400),
    "throttles": ("ThrottlingException", 429),
    "fails": ("InternalServerException", 500),
    "is overloaded": ("ServiceUnavailableException", 503),
    "denies access": ("AccessDeniedException", 403),
    "has no such model": ("ResourceNotFoundException", 404),
    "hangs": ReadTimeoutError(endpoint_url="http://127.0.0.1"),
    "cannot be reached": EndpointConnectionError(endpoint_url="http://127.0.0.1"),
}


@contextmanager
def bedrock(*behaviour: str) -> Iterator[Harness]:
    """Yield the adapter on a stubbed client with these behaviours, one a request."""
    client = new_client("bedrock-runtime")
    harness = Harness(BedrockModel(lambda _: client, MODEL, SystemClock()))

    def note(params: dict[str, Any], **_: Any) -> None:
        harness.asked.append(json.dumps(params, ensure_ascii=False))

    client.meta.events.register("provide-client-params.bedrock-runtime.Converse", note)
    with Stubber(client) as stubber:
        for one in behaviour:
            _prepare(client, stubber, CONVERSE[one])
        yield harness


def _prepare(client: Any, stubber: Stubber, wanted: Any) -> None:
    if isinstance(wanted, Exception):

        def break_off(**_: Any) -> None:
            raise wanted

        client.meta.events.register_last(
            "provide-client-params.bedrock-runtime.Converse", break_off
        )
    elif isinstance(wanted, tuple):
        code, _, message = wanted[0].partition(": ")
        stubber.add_client_error("converse", code, message, http_status_code=wanted[1])
    else:
        stubber.add_response("converse", wanted)


PROVIDERS = {"openai-compatible": openai_compatible, "bedrock": bedrock}
