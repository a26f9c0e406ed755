"""The objects of exports: parts, sealed with the user's key, and the file that is handed out.

The file holds the lines as they are, encrypted by the bucket's key alone, as whoever has a link
must be able to read it. All are in one folder a user, and named with their epoch: a purge deletes
the older ones.
"""

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from mneme.application.ports.blob_store import BlobStore
from mneme.application.ports.key_service import Cipher
from mneme.application.repositories.key_ring import KeyRing
from mneme.application.transfer.export_order import epoch_of
from mneme.domain.errors import InternalFault
from mneme.domain.tenancy import TenantContext

EXPORTS = "exports"

LINES_END = ".lines"
"""How the names of objects end that hold lines to be imported: they lie where exports do."""


@dataclass(frozen=True)
class ExportFiles:
    """Objects of exports, by user and job."""

    blobs: BlobStore
    keys: KeyRing
    cipher: Cipher

    def put_part(self, of: "ExportPlace", number: int, key_epoch: int, lines: bytes) -> None:
        """Store a part, in place of what somebody who was cut off left. Raises Unavailable."""
        keys = self.keys.keys_for(of.tenant, of.user_id, key_epoch)
        name = of.part(number)
        sealed = self.cipher.seal(keys.content, lines, _context(of, name))
        self.blobs.put(of.tenant, EXPORTS, name, sealed)

    def parts(self, of: "ExportPlace", count: int, key_epoch: int) -> Iterator[bytes]:
        """Yield the lines of all parts. Raises InternalFault if one is gone, Unavailable."""
        keys = self.keys.keys_for(of.tenant, of.user_id, key_epoch)
        for number in range(count):
            name = of.part(number)
            sealed = self.blobs.get(of.tenant, EXPORTS, name)
            if sealed is None:
                raise InternalFault("a part of an export is gone")
            yield self.cipher.open(keys.content, sealed, _context(of, name))

    def write(self, of: "ExportPlace", pieces: Iterable[bytes]) -> None:
        """Store the file. Raises Unavailable."""
        self.blobs.write(of.tenant, EXPORTS, of.file, pieces)

    def clear(self, of: "ExportPlace", parts: int) -> None:
        """Delete parts. Raises Unavailable."""
        for number in range(parts):
            self.blobs.delete(of.tenant, EXPORTS, of.part(number))

    def drop(self, of: "ExportPlace", parts: int) -> None:
        """Delete all there is of an export. Raises Unavailable."""
        self.clear(of, parts)
        self.blobs.delete(of.tenant, EXPORTS, of.file)


@dataclass(frozen=True, slots=True)
class ExportPlace:
    """Where the objects of one export lie."""

    tenant: TenantContext
    user_id: str
    partition: str
    job_id: str

    @property
    def file(self) -> str:
        """The name of what is handed out."""
        return f"{self._prefix}.jsonl"

    def part(self, number: int) -> str:
        """Return the name of a part, counted from 0."""
        return f"{self._prefix}.{number:06d}"

    @property
    def _prefix(self) -> str:
        number = self.job_id.split("-")[1]
        return f"{export_folder(self.partition)}/{epoch_of(self.job_id):010d}-{number}"


def export_folder(partition: str) -> str:
    """Return the folder of a user's exports: its name tells no user."""
    return hashlib.sha256(partition.encode("utf-8", "surrogatepass")).hexdigest()


def epoch_of_object(name: str) -> int:
    """Return the epoch of an object of an export."""
    return int(name.rpartition("/")[2].partition("-")[0])


def _context(of: ExportPlace, name: str) -> bytes:
    return f"export\x00{of.partition}\x00{name}".encode("utf-8", "surrogatepass")
