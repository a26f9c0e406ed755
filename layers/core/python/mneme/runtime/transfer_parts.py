"""The parts of exports, each made at first use."""

from functools import cached_property

from mneme.application.jobs.look_after_each import LookAfterEach
from mneme.application.repositories.jobs import Jobs
from mneme.application.transfer.begin_export import BeginExport
from mneme.application.transfer.export_files import ExportFiles
from mneme.application.transfer.export_work import ExportWork
from mneme.application.transfer.link_export import LinkExport
from mneme.runtime.logged_faults import LoggedFaults
from mneme.runtime.parts import Parts


class TransferParts:
    """What takes memory out as a whole."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    @cached_property
    def begin_export(self) -> BeginExport:
        """Behind `user/export`."""
        own = self._parts
        jobs, queue = Jobs(own.tables, own.clock), own.backend.queue
        return BeginExport(own.users, own.commits, jobs, queue, own.clock)

    @cached_property
    def export_work(self) -> ExportWork:
        """The job."""
        own = self._parts
        files = ExportFiles(own.backend.blobs, own.keys, own.cipher)
        each = LookAfterEach(LoggedFaults("memory not exported", "memory"))
        return ExportWork(own.users, own.memories, files, each, own.clock, own.thresholds)

    @cached_property
    def link_export(self) -> LinkExport:
        """Behind `job`."""
        own = self._parts
        return LinkExport(own.users, own.backend.links, own.clock)
