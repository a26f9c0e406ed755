"""Which providers of models may see whose content, as data."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from mneme.domain.tenancy import TenantContext


@dataclass(frozen=True, slots=True)
class ProviderAllowList:
    """The deployment's providers in order of preference, and the lists of tenants with their own.

    A tenant's own list replaces the default whole; an empty one allows no provider.
    """

    default: tuple[str, ...]
    by_tenant: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def allowed(self, tenant: TenantContext) -> tuple[str, ...]:
        """Return the names of the providers that may see this tenant's content."""
        return self.by_tenant.get(tenant.tenant_id, self.default)
