"""Metrics as lines of the log in CloudWatch's embedded format, which it makes metrics of."""

import json
from collections.abc import Iterable

from aws_lambda_powertools.metrics import EphemeralMetrics, MetricUnit
from aws_lambda_powertools.metrics.functions import is_metrics_disabled

from mneme.domain.measures import Measure, Unit
from mneme.domain.tenancy import TenantContext

_UNITS = {
    Unit.MILLISECONDS: MetricUnit.Milliseconds,
    Unit.COUNT: MetricUnit.Count,
    Unit.SHARE: MetricUnit.NoUnit,
}


def namespace(stage: str) -> str:
    """Return the namespace of a stage's metrics: two stages of one account do not mix."""
    return f"Mneme/{stage}"


class EmfMetrics:
    """`Metrics` that writes one line for each piece of work.

    A metric has no dimension: one of an outage that several functions meet is one, and an alarm on
    it sees them all. Function and tenant are fields of the line: a metric for each of them would
    cost, and sums by either are a query of the log.
    """

    def __init__(self, stage: str) -> None:
        self._namespace = namespace(stage)

    def record(self, tenant: TenantContext, measures: Iterable[Measure]) -> None:
        """Write the line, unless there is nothing to write or metrics are switched off."""
        if is_metrics_disabled():
            return
        listed = list(measures)
        if not listed:
            return
        line = EphemeralMetrics(namespace=self._namespace)
        for one in listed:
            line.add_metric(one.name, _UNITS[one.unit], one.value)
        line.add_metadata("tenant", tenant.tenant_id)
        line.add_metadata("service", line.service)
        print(json.dumps(line.serialize_metric_set(dimensions={}), separators=(",", ":")))
