"""The parts of the job that erases the users of a tenant, each made at first use."""

from functools import cached_property

from mneme.application.jobs.look_after_each import LookAfterEach
from mneme.application.privacy.offboard_work import OffboardWork
from mneme.runtime.certificate_parts import CertificateParts
from mneme.runtime.commit_parts import CommitParts
from mneme.runtime.logged_faults import LoggedFaults
from mneme.runtime.purging import purge_memory


class OffboardParts:
    """What the job is made of."""

    def __init__(self, parts: CommitParts) -> None:
        self._parts = parts

    @cached_property
    def work(self) -> OffboardWork:
        """The job."""
        own = self._parts
        return OffboardWork(
            own.tables,
            own.backend.whole_tables,
            purge_memory(own),
            CertificateParts(own).stored,
            LookAfterEach(LoggedFaults("user not erased", "user")),
            own.clock,
        )
