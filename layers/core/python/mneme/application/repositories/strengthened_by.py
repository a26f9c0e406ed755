"""What strengthens each tenant's memories: its own row's word, else the deployment's."""

from dataclasses import dataclass

from mneme.application.ports.settings import ThresholdsNow
from mneme.application.ports.table_store import Value
from mneme.application.repositories.tenant_choice import TenantChoice
from mneme.domain.reinforcement import Strengthening
from mneme.domain.tenancy import TenantContext


@dataclass(frozen=True)
class StrengthenedBy(TenantChoice[Strengthening]):
    """Whether recalls or uses give memories their weight back, for tenants."""

    thresholds: ThresholdsNow

    attribute = "strengthened_by"
    name = "choice of what strengthens"

    def of(self, tenant: TenantContext) -> Strengthening:
        """Return the tenant's choice. Raises as `own` does."""
        return self.chosen(tenant)

    def others(self) -> Strengthening:
        """Return the deployment's."""
        return self.thresholds().tenants.strengthened_by

    def read(self, value: Value) -> Strengthening:
        """Return the choice that a row names. Raises TypeError or ValueError for what is none."""
        if not isinstance(value, str):
            raise TypeError("is no word")
        return Strengthening(value)

    def stored(self, choice: Strengthening) -> Value:
        """Return its word."""
        return choice.value
