"""A client of an AWS service that gives prepared answers and remembers what it was asked."""

from collections.abc import Callable, Mapping
from typing import Any

from botocore.exceptions import ClientError

Call = tuple[str, dict[str, Any]]


class ScriptedClient:
    """Answers each call with the next of its answers; an exception among them is raised."""

    def __init__(self, *answers: Mapping[str, Any] | Exception) -> None:
        self._answers = list(answers)
        self.calls: list[Call] = []

    def __getattr__(self, operation: str) -> Callable[..., Mapping[str, Any]]:
        """Return the operation of this name."""

        def answer(**parameters: Any) -> Mapping[str, Any]:
            self.calls.append((operation, parameters))
            given = self._answers.pop(0)
            if isinstance(given, Exception):
                raise given
            return given

        return answer

    @property
    def operations(self) -> list[str]:
        """The names of the operations that were called."""
        return [operation for operation, _ in self.calls]


def refusal(code: str, *reasons: str, status: int = 400) -> ClientError:
    """Return an error of the service, with the reasons of a cancelled transaction."""
    response: Any = {
        "Error": {"Code": code, "Message": "told by the service"},
        "ResponseMetadata": {"HTTPStatusCode": status},
        "CancellationReasons": [{"Code": reason} for reason in reasons],
    }
    return ClientError(response, "Operation")
