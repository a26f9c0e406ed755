"""Faults that were taken down, remembered."""

from mneme.domain.errors import InternalFault, MnemeError
from mneme.domain.tenancy import TenantContext


class NotedFaults:
    """A `FaultLog`: `of` holds what each fault was about, and its code."""

    def __init__(self) -> None:
        self.of: list[tuple[str, int]] = []

    def record(self, tenant: TenantContext, task_id: str, fault: Exception) -> None:
        """Remember it."""
        code = fault.code if isinstance(fault, MnemeError) else InternalFault.code
        self.of.append((task_id, code))
