"""Take out all that is kept of a user (DESIGN §15): the job is begun, and noted in the log."""

from contextlib import suppress
from dataclasses import dataclass

from mneme.application.jobs.job_messages import TRANSFERS_QUEUE, page_message
from mneme.application.ports.clock import Clock
from mneme.application.ports.work_queue import WorkQueue
from mneme.application.repositories.commits import Commit, Commits
from mneme.application.repositories.jobs import Jobs, context_of
from mneme.application.repositories.make_way import attempts
from mneme.application.repositories.user_repository import UserRepository
from mneme.application.transfer.export_order import ExportOrder, following_id
from mneme.domain.change import ChangeRecord, OfTransfer, Operation
from mneme.domain.errors import Unavailable, WriteConflict
from mneme.domain.job import JobName, JobOwner, JobShard
from mneme.domain.managing import actor_of
from mneme.domain.tenancy import TenantContext


@dataclass(frozen=True)
class BeginExport:
    """The use case behind `user/export`. It works whether memory is on or off."""

    users: UserRepository
    commits: Commits
    jobs: Jobs
    queue: WorkQueue
    clock: Clock

    def __call__(self, tenant: TenantContext, user_id: str) -> str:
        """Return the id of the job: of the one that runs, if one does. Raises Unavailable."""
        owner = JobOwner(tenant.tenant_id, user_id)
        for _ in attempts(self.clock):
            last = self.jobs.newest(owner, JobName.EXPORT)
            if last is not None and not last.state.final:
                return last.job_id
            epoch = self.users.state(tenant, user_id).newest_epoch
            now = self.clock.now()
            job_id = following_id(last, epoch)
            cursor = ExportOrder(epoch).encode()
            shard = JobShard(job_id, JobName.EXPORT, 0, 1, now, now, cursor=cursor)
            record = ChangeRecord(
                operation=Operation.EXPORT,
                memory_ids=(),
                revision_before=None,
                revision_after=None,
                reason=OfTransfer.EXPORTED,
                actor=actor_of(tenant),
                at=now,
            )
            begun = tuple(self.jobs.begin_actions(owner, [shard]))
            try:
                self.commits.carry_out(tenant, user_id, Commit((), (record,), begun))
            except WriteConflict:
                continue  # somebody else has begun one just now
            # Whoever looks after late jobs sends the page if this does not.
            with suppress(Unavailable):
                message = page_message(owner, shard).encode()
                self.queue.send(context_of(owner), TRANSFERS_QUEUE, message)
            return job_id
        raise Unavailable("the user's memory is being written to without pause")
