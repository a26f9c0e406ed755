"""The daily job: what is due is archived, purged, pruned or dated anew (DESIGN §11)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import partial

from mneme.application.jobs.look_after_each import LookAfterEach
from mneme.application.lifecycle.due_heads import DueHeads
from mneme.application.lifecycle.retire_due import RetireDue
from mneme.application.ports.metrics import Metrics
from mneme.application.repositories.row_keys import partition_owner, user_of
from mneme.domain.due import over_before
from mneme.domain.errors import InternalFault, Unavailable
from mneme.domain.job import JobOwner, JobShard, PageDone, Progress
from mneme.domain.measures import Measure, Measured
from mneme.domain.tenancy import TenantContext, internal_context

PAGE = 100
"""Memories a page."""

SHARDS = 8


@dataclass(frozen=True)
class LifecycleWork:
    """Its cost follows what is due. A page that is done again finds done what was."""

    due: DueHeads
    retire: RetireDue
    each: LookAfterEach
    metrics: Metrics
    shards: int = SHARDS

    def first_cursor(self, day: date | None) -> str | None:  # noqa: ARG002
        """Return None: every run looks at whatever is due."""
        return None

    def page(self, owner: JobOwner, shard: JobShard) -> PageDone:
        """Look after the next memories of the shard. Raises Unavailable."""
        if not owner.everybody:
            raise InternalFault("the lifecycle is everybody's")
        until = over_before(shard.started_at)
        items = shard.portion(PAGE)
        page = self.due.page(shard.number, self.shards, until, shard.cursor, items)
        done = Progress(page.count)
        for partition, memory_ids in page.by_user.items():
            of_user = self._user(shard, partition, memory_ids)
            self._tell(partition, len(memory_ids), page.late[partition], of_user.failed)
            done += of_user
        return PageDone(page.cursor, done)

    def _user(self, shard: JobShard, partition: str, memory_ids: Sequence[str]) -> Progress:
        """Look after a user's memories: together, and one by one if that fails."""
        tenant, user_id = internal_context(partition_owner(partition)), user_of(partition)
        if len(memory_ids) > 1:
            try:
                return self._retired(tenant, user_id, memory_ids)
            except Exception as fault:
                # Which of them it is of, each alone will tell.
                if isinstance(fault, Unavailable) and not shard.last_try:
                    raise
        return sum(
            (
                self.each(shard, tenant, one, partial(self._retired, tenant, user_id, [one]))
                for one in memory_ids
            ),
            Progress(),
        )

    def _retired(self, tenant: TenantContext, user_id: str, memory_ids: Sequence[str]) -> Progress:
        return Progress(changed=self.retire(tenant, user_id, memory_ids).total())

    def _tell(self, partition: str, due: int, late: int, failed: int) -> None:
        counted = (
            (Measured.LIFECYCLE_DUE, due),
            (Measured.LIFECYCLE_LATE, late),
            (Measured.LIFECYCLE_FAILED, failed),
        )
        measures = [Measure(what, count) for what, count in counted if count]
        self.metrics.record(internal_context(partition_owner(partition)), measures)
