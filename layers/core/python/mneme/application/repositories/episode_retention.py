"""How long each tenant's messages are kept verbatim: its own row's word, else the deployment's."""

from dataclasses import dataclass
from datetime import timedelta

from mneme.application.ports.settings import ThresholdsNow
from mneme.application.ports.table_store import Value
from mneme.application.repositories.tenant_choice import TenantChoice
from mneme.domain.tenancy import TenantContext

MOST_DAYS = 3650


@dataclass(frozen=True)
class EpisodeRetention(TenantChoice[int]):
    """The retention of tenants, in days from acceptance; 0: messages are not kept.

    A change holds for messages that are accepted from then on.
    """

    thresholds: ThresholdsNow

    attribute = "episode_days"
    name = "episode retention"

    def of(self, tenant: TenantContext) -> timedelta:
        """Return how long the tenant's messages are kept. Raises as `own` does."""
        return timedelta(days=self.chosen(tenant))

    def others(self) -> int:
        """Return the deployment's."""
        return self.thresholds().tenants.episode_days

    def read(self, value: Value) -> int:
        """Return the days of a row. Raises TypeError or ValueError if they are none."""
        if not isinstance(value, int) or isinstance(value, bool):
            raise TypeError("is no number of days")
        return _checked(value)

    def stored(self, choice: int) -> Value:
        """Return days as they are. Raises ValueError for days that are none."""
        return _checked(choice)


def _checked(days: int) -> int:
    if not 0 <= days <= MOST_DAYS:
        raise ValueError(f"messages are kept for 0 to {MOST_DAYS} days")
    return days
