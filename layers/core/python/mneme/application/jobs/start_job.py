"""Begin a job: its shards are written first, and then each is sent its first page."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from mneme.application.jobs.job_messages import JOBS_QUEUE, page_message
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
        return self._begin(name, EVERYBODY, f"{name.value}-{day}", day)

    def by_hand(self, name: JobName, owner: JobOwner = EVERYBODY) -> str:
        """Begin one more job at once; return its id."""
        job_id = f"{name.value}-{self.clock.now():%Y-%m-%dT%H%M%S.%f}"
        self._begin(name, owner, job_id, None)
        return job_id

    def _begin(self, name: JobName, owner: JobOwner, job_id: str, day: date | None) -> bool:
        """Begin a job; return False if there is one of this id already. Raises Unavailable."""
        now, work = self.clock.now(), self.works[name]
        cursor = work.first_cursor(day)
        shards = [
            JobShard(job_id, name, number, work.shards, now, now, cursor=cursor)
            for number in range(work.shards)
        ]
        if not self.jobs.begin(owner, shards):
            return False
        for shard in shards:
            message = page_message(owner, shard).encode()
            self.queue.send(context_of(owner), JOBS_QUEUE, message)
        return True
