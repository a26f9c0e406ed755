"""What stands between a request that is well-formed and its verb."""

from dataclasses import dataclass

from mneme.application.tenants.credentials import Credentials
from mneme.domain.tenancy import Grant, TenantContext


@dataclass(frozen=True)
class Admission:
    """Lets a caller through to verbs of a kind, or refuses."""

    credentials: Credentials

    def __call__(self, caller: TenantContext, grant: Grant) -> None:
        """Raise NotAuthenticated where a credential must be good at this very moment, and is not.

        Verbs of privacy do not trust what the gateway remembers. Raises Unavailable.
        """
        if grant is Grant.PRIVACY:
            self.credentials.confirm(caller)
