"""Whether a tenant's recalls return messages verbatim, where they do not say: its row's word."""

from dataclasses import dataclass

from mneme.application.ports.settings import ThresholdsNow
from mneme.application.ports.table_store import Value
from mneme.application.repositories.tenant_choice import TenantChoice
from mneme.domain.tenancy import TenantContext


@dataclass(frozen=True)
class TurnsIncluded(TenantChoice[bool]):
    """What `include_turns` of a recall is by default, for tenants."""

    thresholds: ThresholdsNow

    attribute = "include_turns"
    name = "default of include_turns"

    def of(self, tenant: TenantContext) -> bool:
        """Return the tenant's default. Raises as `own` does."""
        return self.chosen(tenant)

    def others(self) -> bool:
        """Return the deployment's."""
        return self.thresholds().tenants.include_turns

    def read(self, value: Value) -> bool:
        """Return what a row says. Raises TypeError for what is neither true nor false."""
        if not isinstance(value, bool):
            raise TypeError("is neither true nor false")
        return value

    def stored(self, choice: bool) -> Value:
        """Return it as it is."""
        return choice
