"""The account of what became of a model's claims and proposals."""

from collections.abc import Mapping
from typing import Protocol

from mneme.domain.tenancy import TenantContext


class CountsLog(Protocol):
    """Takes counts by code; never content."""

    def record(self, tenant: TenantContext, counts: Mapping[str, int]) -> None:
        """Note the counts of one conversation, or of one task."""
        ...
