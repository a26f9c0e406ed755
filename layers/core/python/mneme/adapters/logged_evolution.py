"""The account of what a model proposed, as lines of the structured log."""

from collections.abc import Mapping

from mneme.adapters.logged_usage import InformationLog
from mneme.domain.tenancy import TenantContext


class LoggedEvolution:
    """An `EvolutionLog` that writes one line a task: counts, never content."""

    def __init__(self, log: InformationLog) -> None:
        self._log = log

    def record(self, tenant: TenantContext, counts: Mapping[str, int]) -> None:
        """Write the counts of one task."""
        self._log.info(
            "facts compared", extra={"tenant": tenant.tenant_id, "evolution": dict(counts)}
        )
