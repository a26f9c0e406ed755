"""What tenants chose for themselves, as operators see it and set it (DESIGN §17, §18)."""

from collections.abc import Mapping
from dataclasses import dataclass

from mneme.application.ports.table_store import Change
from mneme.application.repositories.episode_retention import EpisodeRetention
from mneme.application.repositories.opt_in import OptIn
from mneme.application.repositories.provider_lists import ProviderLists
from mneme.application.repositories.sensitive_policies import SensitivePolicies
from mneme.application.repositories.strengthened_by import StrengthenedBy
from mneme.application.repositories.tenant_choice import Choice, TenantChoice
from mneme.application.repositories.tenant_limits import TenantLimits
from mneme.application.repositories.tenant_rows import TenantRows
from mneme.application.repositories.turns_included import TurnsIncluded
from mneme.domain.capacity import Limit
from mneme.domain.errors import NotFound
from mneme.domain.reinforcement import Strengthening
from mneme.domain.sensitive.policy import SensitivePolicy
from mneme.domain.tenancy import TenantContext


@dataclass(frozen=True, slots=True)
class Choices:
    """A tenant's own choices; None where the deployment's holds. No providers: none is allowed.

    `capacity` has the limits that are its own; the others are the deployment's.
    """

    providers: tuple[str, ...] | None
    sensitive: SensitivePolicy | None
    episode_days: int | None
    include_turns: bool | None
    strengthened_by: Strengthening | None
    capacity: Mapping[Limit, int] | None = None
    opt_in: bool | None = None


@dataclass(frozen=True)
class TenantChoices:
    """The operator's use case."""

    rows: TenantRows
    providers: ProviderLists
    sensitive: SensitivePolicies
    retention: EpisodeRetention
    turns: TurnsIncluded
    strengthened_by: StrengthenedBy
    limits: TenantLimits
    opt_in: OptIn

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
            self.strengthened_by.own(tenant),
            self.limits.own(tenant),
            self.opt_in.own(tenant),
        )

    def change(self, tenant: TenantContext, before: Choices, after: Choices) -> None:
        """Set what differs, in one write: all of it or nothing. Others may set others meanwhile.

        Raises ValueError for days or limits that are none, WriteConflict if the tenant is gone,
        Unavailable.
        """
        changes = [
            *_changed(self.providers, before.providers, after.providers),
            *_changed(self.sensitive, before.sensitive, after.sensitive),
            *_changed(self.retention, before.episode_days, after.episode_days),
            *_changed(self.turns, before.include_turns, after.include_turns),
            *_changed(self.strengthened_by, before.strengthened_by, after.strengthened_by),
            *_changed(self.limits, before.capacity, after.capacity),
            *_changed(self.opt_in, before.opt_in, after.opt_in),
        ]
        if changes:
            self.rows.change(tenant, changes)


def _changed(
    choice: TenantChoice[Choice], before: Choice | None, after: Choice | None
) -> list[Change]:
    return [] if after == before else [choice.change(after)]
