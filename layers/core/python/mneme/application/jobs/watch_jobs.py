"""Look after jobs that show no progress: their page is sent again."""

from dataclasses import dataclass

from mneme.application.jobs.job_messages import JOBS_QUEUE, page_message
from mneme.application.ports.clock import Clock
from mneme.application.ports.work_queue import WorkQueue
from mneme.application.repositories.jobs import Jobs, context_of
from mneme.domain.errors import WriteConflict


@dataclass(frozen=True)
class WatchJobs:
    """The schedule's use case; its cost follows the shards that run, which are few."""

    jobs: Jobs
    queue: WorkQueue
    clock: Clock

    def __call__(self) -> int:
        """Return how many pages were sent again. Raises Unavailable."""
        sent = 0
        for place in self.jobs.late():
            shard = self.jobs.find(place)
            # The index may lag behind the shard.
            if shard is None or shard.state.final or shard.held(self.clock.now()):
                continue
            message = page_message(place.owner, shard).encode()
            self.queue.send(context_of(place.owner), JOBS_QUEUE, message)
            sent += 1
            try:
                self.jobs.look_later(place.owner, shard)
            except WriteConflict:
                continue  # somebody has got on with it just now
        return sent
