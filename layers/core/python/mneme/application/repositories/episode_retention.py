"""How long each tenant's messages are kept verbatim: its own row's word, else the deployment's."""

from dataclasses import dataclass
from datetime import timedelta

from mneme.application.repositories import row_values as read
from mneme.application.repositories.tenant_rows import TenantRows
from mneme.domain.errors import InternalFault
from mneme.domain.tenancy import TenantContext

MOST_DAYS = 3650

_ATTRIBUTE = "episode_days"


@dataclass(frozen=True)
class EpisodeRetention:
    """Reads and sets the retention of tenants, in days from acceptance; 0: messages are not kept.

    A change holds for messages that are accepted from then on.
    """

    rows: TenantRows
    default: int

    def of(self, tenant: TenantContext) -> timedelta:
        """Return how long the tenant's messages are kept.

        Raises Unavailable, and InternalFault for a number that is none: a guess could keep words.
        """
        own = self.own(tenant)
        return timedelta(days=self.default if own is None else own)

    def own(self, tenant: TenantContext) -> int | None:
        """Return the tenant's own days, None without any. Raises as `of` does."""
        row = self.rows.of(tenant)
        if _ATTRIBUTE not in row:
            return None
        days = read.whole(row, _ATTRIBUTE)
        if not 0 <= days <= MOST_DAYS:
            raise InternalFault("a tenant's episode retention is damaged")
        return days

    def set(self, tenant: TenantContext, days: int | None) -> None:
        """Give an existing tenant a retention of its own; None: the deployment's again.

        Raises ValueError for days that are none, WriteConflict if there is no such tenant.
        """
        if days is not None and not 0 <= days <= MOST_DAYS:
            raise ValueError(f"messages are kept for 0 to {MOST_DAYS} days")
        self.rows.set(tenant, _ATTRIBUTE, days)
