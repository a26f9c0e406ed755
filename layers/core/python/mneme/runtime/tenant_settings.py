"""What tenants chose for themselves, over what the deployment's settings say."""

from functools import cached_property

from mneme.application.repositories.episode_retention import EpisodeRetention
from mneme.application.repositories.opt_in import OptIn
from mneme.application.repositories.provider_lists import ProviderLists
from mneme.application.repositories.sensitive_policies import SensitivePolicies
from mneme.application.repositories.strengthened_by import StrengthenedBy
from mneme.application.repositories.tenant_limits import TenantLimits
from mneme.application.repositories.turns_included import TurnsIncluded
from mneme.application.tenants.tenant_choices import TenantChoices
from mneme.runtime.technology import Technology


class TenantSettings(Technology):
    """One service a choice, and one for operators over all of them."""

    @cached_property
    def sensitive_policies(self) -> SensitivePolicies:
        """What tenants want done with sensitive content."""
        return SensitivePolicies(self.tenant_rows, self.thresholds)

    @cached_property
    def episode_retention(self) -> EpisodeRetention:
        """How long tenants' messages are kept."""
        return EpisodeRetention(self.tenant_rows, self.thresholds)

    @cached_property
    def turns_included(self) -> TurnsIncluded:
        """Whether tenants' recalls return messages by default."""
        return TurnsIncluded(self.tenant_rows, self.thresholds)

    @cached_property
    def strengthened_by(self) -> StrengthenedBy:
        """What strengthens tenants' memories."""
        return StrengthenedBy(self.tenant_rows, self.thresholds)

    @cached_property
    def tenant_limits(self) -> TenantLimits:
        """How much tenants' users have room for."""
        return TenantLimits(self.tenant_rows, self.thresholds)

    @cached_property
    def opt_in(self) -> OptIn:
        """Whose users have no memory until they switch it on: a tenant must say so."""
        return OptIn(self.tenant_rows, default=False)

    @cached_property
    def tenant_choices(self) -> TenantChoices:
        """Behind the operator's command."""
        # What the deployment's providers are, is not asked here.
        providers = ProviderLists(self.tenant_rows, ())
        return TenantChoices(
            self.tenant_rows,
            providers,
            self.sensitive_policies,
            self.episode_retention,
            self.turns_included,
            self.strengthened_by,
            self.tenant_limits,
            self.opt_in,
        )
