"""Several providers of language models as one: the next is asked where one fails (DESIGN §19)."""

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from mneme.application.ports.clock import Clock
from mneme.application.ports.language_model import (
    AllowedProviders,
    Completion,
    LanguageModel,
    Prompt,
)
from mneme.application.ports.metrics import NO_METRICS, Metrics
from mneme.application.ports.usage_log import UsageLog
from mneme.domain.circuit_breaker import (
    DEFAULT_POLICY,
    BreakerPolicy,
    BreakerState,
    CircuitBreaker,
)
from mneme.domain.errors import ExtractionFailed, ModelOutage, OutageReason
from mneme.domain.measures import Measure, Measured
from mneme.domain.models.retry_policy import DEFAULT_RETRIES, RetryPolicy
from mneme.domain.tenancy import TenantContext

LEAST_SECONDS = 1.5
"""With less time than this no model is asked: that it did not answer would say nothing of it. It is
what the shortest call of any adapter takes at most, connecting included."""
FAIR_SECONDS = 5.0
"""Who was given less and did not answer in it, may be well: that is not counted against it."""
_SHARE = 2 / 3
"""Of the time that is left, what a provider may use while another waits behind it: a provider that
hangs must not use up the time of those that would answer."""


@dataclass(frozen=True, slots=True)
class ModelProvider:
    """A model under the name by which tenants allow it."""

    name: str
    model: LanguageModel


class ModelChain:
    """A `LanguageModel` that asks the providers a tenant allows, in the tenant's order.

    It alone repeats calls: its providers try once. `pause` waits some seconds; `chance` draws a
    number from 0 to 1. Breakers live as long as the chain, one a provider, for all tenants.
    """

    def __init__(
        self,
        providers: Sequence[ModelProvider],
        access: AllowedProviders,
        usage: UsageLog,
        clock: Clock,
        pause: Callable[[float], None],
        chance: Callable[[], float],
        *,
        retries: RetryPolicy = DEFAULT_RETRIES,
        breaker: BreakerPolicy = DEFAULT_POLICY,
        metrics: Metrics = NO_METRICS,
    ) -> None:
        self._models = {provider.name: provider.model for provider in providers}
        self._access = access
        self._usage = usage
        self._clock = clock
        self._pause = pause
        self._chance = chance
        self._retries = retries
        self._metrics = metrics
        self._breakers = {name: CircuitBreaker(breaker) for name in self._models}
        self._lock = threading.Lock()

    def serves(self, tenant: TenantContext) -> bool:
        """Tell whether any provider may be asked for this tenant, working or not."""
        return bool(self._allowed(tenant))

    def breaker_states(self) -> dict[str, BreakerState]:
        """Return the state of every provider's breaker, for metrics."""
        now = self._clock.monotonic()
        with self._lock:
            return {name: one.state(now) for name, one in self._breakers.items()}

    def complete(self, tenant: TenantContext, prompt: Prompt, timeout_seconds: float) -> Completion:
        """Return the first answer of a provider, and record its tokens.

        Raises ModelOutage if none answered in time and one of them may later: with the reason
        BREAKER_OPEN if none would even be asked now. Raises ExtractionFailed if all refused, or if
        no provider is allowed.
        """
        deadline = self._clock.monotonic() + timeout_seconds
        names = self._allowed(tenant)
        outage: ModelOutage | None = None
        refusal: ExtractionFailed | None = None
        for position, name in enumerate(names):
            try:
                return self._ask(tenant, prompt, name, self._share(deadline, names[position + 1 :]))
            except ModelOutage as error:
                outage = error
            except ExtractionFailed as error:
                refusal = error
        if outage is not None:
            raise self._summary(names, outage) from outage
        if refusal is not None:
            raise refusal
        raise ExtractionFailed("no provider of models is allowed for this tenant")

    def _allowed(self, tenant: TenantContext) -> list[str]:
        named = dict.fromkeys(self._access.allowed(tenant))
        return [name for name in named if name in self._models]

    def _share(self, deadline: float, others: Sequence[str]) -> float:
        """Return until when a provider may be asked; `others` come after it."""
        now = self._clock.monotonic()
        waiting = any(self._state(name) is not BreakerState.OPEN for name in others)
        return now + (deadline - now) * (_SHARE if waiting else 1.0)

    def _ask(self, tenant: TenantContext, prompt: Prompt, name: str, deadline: float) -> Completion:
        """Ask one provider, again where that may help."""
        repeats = 0
        while True:
            try:
                completion = self._ask_once(tenant, prompt, name, deadline)
            except ModelOutage as outage:
                if not self._waited(outage, name, repeats, deadline):
                    raise
                repeats += 1
            else:
                self._usage.record(
                    tenant,
                    prompt.task,
                    completion.model,
                    completion.input_tokens,
                    completion.output_tokens,
                )
                return completion

    def _ask_once(
        self, tenant: TenantContext, prompt: Prompt, name: str, deadline: float
    ) -> Completion:
        seconds = deadline - self._clock.monotonic()
        if seconds < LEAST_SECONDS:
            raise ModelOutage(OutageReason.TIMED_OUT)
        self._enter(name)
        try:
            completion = self._models[name].complete(tenant, prompt, seconds)
        except ModelOutage as outage:
            if outage.reason is not OutageReason.TIMED_OUT or seconds >= FAIR_SECONDS:
                self._failed(tenant, name)
            raise
        except ExtractionFailed:
            # It answered, if only to refuse: the fault is the request's.
            self._note(name, lambda breaker, _: breaker.succeeded())
            raise
        self._note(name, lambda breaker, _: breaker.succeeded())
        return completion

    def _waited(self, outage: ModelOutage, name: str, repeats: int, deadline: float) -> bool:
        """Pause before a repetition, if there is to be one."""
        if not outage.reason.passing or self._state(name) is not BreakerState.CLOSED:
            return False
        seconds = self._retries.pause(repeats, self._chance(), outage.retry_after_seconds)
        if seconds is None or self._clock.monotonic() + seconds + LEAST_SECONDS > deadline:
            return False
        self._pause(seconds)
        return True

    def _enter(self, name: str) -> None:
        """Take the breaker's permission to call. Raises ModelOutage if it gives none."""
        with self._lock:
            now = self._clock.monotonic()
            breaker = self._breakers[name]
            if breaker.state(now) is BreakerState.OPEN:
                raise ModelOutage(OutageReason.BREAKER_OPEN, breaker.seconds_blocked(now))
            self._breakers[name] = breaker.called(now)

    def _failed(self, tenant: TenantContext, name: str) -> None:
        self._note(name, lambda breaker, now: breaker.failed(now))
        if self._state(name) is BreakerState.OPEN:
            self._metrics.record(tenant, [Measure(Measured.MODEL_BREAKER_OPENED)])

    def _note(self, name: str, event: Callable[[CircuitBreaker, float], CircuitBreaker]) -> None:
        with self._lock:
            self._breakers[name] = event(self._breakers[name], self._clock.monotonic())

    def _state(self, name: str) -> BreakerState:
        with self._lock:
            return self._breakers[name].state(self._clock.monotonic())

    def _summary(self, names: Sequence[str], last: ModelOutage) -> ModelOutage:
        """Return what the caller is told when nobody answered."""
        with self._lock:
            now = self._clock.monotonic()
            blocked = [self._breakers[name].seconds_blocked(now) for name in names]
        if all(blocked):
            return ModelOutage(OutageReason.BREAKER_OPEN, min(blocked))
        return ModelOutage(last.reason, last.retry_after_seconds)
