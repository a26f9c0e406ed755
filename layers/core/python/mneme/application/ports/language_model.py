"""Language models: a prompt in, an answer out, within a time."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from mneme.domain.tenancy import TenantContext

_TASK_NAME = re.compile(r"[a-z][a-z0-9_]{0,63}")


@dataclass(frozen=True, slots=True)
class Prompt:
    """One question to a model. Its texts are content: they are not part of its representation.

    `task` names what is asked, such as `extraction`; tokens are counted by it, and servers are told
    it as the name of the schema. `schema` is the JSON schema of the answer, an object. The strict
    servers take it only if each of its objects names all of its properties in `required` and has
    `additionalProperties: false`; for others it is spelled out in the prompt.
    """

    task: str
    system: str = field(repr=False)
    user: str = field(repr=False)
    schema: Mapping[str, Any] = field(repr=False)
    max_output_tokens: int

    def __post_init__(self) -> None:
        if not _TASK_NAME.fullmatch(self.task):
            raise ValueError("a task's name is lower-case letters, digits and underscores")


@dataclass(frozen=True, slots=True)
class Completion:
    """A model's answer, as it came: to be read with `domain.model_json`, and not to be trusted.

    `model` is the model that answered. A count of tokens is 0 where the server tells none.
    """

    text: str = field(repr=False)
    model: str
    input_tokens: int
    output_tokens: int


class LanguageModel(Protocol):
    """A model, or a chain of them."""

    def complete(self, tenant: TenantContext, prompt: Prompt, timeout_seconds: float) -> Completion:
        """Return the answer, at most `timeout_seconds` from now.

        Raises ModelOutage (an Unavailable) for what may succeed later, and ExtractionFailed if the
        request was refused and would be again: too long for the model, or its content filtered.
        """
        ...


class ServingModel(LanguageModel, Protocol):
    """A model that tells whom it serves."""

    def serves(self, tenant: TenantContext) -> bool:
        """Tell whether any provider may be asked for this tenant, working or not."""
        ...


class AllowedProviders(Protocol):
    """Which providers may see a tenant's content."""

    def allowed(self, tenant: TenantContext) -> Sequence[str]:
        """Return the providers' names, the preferred one first; none may be used if empty."""
        ...
