"""The step of a purge that deletes exports: whatever is purged, they hold it.

What waits to be imported lies beside them, and goes as well.
"""

from dataclasses import dataclass

from mneme.application.ports.blob_store import BlobStore
from mneme.application.privacy.purge_order import Purge
from mneme.application.privacy.purge_work import StepDone
from mneme.application.transfer.export_files import (
    EXPORTS,
    LINES_END,
    epoch_of_object,
    export_folder,
)
from mneme.domain.erasure import Store
from mneme.domain.job import Progress


@dataclass(frozen=True)
class PurgeExports:
    """Of an app or a session as well: nobody takes lines out of a file that was handed out."""

    blobs: BlobStore

    def __call__(self, purge: Purge, after: str | None) -> StepDone:  # noqa: ARG002
        """Delete, or count, the objects of exports older than the purge. Raises Unavailable."""
        names = self.blobs.names_under(purge.tenant, EXPORTS, export_folder(purge.partition))
        old = [name for name in names if epoch_of_object(name) < purge.order.upto]
        if purge.counting:
            lines = sum(name.endswith(LINES_END) for name in old)
            counts = {Store.EXPORTS: len(old) - lines, Store.IMPORTS: lines}
            return StepDone(None, Progress(len(old)), counts)
        for name in old:
            self.blobs.delete(purge.tenant, EXPORTS, name)
        return StepDone(None, Progress(len(old), len(old)))
