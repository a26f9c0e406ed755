"""The step of a purge that takes out of change records what may be taken out."""

from collections.abc import Sequence
from dataclasses import dataclass

from mneme.application.audit.erased_logs import ErasedLogs
from mneme.application.ports.table_store import Item, Query, SortRange, TableStore
from mneme.application.privacy.purge_order import Purge, sort_of
from mneme.application.privacy.purge_work import StepDone
from mneme.application.repositories.change_log import sanitize_action
from mneme.application.repositories.change_records import LAST
from mneme.application.repositories.memory_repository import MemoryRepository
from mneme.application.repositories.row_keys import CHANGE_LOG, log_record_key
from mneme.domain.audit_chain import SAID, SALT, SOURCES
from mneme.domain.change import OfPurge
from mneme.domain.erasure import Store
from mneme.domain.job import Progress

PAGE = 100


@dataclass(frozen=True)
class PurgeLog:
    """Walks from the first record on: of everything, to the purge's own, of a scope, to the last.

    Of a scope, it takes the records whose memories are all gone for good. Each of these is named by
    the record of the purge that took it, so that a verifier finds what asked for it.
    """

    tables: TableStore
    memories: MemoryRepository
    erased: ErasedLogs

    def __call__(self, purge: Purge, after: str | None) -> StepDone:
        """Sanitize, or count, a page of records. Raises Unavailable."""
        low, high = (log_record_key(purge.partition, number).sort for number in (0, LAST))
        bounds = SortRange(low, high)
        query = Query(CHANGE_LOG, purge.partition, sort=bounds, limit=PAGE, cursor=after)
        page = self.tables.query(purge.tenant, query)
        rows, following = page.items, page.cursor
        if purge.order.target.everything:
            rows = _before(purge, page.items)
            following = None if len(rows) < len(page.items) else page.cursor
            meant = [row for row in rows if _tells(row)]
        else:
            meant = self._of_what_is_gone(purge, [row for row in rows if _tells(row)])
        told = [sanitize_action(purge.partition, int(sort_of(row))) for row in meant]
        if purge.counting:
            counts = {Store.CHANGE_RECORDS: len(told)}
            return StepDone(following, Progress(len(rows)), counts)
        if told:
            self.tables.transact(purge.tenant, told)
        if following is None and purge.erases:
            self.erased.note(purge.tenant, purge.user_id, purge.order.at)
        return StepDone(following, Progress(len(rows), len(told)))

    def _of_what_is_gone(self, purge: Purge, rows: Sequence[Item]) -> list[Item]:
        named = [_memories(row) for row in rows]
        distinct = sorted({one for ids in named for one in ids})
        there = self.memories.heads(purge.tenant, purge.user_id, distinct)
        return [
            row
            for row, ids in zip(rows, named, strict=True)
            if ids and not any(one in there for one in ids)
        ]


def _before(purge: Purge, rows: Sequence[Item]) -> tuple[Item, ...]:
    """Return the records that are older than the purge: what was said later is not meant."""
    asked = purge.order.at.isoformat()
    own = (OfPurge.EVERYTHING.value, OfPurge.ERASED.value)
    for number, row in enumerate(rows):
        if row["reason"] in own and row["at"] == asked:
            return tuple(rows[:number])
    return tuple(rows)


def _tells(row: Item) -> bool:
    """Return whether a record names messages, or lets a guess of the words be held against it."""
    return SALT in row and bool(row.get(SOURCES) or row.get(SAID))


def _memories(row: Item) -> list[str]:
    listed = row.get("memory_ids")
    return [str(one) for one in listed] if isinstance(listed, list) else []
