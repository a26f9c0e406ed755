"""The account of tokens, as metrics too."""

from dataclasses import dataclass

from mneme.application.ports.metrics import Metrics
from mneme.application.ports.usage_log import UsageLog
from mneme.domain.measures import Measure, Measured
from mneme.domain.tenancy import TenantContext


@dataclass(frozen=True)
class MeasuredUsage:
    """A `UsageLog` before another one."""

    usage: UsageLog
    metrics: Metrics

    def record(
        self, tenant: TenantContext, task: str, model: str, input_tokens: int, output_tokens: int
    ) -> None:
        """Record one answer of a model."""
        self.usage.record(tenant, task, model, input_tokens, output_tokens)
        tokens = (
            Measure(Measured.MODEL_INPUT_TOKENS, input_tokens),
            Measure(Measured.MODEL_OUTPUT_TOKENS, output_tokens),
        )
        self.metrics.record(tenant, tokens)
