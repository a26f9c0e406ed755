"""A world whose model extracts, while evolution goes by its rules."""

from typing import Any

from mneme.application.ports.language_model import Completion, LanguageModel, Prompt
from mneme.domain.errors import ExtractionFailed
from mneme.domain.tenancy import TenantContext
from tests.doubles.world import Durable, World


def extracting(model: LanguageModel, durable: Durable | None = None, **parts: Any) -> World:
    """Return a process that asks this model about conversations, and no model about facts."""
    return World(durable, model=ForExtraction(model), **parts)


class ForExtraction:
    """A model that extracts and answers nothing else: evolution goes by its rules."""

    def __init__(self, model: LanguageModel) -> None:
        self._model = model

    def complete(self, tenant: TenantContext, prompt: Prompt, timeout_seconds: float) -> Completion:
        """Return the model's answer about a conversation."""
        if prompt.task != "extraction":
            raise ExtractionFailed("the model refused the request")
        return self._model.complete(tenant, prompt, timeout_seconds)
