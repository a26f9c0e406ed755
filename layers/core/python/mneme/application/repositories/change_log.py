"""The change log: append only, densely numbered per user, written in each change's transaction."""

from collections.abc import Sequence
from dataclasses import dataclass

from mneme.application.ports.table_store import (
    Action,
    Equals,
    Missing,
    Put,
    SetTo,
    TableStore,
    Update,
    Value,
)
from mneme.application.repositories import row_values as read
from mneme.application.repositories.row_keys import (
    CHANGE_LOG,
    log_head_key,
    log_record_key,
    memory_log_partition,
)
from mneme.domain.change import ChangeRecord
from mneme.domain.tenancy import TenantContext


@dataclass(frozen=True)
class ChangeLog:
    """Makes the actions that append records; the first of them compares-and-sets the head row."""

    tables: TableStore

    def append_actions(
        self, tenant: TenantContext, partition: str, records: Sequence[ChangeRecord]
    ) -> list[Action]:
        """Return the actions that append the records to the user's log as it stands now."""
        place = log_head_key(partition)
        head = self.tables.get(tenant, CHANGE_LOG, place)
        last = 0 if head is None else read.whole(head, "sequence")
        unmoved = Missing("pk") if head is None else Equals("sequence", last)
        move = Update(CHANGE_LOG, place, (SetTo("sequence", last + len(records)),), unmoved)
        rows = [
            _record_row(partition, last + number, record)
            for number, record in enumerate(records, start=1)
        ]
        return [move, *(Put(CHANGE_LOG, row, Missing("pk")) for row in rows)]


def _record_row(partition: str, sequence: int, record: ChangeRecord) -> dict[str, Value]:
    place = log_record_key(partition, sequence)
    row: dict[str, Value] = {
        "pk": place.partition,
        "sk": place.sort,
        "operation": record.operation.value,
        "memory_ids": list(record.memory_ids),
        "reason": record.reason,
        "actor": record.actor.value,
        "at": record.at.isoformat(),
        "sources": [[source.session_id, source.message_id] for source in record.sources],
    }
    if len(record.memory_ids) == 1:
        row["memory_key"] = memory_log_partition(partition, record.memory_ids[0])
    if record.shadow is not None:
        row["shadow"] = {
            "decision": record.shadow.decision.value,
            "reason": record.shadow.reason.value,
            "memory_ids": list(record.shadow.targets),
        }
    if record.app_id is not None:
        row["app_id"] = record.app_id
    if record.revision_before is not None:
        row["revision_before"] = record.revision_before
    if record.revision_after is not None:
        row["revision_after"] = record.revision_after
    return row
