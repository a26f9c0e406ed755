"""Whether a tenant's recalls return messages verbatim, where they do not say: its row's word."""

from dataclasses import dataclass

from mneme.application.repositories.tenant_rows import TenantRows
from mneme.domain.errors import InternalFault
from mneme.domain.tenancy import TenantContext

_ATTRIBUTE = "include_turns"


@dataclass(frozen=True)
class TurnsIncluded:
    """Reads and sets what `include_turns` of a recall is by default, for tenants."""

    rows: TenantRows
    default: bool

    def of(self, tenant: TenantContext) -> bool:
        """Return the tenant's default, else the deployment's.

        Raises Unavailable, and InternalFault for a value that is neither true nor false.
        """
        own = self.own(tenant)
        return self.default if own is None else own

    def own(self, tenant: TenantContext) -> bool | None:
        """Return the tenant's own default, None without one. Raises as `of` does."""
        word = self.rows.of(tenant).get(_ATTRIBUTE)
        if word is not None and not isinstance(word, bool):
            raise InternalFault("a tenant's default of include_turns is damaged")
        return word

    def set(self, tenant: TenantContext, include: bool | None) -> None:
        """Give an existing tenant a default of its own; None: the deployment's again.

        Raises WriteConflict if there is no such tenant.
        """
        self.rows.set(tenant, _ATTRIBUTE, include)
