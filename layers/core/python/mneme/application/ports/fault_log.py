"""Where faults go that must not stop what is behind them."""

from typing import Protocol

from mneme.domain.tenancy import TenantContext


class FaultLog(Protocol):
    """Takes down a fault for whoever runs Mneme: its kind and its place, never its words."""

    def record(self, tenant: TenantContext, task_id: str, fault: Exception) -> None:
        """Take down what kept a task from being looked after."""
        ...
