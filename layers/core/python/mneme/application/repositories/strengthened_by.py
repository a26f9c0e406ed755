"""What strengthens each tenant's memories: its own row's word, else the deployment's."""

from mneme.application.ports.table_store import Value
from mneme.application.repositories.tenant_choice import TenantChoice
from mneme.domain.reinforcement import Strengthening
from mneme.domain.tenancy import TenantContext


class StrengthenedBy(TenantChoice[Strengthening]):
    """Whether recalls or uses give memories their weight back, for tenants."""

    attribute = "strengthened_by"
    name = "choice of what strengthens"

    def of(self, tenant: TenantContext) -> Strengthening:
        """Return the tenant's choice. Raises as `own` does."""
        return self.chosen(tenant)

    def read(self, value: Value) -> Strengthening:
        """Return the choice that a row names. Raises TypeError or ValueError for what is none."""
        if not isinstance(value, str):
            raise TypeError("is no word")
        return Strengthening(value)

    def stored(self, choice: Strengthening) -> Value:
        """Return its word."""
        return choice.value
