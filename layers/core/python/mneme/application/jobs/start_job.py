"""Begin a job: its shards are written first, and then each is sent its first page."""

from collections.abc import Mapping
from dataclasses import dataclass

from mneme.application.jobs.job_messages import page_message, queue_of_job
from mneme.application.jobs.job_work import JobWork
from mneme.application.ports.clock import Clock
from mneme.application.ports.work_queue import WorkQueue
from mneme.application.repositories.jobs import Jobs, context_of
from mneme.domain.job import JobName, JobOwner, JobShard

EVERYBODY = JobOwner()


@dataclass(frozen=True)
class StartJob:
    """The use case behind schedules and the operator's command.

    A job is begun once by its id, however many begin it: all but one find it there. What is cut
    off before every shard was sent its page is found late, and sent.
    """

    jobs: Jobs
    works: Mapping[JobName, JobWork]
    queue: WorkQueue
    clock: Clock

    def daily(self, name: JobName) -> bool:
        """Begin the deployment's job of this day (UTC); return whether it was not there yet."""
        day = self.clock.now().date()
        cursor = self.works[name].first_cursor(day)
        return self.once(name, EVERYBODY, f"{name.value}-{day}", cursor)

    def by_hand(self, name: JobName, owner: JobOwner = EVERYBODY) -> str:
        """Begin one more job at once; return its id."""
        job_id = f"{name.value}-{self.clock.now():%Y-%m-%dT%H%M%S.%f}"
        self.once(name, owner, job_id, self.works[name].first_cursor(None))
        return job_id

    def once(
        self,
        name: JobName,
        owner: JobOwner,
        job_id: str,
        cursor: str | None,
        *,
        delay_seconds: int = 0,
    ) -> bool:
        """Begin a job at a cursor; return False if there is one of this id already.

        Its first pages are done after the delay, of 15 minutes at most. Raises Unavailable.
        """
        now, count = self.clock.now(), self.works[name].shards
        shards = [
            JobShard(job_id, name, number, count, now, now, cursor=cursor)
            for number in range(count)
        ]
        if not self.jobs.begin(owner, shards):
            return False
        for shard in shards:
            message = page_message(owner, shard).encode(delay_seconds)
            self.queue.send(context_of(owner), queue_of_job(shard.name), message)
        return True
