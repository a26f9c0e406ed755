"""Jobs, for the functions that begin, do and watch them."""

from functools import cached_property

from mneme.runtime.job_parts import JobParts
from mneme.runtime.job_services import JobServices
from mneme.runtime.process import Process


class JobFunctions(JobParts):
    """What the job worker, its scheduler and operators may call."""

    @cached_property
    def jobs(self) -> JobServices:
        """Behind jobs, their worker and their scheduler."""
        return JobServices(self)


services = Process(JobFunctions)
