"""The account of how the work goes: numbers, of a tenant, never of a user."""

from collections.abc import Iterable
from typing import Protocol

from mneme.domain.measures import Measure
from mneme.domain.tenancy import TenantContext


class Metrics(Protocol):
    """Takes what was measured; it never fails, and never holds up the work."""

    def record(self, tenant: TenantContext, measures: Iterable[Measure]) -> None:
        """Note the measures of one piece of work; none is fine."""
        ...


class NoMetrics:
    """`Metrics` that nobody looks at."""

    def record(self, tenant: TenantContext, measures: Iterable[Measure]) -> None:
        """Do nothing."""


NO_METRICS: Metrics = NoMetrics()
