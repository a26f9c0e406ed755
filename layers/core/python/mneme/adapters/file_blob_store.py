"""Objects as files, for the local stack."""

import glob
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime
from itertools import islice
from pathlib import Path

from mneme.adapters import durable_files
from mneme.adapters.blob_names import file_part, plain_name
from mneme.domain.errors import Unavailable
from mneme.domain.tenancy import TenantContext


class FileBlobStore:
    """A `BlobStore` of files `<root>/<container>/<tenant>/<name>`, each part escaped.

    A stored object is durable when `put` returns, and a reader sees the old or the new one whole.
    What is begun of one, or left by a writer that was killed, is deleted as the object is.
    """

    def __init__(self, root: Path) -> None:
        self._root = root

    def put(self, tenant: TenantContext, container: str, name: str, data: bytes) -> None:
        """Store the object, replacing one of the same name. Raises Unavailable."""
        with _translated():
            durable_files.replace(self._path(tenant, container, name), data)

    def write(
        self, tenant: TenantContext, container: str, name: str, pieces: Iterable[bytes]
    ) -> None:
        """Store an object piece by piece. Raises Unavailable."""
        with _translated():
            durable_files.replace_by_pieces(self._path(tenant, container, name), pieces)

    def get(self, tenant: TenantContext, container: str, name: str) -> bytes | None:
        """Return the object, or None. Raises Unavailable."""
        with _translated():
            try:
                return self._path(tenant, container, name).read_bytes()
            except FileNotFoundError:
                return None

    def delete(self, tenant: TenantContext, container: str, name: str) -> None:
        """Delete the object; deleting nothing is no error. Raises Unavailable."""
        path = self._path(tenant, container, name)
        with _translated():
            for one in (*durable_files.remains(path), path):
                durable_files.remove(one)

    def delete_under(self, tenant: TenantContext, container: str, folder: str) -> int:
        """Delete up to 1,000 objects named `<folder>/…`; return how many. Raises Unavailable."""
        with _translated():
            gone = list(islice(self._under(tenant, container, folder), 1_000))
            for path in gone:
                durable_files.remove(path)
        return len(gone)

    def names_under(self, tenant: TenantContext, container: str, folder: str) -> Iterator[str]:
        """Yield the names of the objects named `<folder>/…`, each once. Raises Unavailable."""
        with _translated():
            parts = set(map(durable_files.name_of, self._under(tenant, container, folder)))
        for part in sorted(parts):
            name = plain_name(part)
            if name is not None:
                yield name

    def count_under(self, tenant: TenantContext, container: str, folder: str) -> int:
        """Return how many objects are named `<folder>/…`. Raises Unavailable."""
        with _translated():
            return sum(1 for _ in self._under(tenant, container, folder))

    def expire(self, container: str, before: datetime, limit: int) -> int:
        """Delete up to `limit` objects stored before an instant; return how many.

        What a writer that was killed left half written goes too.
        S3 does so by itself, for buckets whose objects expire. Raises Unavailable.
        """
        with _translated():
            stored = (self._root / file_part(container)).glob("*/*")
            old = (path for path in stored if _is_older(path, before))
            gone = list(islice(old, limit))
            for path in gone:
                durable_files.remove(path)
        return len(gone)

    def _under(self, tenant: TenantContext, container: str, folder: str) -> Iterator[Path]:
        place = self._root.joinpath(file_part(container), file_part(tenant.tenant_id))
        return place.glob(f"{glob.escape(file_part(f'{folder}/'))}*")

    def _path(self, tenant: TenantContext, container: str, name: str) -> Path:
        parts = (container, tenant.tenant_id, name)
        return self._root.joinpath(*map(file_part, parts))


def _is_older(path: Path, before: datetime) -> bool:
    """Return whether a file was last written before an instant; one that is gone was not."""
    try:
        return path.stat().st_mtime < before.timestamp()
    except FileNotFoundError:
        return False


@contextmanager
def _translated() -> Iterator[None]:
    try:
        yield
    except OSError as exc:
        raise Unavailable("the blob store did not answer") from exc
