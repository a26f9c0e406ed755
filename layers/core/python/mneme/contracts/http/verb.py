"""A verb of the API as data: routes, the reference and the tests are made from it."""

from dataclasses import dataclass
from typing import Generic, TypeVar

from pydantic import BaseModel

from mneme.domain.tenancy import Grant

Request = TypeVar("Request", bound=BaseModel)
Answer = TypeVar("Answer", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class Verb(Generic[Request, Answer]):
    """One path of the API. `accepted` verbs may answer 202 instead of 200.

    `private` ones ask whether the credential is good at this very moment, as those of privacy do.
    """

    name: str
    summary: str
    request: type[Request]
    answer: type[Answer]
    grant: Grant
    accepted: bool = False
    private: bool = False

    @property
    def path(self) -> str:
        """Return the path, always reached by POST."""
        return f"/memory/v1/{self.name}"
