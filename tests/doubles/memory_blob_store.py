"""Objects in a dictionary."""

from collections.abc import Iterable, Iterator

from mneme.domain.tenancy import TenantContext


class MemoryBlobStore:
    """A `BlobStore`; `objects` holds (tenant, container, name) → bytes."""

    def __init__(self) -> None:
        self.objects: dict[tuple[str, str, str], bytes] = {}

    def put(self, tenant: TenantContext, container: str, name: str, data: bytes) -> None:
        """Store the object, replacing one of the same name."""
        self.objects[tenant.tenant_id, container, name] = data

    def write(
        self, tenant: TenantContext, container: str, name: str, pieces: Iterable[bytes]
    ) -> None:
        """Store an object piece by piece."""
        self.objects[tenant.tenant_id, container, name] = b"".join(pieces)

    def get(self, tenant: TenantContext, container: str, name: str) -> bytes | None:
        """Return the object, or None."""
        return self.objects.get((tenant.tenant_id, container, name))

    def delete(self, tenant: TenantContext, container: str, name: str) -> None:
        """Delete the object; deleting nothing is no error."""
        self.objects.pop((tenant.tenant_id, container, name), None)

    def delete_under(self, tenant: TenantContext, container: str, folder: str) -> int:
        """Delete all objects named `<folder>/…`; return how many."""
        place = (tenant.tenant_id, container)
        gone = [key for key in self.objects if key[:2] == place and key[2].startswith(f"{folder}/")]
        for key in gone:
            del self.objects[key]
        return len(gone)

    def names_under(self, tenant: TenantContext, container: str, folder: str) -> Iterator[str]:
        """Yield the names of the objects named `<folder>/…`."""
        place = (tenant.tenant_id, container)
        named = [key[2] for key in self.objects if key[:2] == place]
        yield from (name for name in named if name.startswith(f"{folder}/"))

    def count_under(self, tenant: TenantContext, container: str, folder: str) -> int:
        """Return how many objects are named `<folder>/…`."""
        place = (tenant.tenant_id, container)
        named = [key for key in self.objects if key[:2] == place]
        return sum(key[2].startswith(f"{folder}/") for key in named)
