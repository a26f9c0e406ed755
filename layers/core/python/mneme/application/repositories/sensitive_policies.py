"""What each tenant wants done with sensitive content: its own row's word, else the deployment's."""

from dataclasses import dataclass, field

from mneme.application.bounded_cache import BoundedCache
from mneme.application.ports.clock import Clock
from mneme.application.ports.table_store import Present, Remove, SetTo, TableStore, Update
from mneme.application.repositories import row_values as read
from mneme.application.repositories.row_keys import TENANTS, tenant_key
from mneme.domain.errors import InternalFault
from mneme.domain.sensitive.content import SensitivePolicy
from mneme.domain.tenancy import TenantContext

POLICY_SECONDS = 60.0
"""As long as the gateway remembers a tenant: so late a change may take effect."""

CACHED_TENANTS = 1_000
_ATTRIBUTE = "sensitive_content"


@dataclass(frozen=True)
class SensitivePolicies:
    """Reads and sets the policies of tenants."""

    tables: TableStore
    clock: Clock
    default: SensitivePolicy
    _known: BoundedCache[str, SensitivePolicy] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Begin with nothing known."""
        known = BoundedCache[str, SensitivePolicy](self.clock, CACHED_TENANTS, POLICY_SECONDS)
        object.__setattr__(self, "_known", known)

    def of(self, tenant: TenantContext) -> SensitivePolicy:
        """Return the tenant's policy: one read a minute at most.

        Raises Unavailable, and InternalFault for a word that is none: a guess could keep secrets.
        """
        known = self._known.get(tenant.tenant_id)
        if known is None:
            known = self._stored(tenant)
            self._known.put(tenant.tenant_id, known)
        return known

    def set(self, tenant: TenantContext, policy: SensitivePolicy | None) -> None:
        """Give an existing tenant a policy of its own; None: the deployment's again.

        Raises WriteConflict if there is no such tenant.
        """
        change = Remove(_ATTRIBUTE) if policy is None else SetTo(_ATTRIBUTE, policy.value)
        update = Update(TENANTS, tenant_key(tenant), (change,), Present("pk"))
        self.tables.transact(tenant, [update])

    def _stored(self, tenant: TenantContext) -> SensitivePolicy:
        row = self.tables.get(tenant, TENANTS, tenant_key(tenant))
        word = None if row is None else read.optional_text(row, _ATTRIBUTE)
        if word is None:
            return self.default
        try:
            return SensitivePolicy(word)
        except ValueError as error:
            raise InternalFault("a tenant's sensitive content policy is not known") from error
