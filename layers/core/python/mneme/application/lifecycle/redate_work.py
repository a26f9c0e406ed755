"""Date all memories anew: after the rate of decay was changed, or of before they were dated."""

from dataclasses import dataclass, replace
from datetime import date, datetime
from functools import partial

from mneme.application.jobs.look_after_each import LookAfterEach
from mneme.application.lifecycle.date_anew import DateAnew
from mneme.application.ports.clock import Clock
from mneme.application.ports.table_store import Item
from mneme.application.ports.whole_table import WholeTable
from mneme.application.repositories.head_rows import head_of
from mneme.application.repositories.leaving_entries import LEAVES_AFTER, leaves_after
from mneme.application.repositories.row_keys import HEADS, partition_owner
from mneme.domain.errors import InternalFault
from mneme.domain.job import JobOwner, JobShard, PageDone, Progress
from mneme.domain.memory import Head
from mneme.domain.tenancy import TenantContext, internal_context
from mneme.domain.weight import DECAY_VERSION

PAGE = 200


@dataclass(frozen=True)
class RedateWork:
    """Reads every head once, and writes those whose date was reckoned with another rate."""

    heads: WholeTable
    date_anew: DateAnew
    each: LookAfterEach
    clock: Clock
    shards: int = 1

    def first_cursor(self, day: date | None) -> str | None:  # noqa: ARG002
        """Return None: it begins with the first head."""
        return None

    def page(self, owner: JobOwner, shard: JobShard) -> PageDone:
        """Date the next heads. Raises Unavailable."""
        if not owner.everybody:
            raise InternalFault("dates are everybody's")
        page = self.heads.page(HEADS, shard.cursor, shard.portion(PAGE))
        now, done = self.clock.now(), Progress(len(page.items))
        for row in page.items:
            partition = str(row["pk"])
            tenant = internal_context(partition_owner(partition))
            look_after = partial(self._dated, tenant, partition, row, now)
            done += self.each(shard, tenant, str(row["sk"]), look_after)
        return PageDone(page.cursor, done)

    def _dated(self, tenant: TenantContext, partition: str, row: Item, now: datetime) -> Progress:
        head = head_of(row)
        if row.get(LEAVES_AFTER) != leaves_after(head):
            head = replace(head, due=None)  # it is of before the index that its date leads to
        changed = _outdated(head) and self.date_anew(tenant, partition, head, now)
        return Progress(changed=int(changed))


def _outdated(head: Head) -> bool:
    return head.due is None or head.due.decay_version != DECAY_VERSION
