"""Metrics that are remembered, to be looked at."""

from collections.abc import Iterable

from mneme.domain.measures import Measure, Measured
from mneme.domain.tenancy import TenantContext


class RecordedMetrics:
    """`Metrics` in memory."""

    def __init__(self) -> None:
        self.measures: list[tuple[str, Measure]] = []

    def record(self, tenant: TenantContext, measures: Iterable[Measure]) -> None:
        """Remember the measures with the tenant's id."""
        self.measures += [(tenant.tenant_id, one) for one in measures]

    def names(self, *of: Measured) -> list[str]:
        """Return the names of what was measured, in order, as often as it was."""
        return [one.name for _, one in self.measures if one.what in of]

    def values(self, what: Measured) -> list[float]:
        """Return what was measured under a name, of every kind."""
        return [one.value for _, one in self.measures if one.what is what]
