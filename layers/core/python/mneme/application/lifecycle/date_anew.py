"""Date a memory whose date is not, or no longer, what its state says."""

from dataclasses import dataclass
from datetime import datetime

from mneme.application.ports.table_store import Change, Equals, Remove, SetTo, TableStore, Update
from mneme.application.repositories.head_rows import head_row
from mneme.application.repositories.leaving_entries import LEAVES_AFTER
from mneme.application.repositories.row_keys import HEADS, head_key
from mneme.domain.due import Dating, dated
from mneme.domain.errors import WriteConflict
from mneme.domain.memory import Head
from mneme.domain.tenancy import TenantContext

_DUE = ("due_shard", "due_at", "due_action", "due_decay", LEAVES_AFTER)


@dataclass(frozen=True)
class DateAnew:
    """Writes nothing but the date: whoever writes the memory dates it as well."""

    tables: TableStore

    def __call__(
        self, tenant: TenantContext, partition: str, head: Head, now: datetime, by: Dating
    ) -> bool:
        """Date a memory; return False if its date holds, or somebody just wrote it.

        Raises Unavailable.
        """
        after = dated(head, head, now, by)
        if after.due == head.due:
            return False
        row = head_row(partition, after)
        changes: list[Change] = [
            SetTo(name, row[name]) if name in row else Remove(name) for name in _DUE
        ]
        unmoved = Equals("version", head.version)
        update = Update(HEADS, head_key(partition, head.memory_id), tuple(changes), unmoved)
        try:
            self.tables.transact(tenant, [update])
        except WriteConflict:
            return False
        return True
