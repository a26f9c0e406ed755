"""What tenants chose for themselves, as operators see it and set it (DESIGN §17, §18)."""

from dataclasses import dataclass

from mneme.application.repositories.episode_retention import EpisodeRetention
from mneme.application.repositories.provider_lists import ProviderLists
from mneme.application.repositories.sensitive_policies import SensitivePolicies
from mneme.application.repositories.tenant_rows import TenantRows
from mneme.application.repositories.turns_included import TurnsIncluded
from mneme.domain.errors import NotFound
from mneme.domain.sensitive.content import SensitivePolicy
from mneme.domain.tenancy import TenantContext


@dataclass(frozen=True, slots=True)
class Choices:
    """A tenant's own choices; None where the deployment's holds. No providers: none is allowed."""

    providers: tuple[str, ...] | None
    sensitive: SensitivePolicy | None
    episode_days: int | None
    include_turns: bool | None


@dataclass(frozen=True)
class TenantChoices:
    """The operator's use case."""

    rows: TenantRows
    providers: ProviderLists
    sensitive: SensitivePolicies
    retention: EpisodeRetention
    turns: TurnsIncluded

    def of(self, tenant: TenantContext) -> Choices:
        """Return what a tenant chose.

        Raises NotFound if there is no such tenant, InternalFault for a damaged choice, Unavailable.
        """
        if not self.rows.of(tenant):
            raise NotFound(f"there is no tenant called {tenant.tenant_id}")
        return Choices(
            self.providers.own(tenant),
            self.sensitive.own(tenant),
            self.retention.own(tenant),
            self.turns.own(tenant),
        )

    def change(self, tenant: TenantContext, before: Choices, after: Choices) -> None:
        """Set what differs, one choice after the other; others may set other ones meanwhile.

        Raises ValueError for days that are none, WriteConflict if the tenant is gone, Unavailable.
        """
        if after.providers != before.providers:
            self.providers.set(tenant, after.providers)
        if after.sensitive != before.sensitive:
            self.sensitive.set(tenant, after.sensitive)
        if after.episode_days != before.episode_days:
            self.retention.set(tenant, after.episode_days)
        if after.include_turns != before.include_turns:
            self.turns.set(tenant, after.include_turns)
