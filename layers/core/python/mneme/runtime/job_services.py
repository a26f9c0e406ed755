"""Jobs, each made at first use: who shows them needs nothing of what they do."""

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property

from mneme.application.capacity.evict_work import EvictWork
from mneme.application.index.expunge_work import ExpungeWork
from mneme.application.jobs.do_page import DoPage
from mneme.application.jobs.job_work import JobWork
from mneme.application.jobs.show_jobs import ShowJobs
from mneme.application.jobs.start_job import StartJob
from mneme.application.jobs.watch_jobs import WatchJobs
from mneme.application.lifecycle.follow_dating import FollowDating
from mneme.application.repositories.dating_row import DatingRow
from mneme.application.repositories.expunged_row import ExpungedRow
from mneme.application.repositories.jobs import Jobs
from mneme.application.tenants.reseal_work import ResealWork
from mneme.domain.job import JobName
from mneme.runtime.certificate_parts import CertificateParts
from mneme.runtime.compression_parts import CompressionParts
from mneme.runtime.job_parts import JobParts
from mneme.runtime.lifecycle_parts import LifecycleParts
from mneme.runtime.logged_faults import LoggedFaults
from mneme.runtime.offboard_parts import OffboardParts
from mneme.runtime.purge_parts import PurgeParts
from mneme.runtime.reconcile_parts import ReconcileParts
from mneme.runtime.transfer_parts import TransferParts


class JobServices:
    """What the job worker, its scheduler and operators may call."""

    def __init__(self, parts: JobParts) -> None:
        self._parts = parts

    @cached_property
    def stored(self) -> Jobs:
        """The shards of jobs."""
        return Jobs(self._parts.tables, self._parts.clock)

    @cached_property
    def works(self) -> Mapping[JobName, JobWork]:
        """What each job does; who begins one job need not be able to do the others."""
        own, lifecycle = self._parts, self._lifecycle
        return MadeOnce(
            {
                JobName.LIFECYCLE: lambda: lifecycle.work,
                JobName.RECONCILE: lambda: self.reconcile.work,
                JobName.REDATE: lambda: lifecycle.redate,
                JobName.PURGE: lambda: PurgeParts(own).work,
                JobName.ERASE: lambda: PurgeParts(own).work,
                JobName.CERTIFY: lambda: CertificateParts(own).work,
                JobName.EXPUNGE: self._expunge,
                JobName.EXPORT: lambda: TransferParts(own).export_work,
                JobName.IMPORT: lambda: TransferParts(own).import_work,
                JobName.EVICT: lambda: EvictWork(own.evict_down),
                JobName.COMPRESS: lambda: CompressionParts(own).work,
                JobName.RESEAL: self._reseal,
                JobName.OFFBOARD: lambda: OffboardParts(own).work,
            }
        )

    def _expunge(self) -> ExpungeWork:
        own = self._parts
        return ExpungeWork(own.backend.index_expunge, ExpungedRow(own.tables), own.clock)

    def _reseal(self) -> ResealWork:
        own = self._parts
        branch_keys, faults = own.keys.branch_keys, LoggedFaults("key not sealed anew", "table")
        return ResealWork(own.tables, own.backend.whole_tables, branch_keys, faults)

    @cached_property
    def start(self) -> StartJob:
        """Behind schedules and `./dev mneme jobs run`."""
        own = self._parts
        return StartJob(self.stored, self.works, own.backend.queue, own.clock)

    @cached_property
    def do_page(self) -> DoPage:
        """The job worker's work."""
        own = self._parts
        return DoPage(self.stored, self.works, own.backend.queue, own.clock, own.ids, own.metrics)

    @cached_property
    def watch(self) -> WatchJobs:
        """Behind the schedule that looks after jobs."""
        own = self._parts
        faults = LoggedFaults("job not looked after", "job")
        return WatchJobs(self.stored, own.backend.queue, own.clock, faults, own.metrics)

    @cached_property
    def follow_dating(self) -> FollowDating:
        """Behind the same schedule: dates follow the thresholds they are reckoned with."""
        own = self._parts
        return FollowDating(DatingRow(own.tables), self.start, own.clock, own.thresholds)

    @cached_property
    def show(self) -> ShowJobs:
        """Behind `job` and `./dev mneme jobs`."""
        return ShowJobs(self.stored)

    @cached_property
    def reconcile(self) -> ReconcileParts:
        """Behind the nightly comparison."""
        return ReconcileParts(self._parts, self._lifecycle.archive)

    @cached_property
    def _lifecycle(self) -> LifecycleParts:
        return LifecycleParts(self._parts)


class MadeOnce(Mapping[JobName, JobWork]):
    """Works that are made at first use."""

    def __init__(self, makers: Mapping[JobName, Callable[[], JobWork]]) -> None:
        self._makers = makers
        self._made: dict[JobName, JobWork] = {}

    def __getitem__(self, name: JobName) -> JobWork:
        """Return the work of a name."""
        if name not in self._made:
            self._made[name] = self._makers[name]()
        return self._made[name]

    def __iter__(self) -> Iterator[JobName]:
        """Iterate over the names."""
        return iter(self._makers)

    def __len__(self) -> int:
        """Return how many works there are."""
        return len(self._makers)
