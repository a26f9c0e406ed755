"""Digests in a dictionary."""

from mneme.domain.tenancy import TenantContext


class MemoryDigestStore:
    """A `DigestStore`; `objects` holds (tenant, name) → bytes."""

    def __init__(self) -> None:
        self.objects: dict[tuple[str, str], bytes] = {}

    def write_once(self, tenant: TenantContext, name: str, data: bytes) -> None:
        """Store the object unless it is there."""
        self.objects.setdefault((tenant.tenant_id, name), data)

    def read(self, tenant: TenantContext, name: str) -> bytes | None:
        """Return the object, or None."""
        return self.objects.get((tenant.tenant_id, name))

    def names(self, tenant: TenantContext) -> list[str]:
        """Return the names of a tenant's objects, in order."""
        return sorted(name for owner, name in self.objects if owner == tenant.tenant_id)
