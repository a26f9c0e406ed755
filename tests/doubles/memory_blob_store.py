"""Objects in a dictionary."""

from mneme.domain.tenancy import TenantContext


class MemoryBlobStore:
    """A `BlobStore`; `objects` holds (tenant, container, name) → bytes."""

    def __init__(self) -> None:
        self.objects: dict[tuple[str, str, str], bytes] = {}

    def put(self, tenant: TenantContext, container: str, name: str, data: bytes) -> None:
        """Store the object, replacing one of the same name."""
        self.objects[tenant.tenant_id, container, name] = data

    def get(self, tenant: TenantContext, container: str, name: str) -> bytes | None:
        """Return the object, or None."""
        return self.objects.get((tenant.tenant_id, container, name))

    def delete(self, tenant: TenantContext, container: str, name: str) -> None:
        """Delete the object; deleting nothing is no error."""
        self.objects.pop((tenant.tenant_id, container, name), None)
