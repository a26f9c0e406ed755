"""Digests as files that are written once, for the local stack."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from mneme.adapters import durable_files
from mneme.adapters.blob_names import file_part
from mneme.domain.errors import Unavailable
from mneme.domain.tenancy import TenantContext

READ_ONLY = 0o400


class FileDigestStore:
    """A `DigestStore` of files `<root>/<tenant>/<name>` that their owner may only read.

    It keeps from accidents: who owns the files of a laptop can change all of them.
    """

    def __init__(self, root: Path) -> None:
        self._root = root

    def write_once(self, tenant: TenantContext, name: str, data: bytes) -> None:
        """Store the object unless it is there. Raises Unavailable."""
        with _translated():
            path = self._folder(tenant) / file_part(name)
            durable_files.create_once(path, data)
            path.chmod(READ_ONLY)

    def read(self, tenant: TenantContext, name: str) -> bytes | None:
        """Return the object, or None. Raises Unavailable."""
        with _translated():
            path = self._folder(tenant) / file_part(name)
            return path.read_bytes() if path.exists() else None

    def names(self, tenant: TenantContext) -> list[str]:
        """Return the names of a tenant's objects, in order. Raises Unavailable."""
        with _translated():
            listed = (path.name for path in self._folder(tenant).glob("*"))
            return sorted(name for name in listed if durable_files.TEMPORARY_MARK not in name)

    def _folder(self, tenant: TenantContext) -> Path:
        return self._root / file_part(tenant.tenant_id)


@contextmanager
def _translated() -> Iterator[None]:
    try:
        yield
    except OSError as exc:
        raise Unavailable("the digest store did not answer") from exc
