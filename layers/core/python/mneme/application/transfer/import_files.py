"""What is to be imported, as an object that is sealed with the user's key until the job is done.

It lies where exports do, named with its epoch: a purge deletes it as it deletes those.
"""

from dataclasses import dataclass

from mneme.application.ports.blob_store import BlobStore
from mneme.application.ports.key_service import Cipher
from mneme.application.repositories.key_ring import KeyRing
from mneme.application.repositories.row_keys import user_partition
from mneme.application.transfer.export_files import EXPORTS, LINES_END, export_folder
from mneme.domain.job import JobName
from mneme.domain.tenancy import TenantContext


@dataclass(frozen=True, slots=True)
class ImportPlace:
    """Whose import it is, and in which epoch it was accepted."""

    tenant: TenantContext
    user_id: str
    job_id: str
    epoch: int
    key_epoch: int

    @property
    def name(self) -> str:
        """The object's name."""
        number = self.job_id.removeprefix(f"{JobName.IMPORT.value}-")
        folder = export_folder(user_partition(self.tenant, self.user_id))
        return f"{folder}/{self.epoch:010d}-{number}{LINES_END}"


@dataclass(frozen=True)
class ImportFiles:
    """One object an import."""

    blobs: BlobStore
    keys: KeyRing
    cipher: Cipher

    def seal(self, of: ImportPlace, lines: bytes) -> bytes:
        """Return lines as they are stored. Raises Unavailable."""
        keys = self.keys.keys_for(of.tenant, of.user_id, of.key_epoch)
        return self.cipher.seal(keys.content, lines, _context(of))

    def put(self, of: ImportPlace, sealed: bytes) -> None:
        """Store what was sealed. Raises Unavailable."""
        self.blobs.put(of.tenant, EXPORTS, of.name, sealed)

    def find(self, of: ImportPlace) -> bytes | None:
        """Return the lines; None if the object, or its key, is gone. Raises Unavailable."""
        sealed = self.blobs.get(of.tenant, EXPORTS, of.name)
        keys = self.keys.find(of.tenant, of.user_id, of.key_epoch)
        if sealed is None or keys is None:
            return None
        return self.cipher.open(keys.content, sealed, _context(of))

    def drop(self, of: ImportPlace) -> None:
        """Delete the object, if there is one. Raises Unavailable."""
        self.blobs.delete(of.tenant, EXPORTS, of.name)


def _context(of: ImportPlace) -> bytes:
    partition = user_partition(of.tenant, of.user_id)
    return f"import\x00{partition}\x00{of.name}".encode("utf-8", "surrogatepass")
