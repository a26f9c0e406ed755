"""The rest of an eviction as a job: what a write asked for, a few pages a message."""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from mneme.application.capacity.evict_down import EvictDown
from mneme.application.jobs.start_job import StartJob
from mneme.application.ports.clock import Clock
from mneme.application.ports.fault_log import FaultLog
from mneme.domain.counting import Counter
from mneme.domain.errors import InternalFault, Unavailable
from mneme.domain.identity import hashed_user
from mneme.domain.job import JobName, JobOwner, JobShard, PageDone, Progress
from mneme.domain.tenancy import TenantContext, internal_context

PAGES = 10
"""Evictions of twenty that one page of the job makes: who leaves first is asked once for them."""

ASKED_SECONDS = 600
"""So long one job answers whoever asks for the same."""


@dataclass(frozen=True)
class EvictWork:
    """Brings what was full down; it goes on where the counters stand, whoever was cut off."""

    evict_down: EvictDown
    shards: int = 1

    def first_cursor(self, day: date | None) -> str | None:  # noqa: ARG002
        """Return None: what is to be evicted, only who asks can tell."""
        return None

    def page(self, owner: JobOwner, shard: JobShard) -> PageDone:
        """Evict some pages. Raises Unavailable."""
        if owner.everybody or shard.cursor is None:
            raise InternalFault("an eviction is of a user's dimensions")
        counters = [Counter(*one) for one in json.loads(shard.cursor)]
        tenant = internal_context(owner.tenant_id)
        step = self.evict_down(tenant, owner.user_id, counters[0], shard.portion(PAGES))
        left = counters if step.more else counters[1:]
        done = Progress(read=step.evicted, changed=step.evicted)
        return PageDone(_cursor(left) if left else None, done)


@dataclass(frozen=True)
class EvictByJob:
    """An `Evictions` that begins jobs: one for all who ask for the same within ten minutes."""

    start: StartJob
    clock: Clock
    faults: FaultLog

    def ask(self, tenant: TenantContext, user_id: str, counters: Sequence[Counter]) -> None:
        """Begin the job unless it was begun already; what keeps it from that is taken down.

        Whoever asks has made the room that was needed: the rest is no reason to fail. A job that
        was written and not sent is late, and then it is sent.
        """
        cursor = _cursor(counters)
        which = hashlib.sha256(cursor.encode("utf-8", "surrogatepass")).hexdigest()[:16]
        turn = int(self.clock.now().timestamp()) // ASKED_SECONDS
        owner = JobOwner(tenant.tenant_id, user_id)
        try:
            self.start.once(JobName.EVICT, owner, f"evict-{which}-{turn}", cursor)
        except Unavailable as outage:
            self.faults.record(tenant, hashed_user(tenant.tenant_id, user_id), outage)


def _cursor(counters: Sequence[Counter]) -> str:
    return json.dumps([[one.dimension, one.epoch] for one in counters])
