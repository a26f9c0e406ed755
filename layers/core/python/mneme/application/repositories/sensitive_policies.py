"""What each tenant wants done with sensitive content: its own row's word, else the deployment's."""

from dataclasses import dataclass

from mneme.application.repositories import row_values as read
from mneme.application.repositories.tenant_rows import TenantRows
from mneme.domain.errors import InternalFault
from mneme.domain.sensitive.content import SensitivePolicy
from mneme.domain.tenancy import TenantContext

_ATTRIBUTE = "sensitive_content"


@dataclass(frozen=True)
class SensitivePolicies:
    """Reads and sets the policies of tenants."""

    rows: TenantRows
    default: SensitivePolicy

    def of(self, tenant: TenantContext) -> SensitivePolicy:
        """Return the tenant's policy.

        Raises Unavailable, and InternalFault for a word that is none: a guess could keep secrets.
        """
        return self.own(tenant) or self.default

    def own(self, tenant: TenantContext) -> SensitivePolicy | None:
        """Return the tenant's own policy, None without one. Raises as `of` does."""
        word = read.optional_text(self.rows.of(tenant), _ATTRIBUTE)
        if word is None:
            return None
        try:
            return SensitivePolicy(word)
        except ValueError as error:
            raise InternalFault("a tenant's sensitive content policy is not known") from error

    def set(self, tenant: TenantContext, policy: SensitivePolicy | None) -> None:
        """Give an existing tenant a policy of its own; None: the deployment's again.

        Raises WriteConflict if there is no such tenant.
        """
        self.rows.set(tenant, _ATTRIBUTE, None if policy is None else policy.value)
