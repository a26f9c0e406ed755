"""Look after jobs that show no progress, and after those that FAILED and must not have."""

from dataclasses import dataclass

from mneme.application.jobs.job_messages import page_message, queue_of_job
from mneme.application.passing_faults import passing_faults
from mneme.application.ports.clock import Clock
from mneme.application.ports.fault_log import FaultLog
from mneme.application.ports.metrics import NO_METRICS, Metrics
from mneme.application.ports.work_queue import WorkQueue
from mneme.application.repositories.jobs import Jobs, ShardPlace, context_of
from mneme.domain.errors import WriteConflict
from mneme.domain.job import REST, JobOwner, JobShard
from mneme.domain.measures import Measure, Measured


@dataclass(frozen=True)
class WatchJobs:
    """The schedule's use case; its cost follows the shards that run or rest, which are few."""

    jobs: Jobs
    queue: WorkQueue
    clock: Clock
    faults: FaultLog
    metrics: Metrics = NO_METRICS

    def __call__(self) -> int:
        """Return how many pages were sent again.

        A shard that cannot be looked after does not hold up those behind it: what was wrong with
        it is taken down, and the first such fault is raised in the end.
        """
        return passing_faults(self.jobs.late(), self._looked_at, self._note)

    def _looked_at(self, place: ShardPlace) -> bool:
        shard = self.jobs.find(place)
        if shard is None:
            return False
        try:
            return self._begun_again(place.owner, shard) or self._sent_again(place.owner, shard)
        except WriteConflict:
            return False  # somebody has got on with it just now

    def _begun_again(self, owner: JobOwner, shard: JobShard) -> bool:
        # The index may lag behind the shard.
        rested = shard.updated_at + REST <= self.clock.now()
        if not (shard.has_failed and shard.comes_again and rested):
            return False
        self._send(owner, self.jobs.revive(owner, shard))
        self.metrics.record(context_of(owner), [Measure(Measured.SHARD_REVIVED)])
        return True

    def _sent_again(self, owner: JobOwner, shard: JobShard) -> bool:
        if shard.state.final or shard.held(self.clock.now()):
            return False
        self._send(owner, shard)
        self.jobs.look_later(owner, shard)
        return True

    def _send(self, owner: JobOwner, shard: JobShard) -> None:
        self.queue.send(
            context_of(owner), queue_of_job(shard.name), page_message(owner, shard).encode()
        )

    def _note(self, place: ShardPlace, fault: Exception) -> None:
        self.faults.record(context_of(place.owner), place.job_id, fault)
