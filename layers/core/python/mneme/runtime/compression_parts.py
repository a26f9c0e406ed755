"""The parts of compression, each made at first use: there are none without a language model."""

from functools import cached_property

from mneme.application.capacity.compress_group import CompressGroup
from mneme.application.capacity.compress_work import CompressByJob, CompressWork
from mneme.application.capacity.find_alike import FindAlike
from mneme.application.capacity.plan_compression import PlanCompression
from mneme.application.commit.look_up_known import LookUpKnown
from mneme.application.jobs.job_work import JobWork
from mneme.application.jobs.look_after_each import LookAfterEach
from mneme.application.jobs.start_job import StartJob
from mneme.application.ports.compressions import Compressions
from mneme.application.ports.compressor import Compressor
from mneme.application.repositories.guards import Guards
from mneme.application.repositories.jobs import Jobs
from mneme.domain.job import JobName
from mneme.runtime.job_parts import JobParts
from mneme.runtime.logged_faults import LoggedFaults
from mneme.runtime.missing_model import NoCompressor


class CompressionParts:
    """What the job is made of."""

    def __init__(self, parts: JobParts) -> None:
        self._parts = parts

    @property
    def asked(self) -> Compressions | None:
        """Who is asked for compressions; None if the deployment names no model."""
        own = self._parts
        if own.compressor is None:
            return None
        works: dict[JobName, JobWork] = {JobName.COMPRESS: self.work}
        start = StartJob(Jobs(own.tables, own.clock), works, own.backend.queue, own.clock)
        faults = LoggedFaults("compression not asked for", "user")
        return CompressByJob(start, own.compressor.serves, own.clock, faults, own.thresholds)

    @cached_property
    def work(self) -> CompressWork:
        """The job."""
        own = self._parts
        model, each = own.embedding_model, LookAfterEach(LoggedFaults("not compressed", "user"))
        leaving = own.choose_leaving
        find = FindAlike(own.memories, leaving, model, own.stemmer, own.clock, own.thresholds)
        return CompressWork(own.users, find, self._group(own.compressor or NoCompressor()), each)

    def _group(self, compressor: Compressor) -> CompressGroup:
        own = self._parts
        look_up = LookUpKnown(Guards(own.tables), own.memories, own.find_by)
        plan = PlanCompression(look_up, own.users, own.clock, own.thresholds)
        return CompressGroup(
            own.users,
            own.memories,
            compressor,
            plan,
            own.commits,
            own.screen_content,
            own.stemmer,
            own.clock,
            own.metrics,
            own.thresholds,
        )
