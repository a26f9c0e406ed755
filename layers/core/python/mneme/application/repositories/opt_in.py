"""Whether a tenant's users have no memory until they switch it on: its row's word."""

from dataclasses import dataclass

from mneme.application.ports.table_store import Value
from mneme.application.repositories.tenant_choice import TenantChoice
from mneme.domain.tenancy import TenantContext


@dataclass(frozen=True)
class OptIn(TenantChoice[bool]):
    """What memory is for users who never set their switch, for tenants: off if true."""

    default: bool

    attribute = "opt_in"
    name = "choice of opting in"

    def of(self, tenant: TenantContext) -> bool:
        """Return the tenant's choice. Raises as `own` does."""
        return self.chosen(tenant)

    def others(self) -> bool:
        """Return the deployment's."""
        return self.default

    def read(self, value: Value) -> bool:
        """Return what a row says. Raises TypeError for what is neither true nor false."""
        if not isinstance(value, bool):
            raise TypeError("is neither true nor false")
        return value

    def stored(self, choice: bool) -> Value:
        """Return it as it is."""
        return choice
