"""The keys of the rows that count requests. Parts are escaped."""

from mneme.application.ports.table_store import Key
from mneme.domain.scope import join_key
from mneme.domain.tenancy import TenantContext


def quota_key(tenant: TenantContext, grant: str, window: str, number: int) -> Key:
    """Return the key of the counter of a tenant's requests of a class in one window."""
    return Key(join_key(tenant.tenant_id), join_key(grant, window, str(number)))
