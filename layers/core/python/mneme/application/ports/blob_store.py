"""Objects too large for a table row."""

from collections.abc import Iterable, Iterator
from typing import Protocol

from mneme.domain.tenancy import TenantContext


class BlobStore(Protocol):
    """Objects by name, each under its tenant's own prefix. Containers as in `infra/buckets.py`."""

    def put(self, tenant: TenantContext, container: str, name: str, data: bytes) -> None:
        """Store the object, replacing one of the same name. Raises Unavailable."""
        ...

    def write(
        self, tenant: TenantContext, container: str, name: str, pieces: Iterable[bytes]
    ) -> None:
        """Store an object piece by piece: it is there as a whole or not at all.

        It replaces one of the same name. What `pieces` raises is raised. Raises Unavailable.
        """
        ...

    def get(self, tenant: TenantContext, container: str, name: str) -> bytes | None:
        """Return the object, or None. Raises Unavailable."""
        ...

    def delete(self, tenant: TenantContext, container: str, name: str) -> None:
        """Delete the object; deleting nothing is no error. Raises Unavailable."""
        ...

    def delete_under(self, tenant: TenantContext, container: str, folder: str) -> int:
        """Delete all objects named `<folder>/…`; return how many, at most 1,000.

        Who wants them all gone asks until none is left. A folder is at most 64 plain characters.
        Raises Unavailable.
        """
        ...

    def names_under(self, tenant: TenantContext, container: str, folder: str) -> Iterator[str]:
        """Yield the names of the objects named `<folder>/…`, but those of over 100 characters.

        Raises Unavailable.
        """
        ...

    def count_under(self, tenant: TenantContext, container: str, folder: str) -> int:
        """Return how many objects are named `<folder>/…`. Raises Unavailable."""
        ...
