"""How much the users of each tenant may have remembered: its own row's limits over the others."""

from collections.abc import Mapping
from dataclasses import dataclass

from mneme.application.ports.settings import ThresholdsNow
from mneme.application.ports.table_store import Value
from mneme.application.repositories.tenant_choice import TenantChoice
from mneme.domain.capacity import CapacityLimits, Limit, checked_limits
from mneme.domain.tenancy import TenantContext


@dataclass(frozen=True)
class TenantLimits(TenantChoice[Mapping[Limit, int]]):
    """The limits of tenants; what a tenant's row does not name is as the deployment says."""

    thresholds: ThresholdsNow

    attribute = "capacity"
    name = "capacity"

    def of(self, tenant: TenantContext) -> CapacityLimits:
        """Return the limits of a tenant's users. Raises as `own` does."""
        return CapacityLimits({**self.others(), **(self.own(tenant) or {})})

    def others(self) -> Mapping[Limit, int]:
        """Return the deployment's."""
        return self.thresholds().tenants.capacity

    def read(self, value: Value) -> Mapping[Limit, int]:
        """Return the limits of a row. Raises TypeError or ValueError for what are none."""
        if not isinstance(value, dict):
            raise TypeError("is no map of limits")
        limits: dict[Limit, int] = {}
        for name, number in value.items():
            if type(number) is not int:  # a truth value is none
                raise TypeError("a limit is no whole number")
            limits[Limit(name)] = number
        return checked_limits(limits)

    def stored(self, choice: Mapping[Limit, int]) -> Value:
        """Return the limits by their names. Raises ValueError for a number out of bounds."""
        return {limit.value: number for limit, number in checked_limits(choice).items()}
