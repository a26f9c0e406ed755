"""Asking for evictions that a write does not wait for."""

from typing import Protocol

from mneme.domain.counting import Counter
from mneme.domain.tenancy import TenantContext


class Evictions(Protocol):
    """Takes requests to bring what was full down to what it keeps, soon."""

    def ask(self, tenant: TenantContext, user_id: str, counter: Counter) -> None:
        """Note the request; an outage that loses it is reported, and fails nobody.

        The next write that meets the limit asks again; what is above one, reconciliation does.
        """
        ...
