"""What a model proposed about facts, counted."""

from collections.abc import Mapping
from typing import Protocol

from mneme.domain.tenancy import TenantContext


class EvolutionLog(Protocol):
    """Keeps account of what a model was asked and what it proposed."""

    def record(self, tenant: TenantContext, counts: Mapping[str, int]) -> None:
        """Record the counts of one task, by names that are codes of ours."""
        ...
