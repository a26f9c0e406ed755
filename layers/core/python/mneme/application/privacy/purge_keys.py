"""The step of a purge that ends data keys: at once where it erases, else on a day to come."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta

from mneme.application.ports.blob_store import BlobStore
from mneme.application.ports.table_store import (
    All,
    Item,
    Key,
    Missing,
    Present,
    Query,
    SetTo,
    TableStore,
    Update,
)
from mneme.application.privacy.purge_order import Counts, Purge, sort_of
from mneme.application.privacy.purge_work import StepDone
from mneme.application.repositories.key_ring import KeyRing
from mneme.application.repositories.row_keys import KEYS, key_epoch_of, payload_folder
from mneme.application.repositories.row_values import milliseconds
from mneme.application.repositories.task_attachments import PAYLOADS
from mneme.domain.erasure import Store
from mneme.domain.errors import WriteConflict
from mneme.domain.job import Progress

KEPT = timedelta(days=30)
"""How long after a purge its keys are destroyed that does not erase."""

PAGE = 20


@dataclass(frozen=True)
class PurgeKeys:
    """Of everything alone: an app or a session has no key of its own.

    Before its key ends, the large payloads of an epoch go that no row names any more.
    """

    tables: TableStore
    keys: KeyRing
    blobs: BlobStore

    def __call__(self, purge: Purge, after: str | None) -> StepDone:
        """End, or count, a page of keys. Raises Unavailable."""
        if not purge.order.target.everything:
            return StepDone(None, Progress())
        query = Query(KEYS, purge.partition, limit=PAGE, cursor=after)
        page = self.tables.query(purge.tenant, query)
        old = [row for row in page.items if key_epoch_of(sort_of(row)) < purge.order.upto]
        if purge.counting:
            return StepDone(page.cursor, Progress(len(page.items)), self._told(purge, old))
        for row in old:
            self._end(purge, row)
        return StepDone(page.cursor, Progress(len(page.items), len(old)))

    def _told(self, purge: Purge, rows: Sequence[Item]) -> Counts:
        ending = [row for row in rows if _is_to_end(purge, row)]
        folders = (payload_folder(purge.partition, key_epoch_of(sort_of(row))) for row in rows)
        objects = sum(self.blobs.count_under(purge.tenant, PAYLOADS, one) for one in folders)
        return {Store.DATA_KEYS: len(ending), Store.PAYLOAD_OBJECTS: objects}

    def _end(self, purge: Purge, row: Item) -> None:
        epoch = key_epoch_of(sort_of(row))
        folder = payload_folder(purge.partition, epoch)
        while self.blobs.delete_under(purge.tenant, PAYLOADS, folder):
            pass
        if purge.erases:
            self.keys.destroy(purge.tenant, purge.user_id, epoch, purge.now)
            return
        on = (SetTo("destroy_at", milliseconds(purge.order.at + KEPT)),)
        undated = All((Present("wrapped"), Missing("destroy_at")))
        with suppress(WriteConflict):  # an earlier purge has dated it, or it is destroyed
            place = Key(purge.partition, sort_of(row))
            self.tables.transact(purge.tenant, [Update(KEYS, place, on, undated)])


def _is_to_end(purge: Purge, row: Item) -> bool:
    return "wrapped" in row and (purge.erases or "destroy_at" not in row)
