"""The verbs of the API as data: routes, the reference and the tests are made from this list."""

from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from pydantic import BaseModel

from mneme.contracts.http.add import AddAnswer, AddRequest
from mneme.contracts.http.add_structured import AddStructuredAnswer, AddStructuredRequest
from mneme.contracts.http.recall import RecallAnswer, RecallRequest
from mneme.contracts.http.task import TaskAnswer, TaskRequest
from mneme.domain.tenancy import Grant

Request = TypeVar("Request", bound=BaseModel)
Answer = TypeVar("Answer", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class Verb(Generic[Request, Answer]):
    """One path of the API. `accepted` verbs may answer 202 instead of 200."""

    name: str
    summary: str
    request: type[Request]
    answer: type[Answer]
    grant: Grant
    accepted: bool = False

    @property
    def path(self) -> str:
        """Return the path, always reached by POST."""
        return f"/memory/v1/{self.name}"


ADD = Verb("add", "Remember a conversation", AddRequest, AddAnswer, Grant.WRITE, accepted=True)
ADD_STRUCTURED = Verb(
    "add_structured",
    "Write one finished memory",
    AddStructuredRequest,
    AddStructuredAnswer,
    Grant.WRITE,
    accepted=True,
)
TASK = Verb("task", "See what became of a write", TaskRequest, TaskAnswer, Grant.WRITE)
RECALL = Verb("recall", "Ask what matters now", RecallRequest, RecallAnswer, Grant.RECALL)

VERBS: tuple[Verb[Any, Any], ...] = (ADD, ADD_STRUCTURED, TASK, RECALL)
