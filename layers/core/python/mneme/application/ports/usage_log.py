"""What models cost: tokens, by tenant and task."""

from typing import Protocol

from mneme.domain.tenancy import TenantContext


class UsageLog(Protocol):
    """Keeps account of the tokens that were used."""

    def record(
        self, tenant: TenantContext, task: str, model: str, input_tokens: int, output_tokens: int
    ) -> None:
        """Record one answer of a model."""
        ...
