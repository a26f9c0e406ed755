"""The public API as a port: what a tenant's backend sees of the service."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol


@dataclass(frozen=True, slots=True)
class Reply:
    """What was answered: the HTTP status and the envelope, empty if the answer is none of ours."""

    status: int
    envelope: Mapping[str, Any]


class PublicApi(Protocol):
    """The API at its address, asked with the key of one tenant."""

    def ask(self, verb: str, body: Mapping[str, Any]) -> Reply:
        """Return the reply to a verb. Raises Unavailable if there is none."""
        ...
