"""Finding out, by asking, how a model wants to be asked; and remembering it."""

import json
from collections.abc import Callable
from typing import Generic, TypeVar

from mneme.application.ports.language_model import Completion, Prompt
from mneme.domain.errors import ExtractionFailed, MnemeError, ModelOutage, OutageReason
from mneme.domain.well_formed_text import well_formed

Dialect = TypeVar("Dialect")
Following = Callable[[Dialect, str, bool], Dialect | None]
"""From a dialect that was refused, the complaint, and whether it was ever understood, to the next
one to try, or None."""

_INSTRUCTION = "Answer with one JSON object that fits this JSON schema, and with nothing else:"


class RequestRefused(Exception):
    """The request was refused as it stands, and would be again.

    `complaint` is what the server said, in lower case: to be searched for names of parameters, and
    never to be shown or logged, for servers quote the request. `outage` is what the answer means if
    there is no other way to ask; None if it was a plain refusal.
    """

    def __init__(self, complaint: str, outage: OutageReason | None = None) -> None:
        super().__init__("the model refused the request")
        self.complaint = complaint
        self._outage = outage

    def translated(self) -> MnemeError:
        """Return the error for a caller with no other way to ask."""
        if self._outage is not None:
            return ModelOutage(self._outage)
        return ExtractionFailed("the model refused the request")


class Negotiation(Generic[Dialect]):
    """What a model was found to understand, by task: one schema may be taken, another refused.

    Only what was answered is remembered: a refusal may have been for the request's content.
    """

    def __init__(self, first: Dialect, following: "Following[Dialect]") -> None:
        self._first = first
        self._following = following
        self._understood: dict[str, Dialect] = {}

    def run(self, task: str, ask: Callable[[Dialect], Completion]) -> Completion:
        """Ask in one dialect after another. Raises what `ask` raises, a last refusal translated."""
        known = task in self._understood
        dialect = self._understood.get(task, self._first)
        while True:
            try:
                completion = ask(dialect)
            except RequestRefused as refused:
                following = self._following(dialect, refused.complaint, known)
                if following is None:
                    raise refused.translated() from refused
                dialect = following
            else:
                self._understood[task] = dialect
                return completion


def system_with_schema(prompt: Prompt) -> str:
    """Return the system text with the schema spelled out, for a model that is told it no other way.

    Servers that promise JSON without a schema insist that the word stands in the messages.
    """
    schema = json.dumps(prompt.schema, ensure_ascii=False, separators=(",", ":"))
    return well_formed(f"{prompt.system}\n\n{_INSTRUCTION}\n{schema}".strip())
