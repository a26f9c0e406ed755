"""Jobs, each made at first use: who shows them needs nothing of what they do."""

from collections.abc import Mapping
from functools import cached_property

from mneme.application.jobs.do_page import DoPage
from mneme.application.jobs.job_work import JobWork
from mneme.application.jobs.show_jobs import ShowJobs
from mneme.application.jobs.start_job import StartJob
from mneme.application.jobs.watch_jobs import WatchJobs
from mneme.application.repositories.jobs import Jobs
from mneme.domain.job import JobName
from mneme.runtime.lifecycle_parts import LifecycleParts
from mneme.runtime.parts import Parts
from mneme.runtime.reconcile_parts import ReconcileParts


class JobServices:
    """What the job worker, its scheduler and operators may call."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    @cached_property
    def stored(self) -> Jobs:
        """The shards of jobs."""
        return Jobs(self._parts.tables, self._parts.clock)

    @cached_property
    def works(self) -> Mapping[JobName, JobWork]:
        """What each job does."""
        lifecycle = LifecycleParts(self._parts)
        reconcile = ReconcileParts(self._parts, lifecycle.archive)
        return {JobName.LIFECYCLE: lifecycle.work, JobName.RECONCILE: reconcile.work}

    @cached_property
    def start(self) -> StartJob:
        """Behind schedules and `./dev mneme jobs run`."""
        own = self._parts
        return StartJob(self.stored, self.works, own.backend.queue, own.clock)

    @cached_property
    def do_page(self) -> DoPage:
        """The job worker's work."""
        own = self._parts
        return DoPage(self.stored, self.works, own.backend.queue, own.clock, own.ids)

    @cached_property
    def watch(self) -> WatchJobs:
        """Behind the schedule that looks after jobs."""
        return WatchJobs(self.stored, self._parts.backend.queue, self._parts.clock)

    @cached_property
    def show(self) -> ShowJobs:
        """Behind `job` and `./dev mneme jobs`."""
        return ShowJobs(self.stored)
