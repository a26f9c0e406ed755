"""Which providers of models may see a tenant's content: its own row's list, else all there are."""

from collections.abc import Sequence
from dataclasses import dataclass

from mneme.application.ports.table_store import Value
from mneme.application.repositories.tenant_rows import TenantRows
from mneme.domain.errors import InternalFault
from mneme.domain.tenancy import TenantContext

_ATTRIBUTE = "model_providers"


@dataclass(frozen=True)
class ProviderLists:
    """The `AllowedProviders` of a deployment, whose own are `default`, the preferred one first.

    A tenant's list replaces them whole, in its own order; an empty one allows none.
    """

    rows: TenantRows
    default: tuple[str, ...]

    def allowed(self, tenant: TenantContext) -> tuple[str, ...]:
        """Return the names of the providers that may see this tenant's content.

        Raises Unavailable, and InternalFault for a list that is none: a guess could show content.
        """
        own = self.own(tenant)
        return self.default if own is None else own

    def own(self, tenant: TenantContext) -> tuple[str, ...] | None:
        """Return the tenant's own list, None without one. Raises as `allowed` does."""
        listed = self.rows.of(tenant).get(_ATTRIBUTE)
        if listed is None:
            return None
        if not isinstance(listed, list):
            raise InternalFault("a tenant's list of model providers is damaged")
        return tuple(str(name) for name in listed)

    def set(self, tenant: TenantContext, providers: Sequence[str] | None) -> None:
        """Give an existing tenant a list of its own; None: the deployment's again.

        Raises WriteConflict if there is no such tenant.
        """
        self.rows.set(tenant, _ATTRIBUTE, None if providers is None else list[Value](providers))
