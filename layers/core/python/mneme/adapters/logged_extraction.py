"""The account of extractions as lines of the structured log."""

from collections.abc import Mapping

from mneme.adapters.logged_usage import InformationLog
from mneme.domain.tenancy import TenantContext


class LoggedExtraction:
    """An `ExtractionLog` that writes one line a conversation: counts, never content."""

    def __init__(self, log: InformationLog) -> None:
        self._log = log

    def record(self, tenant: TenantContext, counts: Mapping[str, int]) -> None:
        """Write the counts of one conversation."""
        self._log.info(
            "facts extracted", extra={"tenant": tenant.tenant_id, "extraction": dict(counts)}
        )
