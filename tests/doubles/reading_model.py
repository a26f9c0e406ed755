"""A language model that reads the messages it is shown, and claims as models write them."""

import json
import re
from collections.abc import Callable
from typing import Any

from mneme.application.ports.language_model import Completion, Prompt
from mneme.domain.tenancy import TenantContext

Line = dict[str, Any]
_FENCED = r"^<{name}-(?P<fence>[0-9a-f]+)>\n(?P<lines>.*?)\n</{name}-(?P=fence)>$"
_PARTS = ("messages", "earlier", "focus")


def a_claim(text: str = "I live in Oslo.", *messages: int, **parts: Any) -> Line:
    """Return a claim as a model writes it, about the speaker of the first message by default."""
    plain = {
        "text": text,
        "messages": list(messages or (1,)),
        "about": "speaker",
        "mem_type": "SEMANTIC",
        "category": "other",
        "important": False,
        "fact_key": None,
        "entities": [],
        "valid_at": None,
        "invalid_at": None,
        "temporality": "durable",
        "confidence": 0.9,
    }
    return {**plain, **parts}


def an_answer(*claims: Line) -> str:
    """Return the claims as a model's whole answer."""
    return json.dumps({"facts": list(claims)}, ensure_ascii=False)


def shown_lines(prompt: str) -> list[Line]:
    """Return the numbered messages of a prompt."""
    return _lines("messages", prompt)


def earlier_lines(prompt: str) -> list[Line]:
    """Return the earlier messages of a prompt."""
    return _lines("earlier", prompt)


def outside_the_fences(prompt: str) -> str:
    """Return what of a prompt a model may take for an instruction."""
    for name in _PARTS:
        prompt = _fenced(name).sub("", prompt)
    return prompt


def each_message_is_a_fact(lines: list[Line]) -> str:
    """Claim every message as it stands."""
    return an_answer(*(a_claim(line["text"], line["message"]) for line in lines))


class ReadingModel:
    """Answers by what it reads in the messages it is shown: the same to the same, for ever."""

    def __init__(self, answer: Callable[[list[Line]], str] = each_message_is_a_fact) -> None:
        self._answer = answer
        self.prompts: list[Prompt] = []

    def complete(self, tenant: TenantContext, prompt: Prompt, timeout_seconds: float) -> Completion:
        """Return the answer to the messages of the prompt."""
        self.prompts.append(prompt)
        answer = self._answer(shown_lines(prompt.user))
        return Completion(answer, "reading", input_tokens=100, output_tokens=10)


def _fenced(name: str) -> re.Pattern[str]:
    return re.compile(_FENCED.format(name=name), re.DOTALL | re.MULTILINE)


def _lines(name: str, prompt: str) -> list[Line]:
    found = _fenced(name).search(prompt)
    return [json.loads(line) for line in found["lines"].split("\n")] if found else []
