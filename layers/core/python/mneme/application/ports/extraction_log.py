"""What extraction kept, and what it dropped and why."""

from collections.abc import Mapping
from typing import Protocol

from mneme.domain.tenancy import TenantContext


class ExtractionLog(Protocol):
    """Keeps account of extractions."""

    def record(self, tenant: TenantContext, counts: Mapping[str, int]) -> None:
        """Record the counts of one conversation, by names that are codes of ours."""
        ...
