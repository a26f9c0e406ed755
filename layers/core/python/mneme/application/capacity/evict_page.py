"""Let some memories leave, in one transaction: to the archive, or softly deleted (DESIGN §11)."""

from collections import Counter as Tally
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from mneme.application.commit.compose_memory import deleted_head
from mneme.application.ports.clock import Clock
from mneme.application.ports.metrics import NO_METRICS, Metrics
from mneme.application.ports.settings import ThresholdsNow, as_delivered
from mneme.application.repositories.commits import Commit, Commits, MemoryWrite
from mneme.application.repositories.guards import facts_changed
from mneme.application.repositories.row_keys import user_partition
from mneme.application.repositories.user_repository import UserRepository
from mneme.domain.capacity import status_once_evicted
from mneme.domain.change import Actor, ChangeRecord, OfCapacity, Operation
from mneme.domain.lifecycle import archived_head
from mneme.domain.measures import Measure, Measured
from mneme.domain.memory import Head, Status
from mneme.domain.scope import VisibleScope
from mneme.domain.tenancy import TenantContext
from mneme.domain.user_state import UserState
from mneme.domain.weight import WeightPolicy

PAGE = 20
"""Memories a transaction: 20 heads and records, at most 21 counters and 20 scopes, of 100."""


@dataclass(frozen=True)
class EvictPage:
    """Writes one page of evictions. What was evicted can be restored."""

    users: UserRepository
    commits: Commits
    clock: Clock
    metrics: Metrics = NO_METRICS
    thresholds: ThresholdsNow = as_delivered

    def __call__(
        self, tenant: TenantContext, user_id: str, state: UserState, leaving: Sequence[Head]
    ) -> None:
        """Evict at most twenty memories, all or none.

        Raises WriteConflict if one of them, or the user's row, has moved since it was read: who
        was recalled just now is chosen anew, or not. Raises Unavailable.
        """
        now, partition = self.clock.now(), user_partition(tenant, user_id)
        weights = self.thresholds().weights
        writes = tuple(MemoryWrite(_evicted(head, now, weights), before=head) for head in leaving)
        places = {VisibleScope(head.scope.key, head.epoch): None for head in leaving}
        extra = (
            self.users.unchanged(tenant, user_id, state),
            *(facts_changed(partition, place) for place in places),
        )
        records = tuple(_record(write.after) for write in writes)
        self.commits.carry_out(tenant, user_id, Commit(writes, records, extra))
        went = Tally(write.after.status for write in writes)
        evicted = Measured.MEMORIES_EVICTED
        self.metrics.record(tenant, [Measure(evicted, n, kind) for kind, n in went.items()])


def _evicted(head: Head, now: datetime, by: WeightPolicy) -> Head:
    archived = status_once_evicted(head, now, by) is Status.ARCHIVED
    return archived_head(head, now) if archived else deleted_head(head, now, lapsed=True)


def _record(after: Head) -> ChangeRecord:
    archived = after.status is Status.ARCHIVED
    return ChangeRecord(
        operation=Operation.ARCHIVE if archived else Operation.DELETE,
        memory_ids=(after.memory_id,),
        revision_before=after.revision,
        revision_after=after.revision,
        reason=OfCapacity.EVICTED,
        actor=Actor.SYSTEM,
        at=after.changed_at,
    )
