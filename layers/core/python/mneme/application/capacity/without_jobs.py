"""Evictions without jobs: each write that meets a limit lets its own page leave."""

from mneme.domain.counting import Counter
from mneme.domain.tenancy import TenantContext


class WithoutJobs:
    """Takes no request down."""

    def ask(self, tenant: TenantContext, user_id: str, counter: Counter) -> None:
        """Do nothing: the next write that finds no room makes some."""
