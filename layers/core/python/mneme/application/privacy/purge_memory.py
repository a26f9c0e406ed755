"""Purge a user's memory, of one app or session or altogether (DESIGN §15)."""

from contextlib import suppress
from dataclasses import dataclass

from mneme.application.jobs.job_messages import JOBS_QUEUE, page_message
from mneme.application.ports.clock import Clock
from mneme.application.ports.work_queue import WorkQueue
from mneme.application.privacy.purge_order import PurgeOrder
from mneme.application.repositories.commits import Commit, Commits
from mneme.application.repositories.jobs import Jobs, context_of
from mneme.application.repositories.key_ring import KeyRing
from mneme.application.repositories.make_way import attempts
from mneme.application.repositories.user_repository import UserRepository
from mneme.application.sessions.end_continuity import EndContinuity
from mneme.domain.change import ChangeRecord, OfPurge, Operation
from mneme.domain.errors import Unavailable, WriteConflict
from mneme.domain.job import JobName, JobOwner, JobShard
from mneme.domain.managing import actor_of
from mneme.domain.purge import PurgeTarget, purged, purged_at
from mneme.domain.tenancy import TenantContext


@dataclass(frozen=True)
class PurgeMemory:
    """The use case behind `user/purge` and `user/erase`.

    One write raises the epoch: whatever stands behind it is seen by nobody from then on, and what
    was accepted before and is being worked on is dropped at its commit. That write holds the job
    too that takes the rows away: nobody can be cut off in between.
    """

    users: UserRepository
    keys: KeyRing
    commits: Commits
    jobs: Jobs
    queue: WorkQueue
    end_continuity: EndContinuity
    clock: Clock

    def __call__(
        self,
        tenant: TenantContext,
        user_id: str,
        target: PurgeTarget,
        *,
        name: JobName = JobName.PURGE,
    ) -> str:
        """Purge, and return the id of the job that deletes. Raises Unavailable.

        Purged again, it takes what was told since.
        """
        owner = JobOwner(tenant.tenant_id, user_id)
        for _ in attempts(self.clock):
            state = self.users.state(tenant, user_id)
            after = purged(state, target)
            # What is written from then on has a key of its own, and readers seal cursors with it.
            self.keys.keys_for(tenant, user_id, after.epoch)
            order = PurgeOrder(target, purged_at(after, target), self.clock.now())
            shard = _shard(name, order)
            raised = self.users.raised(tenant, user_id, state, after)
            begun = self.jobs.begin_actions(owner, [shard])
            record = _record(tenant, order, name)
            try:
                self.commits.carry_out(tenant, user_id, Commit((), (record,), (*raised, *begun)))
            except WriteConflict:
                continue
            # It stands in another place, which has not moved. Its rows go with the job.
            self.end_continuity.of_purged(tenant, user_id, target)
            # Whoever looks after late jobs sends the page if this does not.
            with suppress(Unavailable):
                self.queue.send(context_of(owner), JOBS_QUEUE, page_message(owner, shard).encode())
            return shard.job_id
        raise Unavailable("the user's switches and epochs are being set without pause")


def purge_job_id(name: JobName, upto: int) -> str:
    """Return the id of the job of the purge that raised an epoch."""
    return f"{name.value}-{upto}"


def _shard(name: JobName, order: PurgeOrder) -> JobShard:
    return JobShard(
        purge_job_id(name, order.upto),
        name,
        0,
        1,
        order.at,
        order.at,
        cursor=order.encode(),
        app_id=order.target.app_id,
        session_id=order.target.session_id,
    )


def _record(tenant: TenantContext, order: PurgeOrder, name: JobName) -> ChangeRecord:
    target = order.target
    if target.everything:
        reason = OfPurge.ERASED if name is JobName.ERASE else OfPurge.EVERYTHING
    else:
        reason = OfPurge.APP if target.session_id is None else OfPurge.SESSION
    return ChangeRecord(
        operation=Operation.PURGE,
        memory_ids=(),
        revision_before=None,
        revision_after=None,
        reason=reason,
        actor=actor_of(tenant),
        at=order.at,
        app_id=target.app_id,
    )
