"""What a model did wrong, as metrics too."""

from collections.abc import Mapping
from dataclasses import dataclass

from mneme.application.ports.counts_log import CountsLog
from mneme.application.ports.metrics import Metrics
from mneme.domain.measures import Measure, Measured
from mneme.domain.tenancy import TenantContext

_MEASURED = {
    "ill_formed": Measured.MODEL_ILL_FORMED,
    "unknown_targets": Measured.MODEL_UNKNOWN_TARGETS,
}


@dataclass(frozen=True)
class MeasuredCounts:
    """A `CountsLog` before another one: measures answers nobody could read, and targets made up."""

    log: CountsLog
    metrics: Metrics

    def record(self, tenant: TenantContext, counts: Mapping[str, int]) -> None:
        """Record the counts of one question."""
        self.log.record(tenant, counts)
        told = [Measure(what, counts[name]) for name, what in _MEASURED.items() if counts.get(name)]
        self.metrics.record(tenant, told)
