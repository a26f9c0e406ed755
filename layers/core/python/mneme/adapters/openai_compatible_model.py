"""A language model behind any server that speaks OpenAI's chat protocol.

Servers differ in how they take a wish for JSON: some know `json_schema`, some only `json_object`,
some neither; some say so with status 400, others with 422 or 500. Newer models rename the limit of
tokens, or refuse a temperature. What one understands is found out at the first call for each task.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import Any

from mneme.adapters.model_endpoint import ModelEndpoint
from mneme.adapters.model_negotiation import Negotiation, system_with_schema
from mneme.application.ports.clock import Clock
from mneme.application.ports.language_model import Completion, Prompt
from mneme.domain.errors import ExtractionFailed, ModelOutage, OutageReason
from mneme.domain.tenancy import TenantContext
from mneme.domain.well_formed_text import well_formed

_NEWER_LIMIT = "max_completion_tokens"


class _Form(IntEnum):
    """How the answer's form is asked for; a lower one is understood by more servers."""

    TEXT = 0
    JSON_OBJECT = 1
    JSON_SCHEMA = 2


@dataclass(frozen=True, slots=True)
class _Dialect:
    form: _Form = _Form.JSON_SCHEMA
    limit: str = "max_tokens"
    temperature: bool = True


class OpenaiCompatibleModel:
    """A `LanguageModel` on a chat endpoint. It tries once: `ModelChain` repeats calls."""

    def __init__(self, endpoint: ModelEndpoint, model: str, clock: Clock) -> None:
        self._endpoint = endpoint
        self._model = model
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
        remaining = deadline - self._clock.monotonic()
        if remaining <= 0:
            raise ModelOutage(OutageReason.TIMED_OUT)
        request = _request(self._model, prompt, dialect)
        return _completion(
            self._endpoint.post("/chat/completions", request, remaining), self._model
        )


def _following(dialect: _Dialect, complaint: str, known: bool) -> _Dialect | None:
    about_form = any(name in complaint for name in ("response_format", "json_schema"))
    weaker = None if dialect.form is _Form.TEXT else replace(dialect, form=_Form(dialect.form - 1))
    if about_form and weaker:
        return weaker
    if _NEWER_LIMIT in complaint and dialect.limit != _NEWER_LIMIT:
        return replace(dialect, limit=_NEWER_LIMIT)
    if "temperature" in complaint and dialect.temperature:
        return replace(dialect, temperature=False)
    return None if known else weaker


def _request(model: str, prompt: Prompt, dialect: _Dialect) -> dict[str, Any]:
    told = dialect.form is _Form.JSON_SCHEMA
    system = well_formed(prompt.system) if told else system_with_schema(prompt)
    request: dict[str, Any] = {
        "model": model,
        "messages": [
            {"role": "system", "content": system},
            {"role": "user", "content": well_formed(prompt.user)},
        ],
        dialect.limit: prompt.max_output_tokens,
    }
    if dialect.temperature:
        request["temperature"] = 0
    if dialect.form is _Form.JSON_SCHEMA:
        schema = {"name": prompt.task, "strict": True, "schema": prompt.schema}
        request["response_format"] = {"type": "json_schema", "json_schema": schema}
    elif dialect.form is _Form.JSON_OBJECT:
        request["response_format"] = {"type": "json_object"}
    return request


def _completion(answer: Mapping[str, Any], model: str) -> Completion:
    choices = answer.get("choices")
    choice = choices[0] if isinstance(choices, list) and choices else None
    message = choice.get("message") if isinstance(choice, dict) else None
    if not isinstance(choice, dict) or not isinstance(message, dict):
        raise ModelOutage(OutageReason.UNREADABLE)
    usage = answer.get("usage")
    counts = usage if isinstance(usage, dict) else {}
    return Completion(
        text=_text(message, choice.get("finish_reason")),
        model=model,
        input_tokens=_count(counts.get("prompt_tokens")),
        output_tokens=_count(counts.get("completion_tokens")),
    )


def _text(message: Mapping[str, Any], finish: object) -> str:
    if finish == "content_filter":
        raise ExtractionFailed("the model's provider filtered the content")
    text = _joined(message.get("content"))
    if text.strip():
        return text
    if message.get("refusal"):
        raise ExtractionFailed("the model refused the request")
    if finish == "length":
        return ""  # what it thought until then is not its answer
    # Some servers put all that a thinking model says beside the content, the answer included.
    return _joined(message.get("reasoning_content") or message.get("reasoning"))


def _joined(content: object) -> str:
    if isinstance(content, str):
        return content
    parts = content if isinstance(content, list) else []
    texts = [part.get("text") for part in parts if isinstance(part, dict)]
    return "".join(text for text in texts if isinstance(text, str))


def _count(value: object) -> int:
    return value if isinstance(value, int) and value >= 0 else 0
