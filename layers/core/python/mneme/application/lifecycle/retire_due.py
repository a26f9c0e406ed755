"""Do to a user's memories what their day has come for, or date them anew."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from mneme.application.lifecycle.archive_memories import ArchiveMemories
from mneme.application.lifecycle.date_anew import DateAnew
from mneme.application.lifecycle.due_heads import OfUser
from mneme.application.lifecycle.prune_revisions import PruneRevisions
from mneme.application.lifecycle.purge_memories import PurgeMemories
from mneme.application.ports.clock import Clock
from mneme.application.ports.counts_log import CountsLog
from mneme.application.ports.metrics import Metrics
from mneme.application.ports.settings import ThresholdsNow, as_delivered
from mneme.application.repositories.make_way import attempts
from mneme.application.repositories.memory_repository import MemoryRepository
from mneme.application.repositories.row_keys import user_partition
from mneme.application.repositories.user_repository import UserRepository
from mneme.domain.due import DueAction, due_of
from mneme.domain.errors import Unavailable, WriteConflict
from mneme.domain.lifecycle import Retired
from mneme.domain.measures import Measure, Measured
from mneme.domain.memory import Head
from mneme.domain.tenancy import TenantContext

_ARCHIVES = frozenset({DueAction.FADE, DueAction.EXPIRE})


@dataclass(frozen=True)
class RetireDue:
    """One user's part of a lifecycle page. It goes on while the user's memory is switched off."""

    users: UserRepository
    memories: MemoryRepository
    archive: ArchiveMemories
    purge: PurgeMemories
    prune: PruneRevisions
    date_anew: DateAnew
    counts: CountsLog
    metrics: Metrics
    clock: Clock
    thresholds: ThresholdsNow = as_delivered

    def __call__(
        self, tenant: TenantContext, user_id: str, memory_ids: Sequence[str]
    ) -> Counter[Retired]:
        """Return how many memories were archived, purged, pruned and dated anew.

        What is no longer due, or gone, is left alone. Raises Unavailable, also if the memories are
        written to without pause: what was done until then is done.
        """
        done: Counter[Retired] = Counter()
        try:
            self._retire_all(tenant, user_id, list(memory_ids), done)
        finally:
            self._tell(tenant, {what: count for what, count in done.items() if count})
        return done

    def _retire_all(
        self, tenant: TenantContext, user_id: str, waiting: list[str], done: Counter[Retired]
    ) -> None:
        for _ in attempts(self.clock):
            try:
                while waiting:
                    state, now = self.users.state(tenant, user_id), self.clock.now()
                    of = OfUser(tenant, user_id, state, now, self.thresholds().dating)
                    heads = self.memories.heads(tenant, user_id, waiting)
                    # What was pruned may be due for something else as well.
                    waiting = self._retire(of, list(heads.values()), done)
            except WriteConflict:
                continue
            return
        raise Unavailable("the memories are being written to without pause")

    def _retire(self, of: OfUser, heads: Sequence[Head], done: Counter[Retired]) -> list[str]:
        """Return the ids of those that were pruned."""
        by_action: dict[str, list[Head]] = {}
        archived: list[tuple[Head, DueAction]] = []
        for head in heads:
            action = _due_for(of, head)
            if action in _ARCHIVES:
                archived.append((head, action))
            else:
                by_action.setdefault(action or "", []).append(head)
        # Each step counts itself: who loses a race begins again with what is left.
        done[Retired.ARCHIVED] += self.archive(of, archived)
        done[Retired.PURGED] += self.purge(of, by_action.get(DueAction.PURGE, ()))
        tenant, partition = of.tenant, user_partition(of.tenant, of.user_id)
        pruned = by_action.get(DueAction.PRUNE, [])
        for head in pruned:
            done[Retired.PRUNED] += self.prune(of, head) > 0
        for head in by_action.get("", ()):
            done[Retired.DATED_ANEW] += self.date_anew(tenant, partition, head, of.now, of.by)
        return [head.memory_id for head in pruned]

    def _tell(self, tenant: TenantContext, done: Mapping[Retired, int]) -> None:
        if done:
            self.counts.record(tenant, {what.value: count for what, count in done.items()})
            what_was_done = Measured.LIFECYCLE_DONE
            measures = [Measure(what_was_done, count, what) for what, count in done.items()]
            self.metrics.record(tenant, measures)


def _due_for(of: OfUser, head: Head) -> DueAction | None:
    """Return what a memory's day has come for, None if it has not.

    What a purge of the user or of its scope has hidden is gone for everybody: so it goes.
    """
    if head.epoch != of.state.effective_epoch(head.scope):
        return DueAction.PURGE
    due = due_of(head, of.now, of.by)
    return due.action if due is not None and due.at <= of.now else None
