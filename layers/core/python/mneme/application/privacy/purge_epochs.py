"""The last step of a purge: epochs that hide nothing any more, as what they hid is gone."""

from dataclasses import dataclass

from mneme.application.ports.clock import Clock
from mneme.application.ports.table_store import Delete, Equals, Item, Key, Query, TableStore
from mneme.application.privacy.purge_order import Purge, sort_of
from mneme.application.privacy.purge_work import StepDone
from mneme.application.repositories import row_values as read
from mneme.application.repositories.make_way import attempts
from mneme.application.repositories.row_keys import EPOCHS
from mneme.domain.errors import Unavailable, WriteConflict
from mneme.domain.job import Progress

PAGE = 100


@dataclass(frozen=True)
class PurgeEpochs:
    """Walks through the epochs that were moved out of the user's row.

    The purge's own epoch, or a newer one, hides the same from then on, and a write that was
    accepted under an older one ends at it as well.
    """

    tables: TableStore
    clock: Clock

    def __call__(self, purge: Purge, after: str | None) -> StepDone:
        """Delete a page of rows, but those that a later purge has written. Raises Unavailable."""
        if purge.counting:
            return StepDone(None, Progress())  # none of it is anything that was said
        query = Query(EPOCHS, purge.partition, limit=PAGE, cursor=after)
        for _ in attempts(self.clock):
            page = self.tables.query(purge.tenant, query)
            gone = [row for row in page.items if _takes(purge, row)]
            try:
                if gone:
                    self.tables.transact(purge.tenant, [_delete(purge, row) for row in gone])
            except WriteConflict:
                continue
            return StepDone(page.cursor, Progress(len(page.items), len(gone)))
        raise Unavailable("the user's apps and sessions are being purged without pause")


def _takes(purge: Purge, row: Item) -> bool:
    covered = purge.order.target.covers_key(read.text(row, "scope"))
    return covered and read.whole(row, "epoch") < purge.order.upto


def _delete(purge: Purge, row: Item) -> Delete:
    unmoved = Equals("epoch", read.whole(row, "epoch"))
    return Delete(EPOCHS, Key(purge.partition, sort_of(row)), unmoved)
