"""Asking for compressions that nobody waits for."""

from collections.abc import Sequence
from typing import Protocol

from mneme.domain.counting import Counter
from mneme.domain.tenancy import TenantContext


class Compressions(Protocol):
    """Takes requests to make one of memories that are alike, in dimensions that are nearly full."""

    def ask(self, tenant: TenantContext, user_id: str, counters: Sequence[Counter]) -> None:
        """Note the request, if a model serves the tenant; an outage that loses it fails nobody.

        It is reported. Reconciliation asks again in a week.
        """
        ...
