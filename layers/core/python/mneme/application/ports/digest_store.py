"""Where digests of change logs are kept so that nobody can change them."""

from typing import Protocol

from mneme.domain.tenancy import TenantContext

DIGESTS = "digests"
"""The bucket of `infra/buckets.py` that is meant."""


class DigestStore(Protocol):
    """Objects of a tenant that are written once. Whatever comes later under a name is not read."""

    def write_once(self, tenant: TenantContext, name: str, data: bytes) -> None:
        """Store the object; one of that name that is there already stays. Raises Unavailable."""
        ...

    def read(self, tenant: TenantContext, name: str) -> bytes | None:
        """Return the object as it was first written, or None. Raises Unavailable."""
        ...

    def names(self, tenant: TenantContext) -> list[str]:
        """Return the names of a tenant's objects, in order. Raises Unavailable."""
        ...
