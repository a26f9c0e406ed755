"""Asking for evictions that a write does not wait for."""

from collections.abc import Sequence
from typing import Protocol

from mneme.domain.counting import Counter
from mneme.domain.tenancy import TenantContext


class Evictions(Protocol):
    """Takes requests to bring what was full down to what it keeps, soon."""

    def ask(self, tenant: TenantContext, user_id: str, counters: Sequence[Counter]) -> None:
        """Note the request, to be met in this order; an outage that loses it fails nobody.

        It is reported. The next write that meets the limit asks again; for what is above a limit,
        reconciliation does.
        """
        ...
