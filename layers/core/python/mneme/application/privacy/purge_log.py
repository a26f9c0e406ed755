"""The step of a purge of everything that takes out of change records what may be taken out."""

from dataclasses import dataclass

from mneme.application.ports.table_store import Query, SortRange, TableStore
from mneme.application.privacy.purge_order import Purge, sort_of
from mneme.application.privacy.purge_work import StepDone
from mneme.application.repositories.change_log import sanitize_action
from mneme.application.repositories.row_keys import CHANGE_LOG, log_record_key
from mneme.domain.change import OfPurge
from mneme.domain.job import Progress

PAGE = 100
FIRST, LAST = 0, 999_999_999_999


@dataclass(frozen=True)
class PurgeLog:
    """Walks from the first record to the purge's own: what was said later is not meant."""

    tables: TableStore

    def __call__(self, purge: Purge, after: str | None) -> StepDone:
        """Sanitize a page of records. Raises Unavailable."""
        if not purge.order.target.everything:
            return StepDone(None, Progress())
        low, high = (log_record_key(purge.partition, number).sort for number in (FIRST, LAST))
        bounds = SortRange(low, high)
        query = Query(CHANGE_LOG, purge.partition, sort=bounds, limit=PAGE, cursor=after)
        page = self.tables.query(purge.tenant, query)
        asked, told = purge.order.at.isoformat(), []
        ended = page.cursor is None
        for row in page.items:
            if row["reason"] == OfPurge.EVERYTHING and row["at"] == asked:
                ended = True
                break
            if row.get("sources"):
                told.append(sanitize_action(purge.partition, int(sort_of(row))))
        if told:
            self.tables.transact(purge.tenant, told)
        return StepDone(None if ended else page.cursor, Progress(len(page.items), len(told)))
