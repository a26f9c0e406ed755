"""Reading the change log: of a user newest first, of a memory oldest first."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from mneme.application.ports.table_store import (
    BATCH_GET_LIMIT,
    Item,
    Key,
    Query,
    SortRange,
    TableStore,
)
from mneme.application.repositories import row_values as read
from mneme.application.repositories.row_keys import (
    CHANGE_LOG,
    MEMORY_INDEX,
    log_record_key,
    memory_log_partition,
    user_partition,
)
from mneme.domain.audit_chain import SANITIZED
from mneme.domain.change import Actor, ChangeRecord, Operation
from mneme.domain.evolution.decisions import Reason, Verdict
from mneme.domain.memory import Source
from mneme.domain.task import Decision
from mneme.domain.tenancy import TenantContext

LAST = 999_999_999_999
"""Above every sequence number of a log."""

TAIL = 100
"""The newest records of a log, which its index may not show yet."""


@dataclass(frozen=True, slots=True)
class LoggedChange:
    """A record and its number in the user's log."""

    sequence: int
    record: ChangeRecord


@dataclass(frozen=True)
class ChangeRecords:
    """Reads the records of one user at a time."""

    tables: TableStore

    def before(
        self, tenant: TenantContext, user_id: str, sequence: int, limit: int
    ) -> tuple[list[LoggedChange], bool]:
        """Return the records below a number, newest first, and whether there may be older ones.

        Numbers are dense and never given twice, so that what is logged meanwhile moves nothing.
        Read consistently.
        """
        partition = user_partition(tenant, user_id)
        bounds = SortRange(_number(partition, 0), _number(partition, sequence - 1))
        query = Query(CHANGE_LOG, partition, sort=bounds, limit=limit, descending=True)
        page = self.tables.query(tenant, query)
        return [_logged(item) for item in page.items], page.cursor is not None

    def of_memory(
        self, tenant: TenantContext, user_id: str, memory_id: str, after: int, limit: int
    ) -> tuple[list[LoggedChange], bool]:
        """Return the records of one memory above a number, oldest first, and whether more follow.

        An index lists them, which may lag: what was logged just now is read from the log's end.
        """
        partition = user_partition(tenant, user_id)
        query = Query(
            CHANGE_LOG,
            memory_log_partition(partition, memory_id),
            index=MEMORY_INDEX,
            sort=SortRange(low=_number(partition, after + 1)),
            limit=limit,
            consistent=False,
        )
        page = self.tables.query(tenant, query)
        listed = self._opened(tenant, [Key(partition, read.text(one, "sk")) for one in page.items])
        if page.cursor is not None:
            return listed, True
        newest, _ = self.before(tenant, user_id, LAST, TAIL)
        known = {one.sequence: one for one in listed}
        for one in newest:
            if one.sequence > after and one.record.memory_ids == (memory_id,):
                known.setdefault(one.sequence, one)
        ordered = [known[sequence] for sequence in sorted(known)]
        return ordered[:limit], len(ordered) > limit

    def _opened(self, tenant: TenantContext, places: Sequence[Key]) -> list[LoggedChange]:
        found: dict[Key, Item] = {}
        for start in range(0, len(places), BATCH_GET_LIMIT):
            batch = places[start : start + BATCH_GET_LIMIT]
            found |= self.tables.batch_get(tenant, CHANGE_LOG, batch)
        return [_logged(found[place]) for place in places if place in found]


def _number(partition: str, sequence: int) -> str | None:
    return log_record_key(partition, sequence).sort


def _logged(row: Item) -> LoggedChange:
    return LoggedChange(int(read.text(row, "sk")), _record(row))


def _record(row: Item) -> ChangeRecord:
    return ChangeRecord(
        operation=Operation(read.text(row, "operation")),
        memory_ids=_texts(row.get("memory_ids")),
        revision_before=read.whole(row, "revision_before") if "revision_before" in row else None,
        revision_after=read.whole(row, "revision_after") if "revision_after" in row else None,
        reason=read.text(row, "reason"),
        actor=Actor(read.text(row, "actor")),
        at=read.offset_instant(row, "at"),
        sources=tuple(_sources(row.get("sources"))),
        shadow=_shadow(row.get("shadow")),
        app_id=read.optional_text(row, "app_id"),
        sanitized=read.flag(row, SANITIZED),
    )


def _texts(listed: object) -> tuple[str, ...]:
    return tuple(str(one) for one in listed) if isinstance(listed, list) else ()


def _sources(listed: object) -> Iterable[Source]:
    for pair in listed if isinstance(listed, list) else ():
        if isinstance(pair, list):
            session_id, message_id = pair
            yield Source(None if session_id is None else str(session_id), str(message_id))


def _shadow(row: object) -> Verdict | None:
    if not isinstance(row, dict):
        return None
    decision, reason = Decision(str(row["decision"])), Reason(str(row["reason"]))
    return Verdict(decision, reason, _texts(row["memory_ids"]))
