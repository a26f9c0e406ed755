"""Compare one user's table, index and counters, and repair what drifted (DESIGN §11)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta

from mneme.application.capacity.meet_limits import MeetLimits
from mneme.application.lifecycle.archive_memories import ArchiveMemories
from mneme.application.lifecycle.due_heads import OfUser
from mneme.application.ports.clock import Clock
from mneme.application.ports.counts_log import CountsLog
from mneme.application.ports.metrics import NO_METRICS, Metrics
from mneme.application.ports.settings import ThresholdsNow, as_delivered
from mneme.application.reconcile.compare_index import LEFT_TO_IT, Drift
from mneme.application.reconcile.repair_counters import RepairCounters
from mneme.application.reconcile.repair_index import RepairIndex
from mneme.application.repositories.memory_repository import MemoryRepository
from mneme.application.repositories.row_keys import user_partition
from mneme.application.repositories.user_repository import UserRepository
from mneme.domain.errors import WriteConflict
from mneme.domain.job import Progress
from mneme.domain.measures import Measure, Measured
from mneme.domain.memory import Head, Status
from mneme.domain.tenancy import TenantContext

READ_AT_ONCE = 500

TOMBSTONES_KEPT = timedelta(days=7)
"""Longer than any write of the index can be late."""

LOOKED_BACK = timedelta(days=15)
"""How long ago a memory was archived that may still have its content in the tables: longer than
two turns of the job take."""


@dataclass(frozen=True)
class ReconcileUser:
    """One user's part of the job. It goes on while the user's memory is switched off.

    Without `repair_index`, in a stage without search, table, counters and archive are compared.
    """

    users: UserRepository
    memories: MemoryRepository
    repair_index: RepairIndex | None
    repair_counters: RepairCounters
    archive: ArchiveMemories
    meet_limits: MeetLimits
    counts: CountsLog
    clock: Clock
    metrics: Metrics = NO_METRICS
    thresholds: ThresholdsNow = as_delivered

    def __call__(self, tenant: TenantContext, user_id: str) -> Progress:
        """Return how many heads were read, and what was repaired. Raises Unavailable."""
        partition = user_partition(tenant, user_id)
        # The index first: what it shows then has a head that is read later, or none at all.
        repair = self.repair_index
        indexed = None if repair is None else repair.listed(tenant, partition)
        state, sequence = (
            self.users.state(tenant, user_id),
            self.repair_counters.reached(tenant, user_id),
        )
        heads = self._heads(tenant, user_id)
        of = OfUser(tenant, user_id, state, self.clock.now(), self.thresholds().dating)
        drifted: Counter[Drift] = Counter()
        drifted[Drift.COUNTER] += self.repair_counters(tenant, user_id, state, heads, sequence)
        drifted[Drift.IN_TABLE] += sum(self._moved(of, head) for head in heads)
        drifted[Drift.ORPHAN] += self.archive.sweep(of, heads)
        swept = 0
        if repair is not None and indexed is not None:
            drifted += repair(tenant, partition, indexed, heads, of.now)
            swept = repair.audit.sweep(tenant, partition, of.now - TOMBSTONES_KEPT)
        drifted[Drift.OVER_LIMIT] += self.meet_limits(tenant, user_id, state, heads)
        told = {name: count for name, count in drifted.items() if count}
        if told:
            self.counts.record(tenant, {name.value: count for name, count in told.items()})
            self.metrics.record(tenant, _measures(told))
        return Progress(read=len(heads), changed=sum(told.values()) + swept)

    def _heads(self, tenant: TenantContext, user_id: str) -> Sequence[Head]:
        heads: list[Head] = []
        more = True
        while more:
            after = heads[-1].memory_id if heads else None
            page, more = self.memories.heads_after(tenant, user_id, after, READ_AT_ONCE)
            heads += page
        return heads

    def _moved(self, of: OfUser, head: Head) -> bool:
        """Move what an archived memory still has in the tables; return whether there was any."""
        if head.status is not Status.ARCHIVED or head.changed_at < of.now - LOOKED_BACK:
            return False
        try:
            return self.archive.move_content(of, head) > 0
        except WriteConflict:
            return False  # somebody is at it just now


def _measures(told: Mapping[Drift, int]) -> list[Measure]:
    """Return how much was repaired of each kind, and how much should never have been wrong."""
    wrong = sum(count for kind, count in told.items() if kind not in LEFT_TO_IT)
    kinds = [Measure(Measured.DRIFT_REPAIRED, count, kind) for kind, count in told.items()]
    return [Measure(Measured.DRIFT_REPAIRED, wrong), *kinds]
