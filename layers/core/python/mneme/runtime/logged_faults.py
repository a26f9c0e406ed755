"""Faults of single tasks as lines of the log: code and place, never their words."""

from aws_lambda_powertools import Logger

from mneme.domain.errors import InternalFault, MnemeError
from mneme.domain.tenancy import TenantContext
from mneme.runtime.faults import fault_site


class LoggedFaults:
    """A `FaultLog` of errors."""

    def __init__(self) -> None:
        self._logger = Logger()

    def record(self, tenant: TenantContext, task_id: str, fault: Exception) -> None:
        """Log a task that could not be looked after."""
        code = fault.code if isinstance(fault, MnemeError) else InternalFault.code
        told = {"tenant": tenant.tenant_id, "task_id": task_id, "code": code}
        self._logger.error("task not looked after", extra={**told, "fault": fault_site(fault)})
