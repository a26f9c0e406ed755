"""Metrics as lines of the log in CloudWatch's embedded format, which it makes metrics of."""

from collections.abc import Iterable

from aws_lambda_powertools.metrics import EphemeralMetrics, MetricUnit
from aws_lambda_powertools.metrics.functions import is_metrics_disabled

from mneme.domain.measures import Measure, Unit
from mneme.domain.tenancy import TenantContext

NAMESPACE = "Mneme"
_UNITS = {
    Unit.MILLISECONDS: MetricUnit.Milliseconds,
    Unit.COUNT: MetricUnit.Count,
    Unit.SHARE: MetricUnit.NoUnit,
}


class EmfMetrics:
    """`Metrics` that writes one line for each piece of work.

    The tenant is a field of the line and no dimension: a metric for each tenant would cost, and
    sums by tenant are a query of the log.
    """

    def record(self, tenant: TenantContext, measures: Iterable[Measure]) -> None:
        """Write the line, unless there is nothing to write or metrics are switched off."""
        if is_metrics_disabled():
            return
        listed = list(measures)
        if not listed:
            return
        line = EphemeralMetrics(namespace=NAMESPACE)
        for one in listed:
            line.add_metric(one.name, _UNITS[one.unit], one.value)
        line.add_metadata("tenant", tenant.tenant_id)
        line.flush_metrics()
