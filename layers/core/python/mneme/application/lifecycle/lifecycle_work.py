"""The daily job: what is due is archived, purged, pruned or dated anew (DESIGN §11)."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from mneme.application.lifecycle.due_heads import DueHeads
from mneme.application.lifecycle.retire_due import RetireDue
from mneme.application.ports.counts_log import CountsLog
from mneme.application.ports.fault_log import FaultLog
from mneme.application.repositories.row_keys import partition_owner, user_of
from mneme.domain.due import over_before
from mneme.domain.errors import InternalFault, Unavailable
from mneme.domain.job import JobOwner, JobShard, PageDone, Progress
from mneme.domain.tenancy import internal_context

PAGE = 100
"""Memories a page."""

SHARDS = 8


@dataclass(frozen=True)
class LifecycleWork:
    """Its cost follows what is due. A page that is done again finds done what was."""

    due: DueHeads
    retire: RetireDue
    counts: CountsLog
    faults: FaultLog
    shards: int = SHARDS

    def first_cursor(self, day: date | None) -> str | None:  # noqa: ARG002
        """Return None: every run looks at whatever is due."""
        return None

    def page(self, owner: JobOwner, shard: JobShard) -> PageDone:
        """Look after the next memories of the shard. Raises Unavailable."""
        if not owner.everybody:
            raise InternalFault("the lifecycle is everybody's")
        until = over_before(shard.started_at)
        page = self.due.page(shard.number, self.shards, until, shard.cursor, PAGE)
        changed = failed = 0
        for partition, memory_ids in page.by_user.items():
            done, faulty = self._user(partition, memory_ids)
            changed += sum(done.values())
            failed += faulty
        return PageDone(page.cursor, Progress(page.count, changed, failed))

    def _user(self, partition: str, memory_ids: Sequence[str]) -> tuple[Counter[str], int]:
        """Return what was done to a user's memories, and how many could not be looked after."""
        tenant, user_id = internal_context(partition_owner(partition)), user_of(partition)
        try:
            done = self.retire(tenant, user_id, memory_ids)
        except Unavailable:
            raise
        except Exception as fault:  # noqa: BLE001
            # One damaged row must hold up neither other users nor what else is due of its own.
            if len(memory_ids) > 1:
                return self._one_by_one(partition, memory_ids)
            self.faults.record(tenant, memory_ids[0], fault)
            return Counter(), 1
        counts = {name: count for name, count in done.items() if count}
        if counts:
            self.counts.record(tenant, counts)
        return done, 0

    def _one_by_one(self, partition: str, memory_ids: Sequence[str]) -> tuple[Counter[str], int]:
        done, failed = Counter[str](), 0
        for memory_id in memory_ids:
            of_one, faulty = self._user(partition, [memory_id])
            done += of_one
            failed += faulty
        return done, failed
