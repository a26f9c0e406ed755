"""What each tenant wants done with sensitive content: its own row's word, else the deployment's."""

from dataclasses import dataclass

from mneme.application.ports.settings import ThresholdsNow
from mneme.application.ports.table_store import Value
from mneme.application.repositories.tenant_choice import TenantChoice
from mneme.domain.sensitive.policy import SensitivePolicy
from mneme.domain.tenancy import TenantContext


@dataclass(frozen=True)
class SensitivePolicies(TenantChoice[SensitivePolicy]):
    """The policies of tenants."""

    thresholds: ThresholdsNow

    attribute = "sensitive_content"
    name = "sensitive content policy"

    def of(self, tenant: TenantContext) -> SensitivePolicy:
        """Return the tenant's policy. Raises as `own` does."""
        return self.chosen(tenant)

    def others(self) -> SensitivePolicy:
        """Return the deployment's."""
        return self.thresholds().tenants.sensitive_content

    def read(self, value: Value) -> SensitivePolicy:
        """Return the policy that a row names. Raises TypeError or ValueError for what is none."""
        if not isinstance(value, str):
            raise TypeError("is no word")
        return SensitivePolicy(value)

    def stored(self, choice: SensitivePolicy) -> Value:
        """Return the policy's word."""
        return choice.value
