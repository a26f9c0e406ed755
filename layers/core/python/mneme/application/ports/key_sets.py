"""Where issuers publish the keys that their tokens are signed with."""

from typing import Protocol

from mneme.application.ports.signed_tokens import Jwk
from mneme.domain.tenancy import TenantContext


class KeySets(Protocol):
    """Fetches key sets: small ones, soon, and from nowhere else than asked."""

    def fetch(self, tenant: TenantContext, url: str) -> tuple[Jwk, ...]:
        """Return the keys that are published there. Raises Unavailable for anything else."""
        ...
