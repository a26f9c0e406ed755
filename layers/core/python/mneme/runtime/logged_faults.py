"""Faults of single tasks or memories as lines of the log: code and place, never their words."""

from aws_lambda_powertools import Logger

from mneme.domain.errors import InternalFault, MnemeError
from mneme.domain.tenancy import TenantContext
from mneme.runtime.faults import fault_site


class LoggedFaults:
    """A `FaultLog` of errors: `message`, with the id of what it is about as field `name`."""

    def __init__(self, message: str = "task not looked after", name: str = "task_id") -> None:
        self._logger = Logger()
        self._message = message
        self._name = name

    def record(self, tenant: TenantContext, task_id: str, fault: Exception) -> None:
        """Log what could not be looked after."""
        code = fault.code if isinstance(fault, MnemeError) else InternalFault.code
        told = {"tenant": tenant.tenant_id, self._name: task_id, "code": code}
        self._logger.error(self._message, extra={**told, "fault": fault_site(fault)})
