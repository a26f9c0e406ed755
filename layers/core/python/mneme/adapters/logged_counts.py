"""Counts as lines of the structured log."""

from collections.abc import Mapping

from mneme.adapters.logged_usage import InformationLog
from mneme.domain.tenancy import TenantContext


class LoggedCounts:
    """A `CountsLog` that writes one line a record: `message`, with the counts as field `name`."""

    def __init__(self, log: InformationLog, message: str, name: str) -> None:
        self._log = log
        self._message = message
        self._name = name

    def record(self, tenant: TenantContext, counts: Mapping[str, int]) -> None:
        """Write the counts."""
        fields = {"tenant": tenant.tenant_id, self._name: dict(counts)}
        self._log.info(self._message, extra=fields)
