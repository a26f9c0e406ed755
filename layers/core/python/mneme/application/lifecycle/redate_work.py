"""Date all memories anew: after the rate of decay was changed, or of before they were dated."""

from dataclasses import dataclass, replace
from datetime import date, datetime
from functools import partial

from mneme.application.jobs.look_after_each import LookAfterEach
from mneme.application.lifecycle.date_anew import DateAnew
from mneme.application.ports.clock import Clock
from mneme.application.ports.settings import ThresholdsNow, as_delivered
from mneme.application.ports.table_store import Item
from mneme.application.ports.whole_table import WholeTable
from mneme.application.repositories.head_rows import head_of
from mneme.application.repositories.leaving_entries import LEAVES_AFTER, leaves_after
from mneme.application.repositories.row_keys import HEADS, partition_owner
from mneme.domain.due import Dating
from mneme.domain.errors import InternalFault
from mneme.domain.job import JobOwner, JobShard, PageDone, Progress
from mneme.domain.tenancy import TenantContext, internal_context

PAGE = 200


@dataclass(frozen=True)
class RedateWork:
    """Reads every head once, and writes those whose date was reckoned with another rate."""

    heads: WholeTable
    date_anew: DateAnew
    each: LookAfterEach
    clock: Clock
    thresholds: ThresholdsNow = as_delivered
    shards: int = 1

    def first_cursor(self, day: date | None) -> str | None:  # noqa: ARG002
        """Return None: it begins with the first head."""
        return None

    def page(self, owner: JobOwner, shard: JobShard) -> PageDone:
        """Date the next heads. Raises Unavailable."""
        if not owner.everybody:
            raise InternalFault("dates are everybody's")
        page = self.heads.page(HEADS, shard.cursor, shard.portion(PAGE))
        now, by, done = self.clock.now(), self.thresholds().dating, Progress(len(page.items))
        for row in page.items:
            partition = str(row["pk"])
            tenant = internal_context(partition_owner(partition))
            look_after = partial(self._dated, tenant, partition, row, now, by)
            done += self.each(shard, tenant, str(row["sk"]), look_after)
        return PageDone(page.cursor, done)

    def _dated(
        self, tenant: TenantContext, partition: str, row: Item, now: datetime, by: Dating
    ) -> Progress:
        head = head_of(row)
        if row.get(LEAVES_AFTER) != leaves_after(head):
            head = replace(head, due=None)  # it is of before the index that its date leads to
        outdated = head.due is None or head.due.decay_version != by.version
        changed = outdated and self.date_anew(tenant, partition, head, now, by)
        return Progress(changed=int(changed))
