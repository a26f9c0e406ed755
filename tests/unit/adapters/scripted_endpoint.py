"""A chat endpoint that gives prepared answers, and the model adapter on it."""

from typing import Any

from mneme.adapters.openai_compatible_model import OpenaiCompatibleModel
from mneme.application.ports.language_model import Completion, Prompt
from mneme.domain.tenancy import internal_context
from tests.doubles import FixedClock

ACME = internal_context("acme")
SCHEMA = {"type": "object", "properties": {"facts": {"type": "array"}}, "required": ["facts"]}
PROMPT = Prompt("extraction", "Be brief.", "I like tea.", SCHEMA, 500)
OTHER = Prompt("evolution", "Decide.", "1. tea", SCHEMA, 200)


def answer(content: Any = "{}", finish: str | None = "stop", **message: Any) -> dict[str, Any]:
    return {
        "model": "what-the-server-says",
        "choices": [{"finish_reason": finish, "message": {"content": content, **message}}],
        "usage": {"prompt_tokens": 120, "completion_tokens": 7},
    }


class ScriptedEndpoint:
    """Gives prepared answers and keeps the requests; an exception among them is raised."""

    def __init__(self, *answers: dict[str, Any] | Exception) -> None:
        self._answers = list(answers)
        self.requests: list[dict[str, Any]] = []
        self.timeouts: list[float] = []

    def post(self, path: str, request: dict[str, Any], timeout_seconds: float) -> dict[str, Any]:
        assert path == "/chat/completions"
        self.requests.append(request)
        self.timeouts.append(timeout_seconds)
        given = self._answers.pop(0)
        if isinstance(given, Exception):
            raise given
        return given

    @property
    def forms(self) -> list[str]:
        return [one.get("response_format", {"type": "text"})["type"] for one in self.requests]


def model(endpoint: Any, clock: FixedClock | None = None) -> OpenaiCompatibleModel:
    return OpenaiCompatibleModel(endpoint, "small-one", clock or FixedClock())


def complete(*answers: dict[str, Any] | Exception) -> Completion:
    return model(ScriptedEndpoint(*answers)).complete(ACME, PROMPT, 30.0)
