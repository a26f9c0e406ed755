"""Which providers of models may see a tenant's content: its own row's list, else all there are."""

from dataclasses import dataclass

from mneme.application.ports.table_store import Value
from mneme.application.repositories.tenant_choice import TenantChoice
from mneme.domain.tenancy import TenantContext


@dataclass(frozen=True)
class ProviderLists(TenantChoice[tuple[str, ...]]):
    """The `AllowedProviders` of a deployment, whose own are `default`, the preferred one first.

    A tenant's list replaces them whole, in its own order; an empty one allows none.
    """

    default: tuple[str, ...]

    attribute = "model_providers"
    name = "list of model providers"

    def allowed(self, tenant: TenantContext) -> tuple[str, ...]:
        """Return the names of the providers that may see this tenant's content.

        Raises as `own` does.
        """
        return self.chosen(tenant)

    def others(self) -> tuple[str, ...]:
        """Return the deployment's."""
        return self.default

    def read(self, value: Value) -> tuple[str, ...]:
        """Return the list of a row. Raises TypeError for a value that is none."""
        if not isinstance(value, list):
            raise TypeError("is no list")
        return tuple(str(name) for name in value)

    def stored(self, choice: tuple[str, ...]) -> Value:
        """Return it as a list."""
        return list[Value](choice)
