"""Date all memories anew: after the rate of decay was changed, or of before they were dated."""

from dataclasses import dataclass
from datetime import date, datetime

from mneme.application.lifecycle.date_anew import DateAnew
from mneme.application.ports.clock import Clock
from mneme.application.ports.fault_log import FaultLog
from mneme.application.ports.table_store import Item
from mneme.application.ports.whole_table import WholeTable
from mneme.application.repositories.head_rows import head_of
from mneme.application.repositories.row_keys import HEADS, partition_owner
from mneme.domain.errors import InternalFault, Unavailable
from mneme.domain.job import JobOwner, JobShard, PageDone, Progress
from mneme.domain.memory import Head
from mneme.domain.tenancy import internal_context
from mneme.domain.weight import DECAY_VERSION

PAGE = 200


@dataclass(frozen=True)
class RedateWork:
    """Reads every head once, and writes those whose date was reckoned with another rate."""

    heads: WholeTable
    date_anew: DateAnew
    faults: FaultLog
    clock: Clock
    shards: int = 1

    def first_cursor(self, day: date | None) -> str | None:  # noqa: ARG002
        """Return None: it begins with the first head."""
        return None

    def page(self, owner: JobOwner, shard: JobShard) -> PageDone:
        """Date the next heads. Raises Unavailable."""
        if not owner.everybody:
            raise InternalFault("dates are everybody's")
        page, now = self.heads.page(HEADS, shard.cursor, PAGE), self.clock.now()
        done = sum((self._dated(row, now) for row in page.items), Progress())
        return PageDone(page.cursor, done)

    def _dated(self, row: Item, now: datetime) -> Progress:
        partition = str(row["pk"])
        tenant = internal_context(partition_owner(partition))
        try:
            head = head_of(row)
            changed = _outdated(head) and self.date_anew(tenant, partition, head, now)
        except Unavailable:
            raise
        except Exception as fault:  # noqa: BLE001
            # One damaged row must not hold up all others, whatever is wrong with it.
            self.faults.record(tenant, str(row["sk"]), fault)
            return Progress(read=1, failed=1)
        return Progress(read=1, changed=int(changed))


def _outdated(head: Head) -> bool:
    return head.due is None or head.due.decay_version != DECAY_VERSION
