"""A language model on Amazon Bedrock, through its Converse operation.

The answer's form is asked for by a tool that the model is forced to use, whose input has the
schema. Models without tools, or which cannot be forced, are told the schema in words.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from mneme.adapters.bedrock_errors import bedrock_translated
from mneme.adapters.model_negotiation import Negotiation, system_with_schema
from mneme.application.ports.clock import Clock
from mneme.application.ports.language_model import Completion, Prompt
from mneme.domain.errors import ExtractionFailed, ModelOutage, OutageReason
from mneme.domain.tenancy import TenantContext
from mneme.domain.well_formed_text import well_formed

_FILTERED = frozenset({"content_filtered", "guardrail_intervened"})


@dataclass(frozen=True, slots=True)
class _Dialect:
    tool: bool = True
    temperature: bool = True


class BedrockModel:
    """A `LanguageModel` on one Bedrock model or inference profile. `ModelChain` repeats its calls.

    `clients` returns a client of `bedrock-runtime` whose call ends within the given seconds, as
    `BedrockClients` does.
    """

    def __init__(self, clients: Callable[[float], Any], model_id: str, clock: Clock) -> None:
        self._clients = clients
        self._model_id = model_id
        self._clock = clock
        self._negotiation = Negotiation(_Dialect(), _following)

    def complete(
        self,
        tenant: TenantContext,  # noqa: ARG002
        prompt: Prompt,
        timeout_seconds: float,
    ) -> Completion:
        """Return the answer; the time covers whatever has to be found out before."""
        deadline = self._clock.monotonic() + timeout_seconds
        return self._negotiation.run(
            prompt.task, lambda dialect: self._ask(prompt, dialect, deadline)
        )

    def _ask(self, prompt: Prompt, dialect: _Dialect, deadline: float) -> Completion:
        client = self._clients(deadline - self._clock.monotonic())
        with bedrock_translated():
            answer = client.converse(modelId=self._model_id, **_request(prompt, dialect))
        if answer["stopReason"] in _FILTERED:
            raise ExtractionFailed("the model's provider filtered the content")
        usage = answer["usage"]
        return Completion(
            text=_text(answer["output"], cut_off=answer["stopReason"] == "max_tokens"),
            model=self._model_id,
            input_tokens=usage["inputTokens"],
            output_tokens=usage["outputTokens"],
        )


def _following(dialect: _Dialect, complaint: str, known: bool) -> _Dialect | None:
    about_tools = "tool" in complaint
    if dialect.tool and about_tools:
        return replace(dialect, tool=False)
    if dialect.temperature and "temperature" in complaint:
        return replace(dialect, temperature=False)
    return replace(dialect, tool=False) if dialect.tool and not known else None


def _request(prompt: Prompt, dialect: _Dialect) -> dict[str, Any]:
    system = well_formed(prompt.system) if dialect.tool else system_with_schema(prompt)
    limits: dict[str, Any] = {"maxTokens": prompt.max_output_tokens}
    if dialect.temperature:
        limits["temperature"] = 0
    request: dict[str, Any] = {
        "system": [{"text": system}] if system else [],
        "messages": [{"role": "user", "content": [{"text": well_formed(prompt.user)}]}],
        "inferenceConfig": limits,
    }
    if dialect.tool:
        tool = {
            "name": prompt.task,
            "description": "Takes the answer.",
            "inputSchema": {"json": dict(prompt.schema)},
        }
        request["toolConfig"] = {
            "tools": [{"toolSpec": tool}],
            "toolChoice": {"tool": {"name": prompt.task}},
        }
    return request


def _text(output: Mapping[str, Any], *, cut_off: bool) -> str:
    """Return what the tool was given, or else what the model wrote.

    Of a use of the tool that was cut off, nothing: it may look whole and lack what came last.
    """
    message = output.get("message")
    if message is None:
        raise ModelOutage(OutageReason.UNREADABLE)
    for block in message["content"]:
        if "toolUse" in block and cut_off:
            return ""
        if "toolUse" in block:
            return json.dumps(block["toolUse"]["input"], ensure_ascii=False)
    return "".join(block.get("text", "") for block in message["content"])
