"""A chain of scripted models, with its clock, its pauses and its usage in reach."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest

from mneme.application.models.model_chain import ModelChain, ModelProvider
from mneme.application.ports.language_model import (
    AllowedProviders,
    Completion,
    LanguageModel,
    Prompt,
)
from mneme.domain.circuit_breaker import BreakerPolicy
from mneme.domain.errors import ExtractionFailed, ModelOutage, OutageReason
from mneme.domain.models.retry_policy import RetryPolicy
from mneme.domain.tenancy import TenantContext, internal_context
from tests.doubles.fixed_clock import FixedClock
from tests.doubles.recorded_metrics import RecordedMetrics
from tests.doubles.scripted_model import ScriptedModel

ACME = internal_context("acme")
PROMPT = Prompt("extraction", "Be brief.", "I like tea.", {"type": "object"}, 500)
FAULT = ModelOutage(OutageReason.SERVER_FAULT)
LATE = ModelOutage(OutageReason.TIMED_OUT)
REFUSED = ExtractionFailed("the model refused the request")


class UsageNotes:
    """A usage log that keeps what it is told."""

    def __init__(self) -> None:
        self.rows: list[tuple[str, str, str, int, int]] = []

    def record(self, tenant: TenantContext, *counts: Any) -> None:
        self.rows.append((tenant.tenant_id, *counts))


@dataclass(frozen=True)
class Allowed:
    """The providers of a deployment, and those of the tenants with a list of their own."""

    default: tuple[str, ...]
    by_tenant: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def allowed(self, tenant: TenantContext) -> tuple[str, ...]:
        """Return a tenant's own list, or else the deployment's."""
        return self.by_tenant.get(tenant.tenant_id, self.default)


def a_chain(
    clock: FixedClock, access: AllowedProviders | None = None, **models: LanguageModel
) -> ModelChain:
    """Return a chain over these models that asks each once and never waits."""
    return ModelChain(
        [ModelProvider(name, model) for name, model in models.items()],
        access or Allowed(tuple(models)),
        UsageNotes(),
        clock,
        lambda _: None,
        lambda: 0.5,
        retries=RetryPolicy(attempts=1),
    )


class ModelWorld:
    """A chain over named models: five failures open a breaker unless said otherwise."""

    def __init__(
        self,
        access: AllowedProviders | None = None,
        retries: RetryPolicy | None = None,
        failures: int = 5,
        clock: FixedClock | None = None,
        **models: ScriptedModel,
    ) -> None:
        self.clock = clock or FixedClock()
        self.pauses: list[float] = []
        self.usage = UsageNotes()
        self.metrics = RecordedMetrics()
        self.models = models
        self.chain = ModelChain(
            [ModelProvider(name, model) for name, model in models.items()],
            access or Allowed(tuple(models)),
            self.usage,
            self.clock,
            self._pause,
            lambda: 0.5,
            retries=retries or RetryPolicy(attempts=3, first_pause_seconds=1.0),
            breaker=BreakerPolicy(failures, first_open_seconds=30.0),
            metrics=self.metrics,
        )

    def _pause(self, seconds: float) -> None:
        self.pauses.append(seconds)
        self.clock.advance(seconds)

    def ask(self, seconds: float = 60.0, tenant: TenantContext = ACME) -> Completion:
        return self.chain.complete(tenant, PROMPT, seconds)

    def outage(self, seconds: float = 60.0) -> ModelOutage:
        with pytest.raises(ModelOutage) as caught:
            self.ask(seconds)
        return caught.value
