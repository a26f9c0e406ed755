"""The parts of exports and imports, each made at first use."""

from functools import cached_property

from mneme.application.commit.find_guards import FindGuards
from mneme.application.jobs.look_after_each import LookAfterEach
from mneme.application.repositories.episodes import Episodes
from mneme.application.repositories.guards import Guards
from mneme.application.repositories.jobs import Jobs
from mneme.application.transfer.begin_export import BeginExport
from mneme.application.transfer.begin_import import BeginImport
from mneme.application.transfer.export_files import ExportFiles
from mneme.application.transfer.export_memory import ExportMemory
from mneme.application.transfer.export_work import ExportWork
from mneme.application.transfer.import_files import ImportFiles
from mneme.application.transfer.import_findable import ImportFindable
from mneme.application.transfer.import_memory import ImportMemory
from mneme.application.transfer.import_message import ImportMessage
from mneme.application.transfer.import_past import ImportPast
from mneme.application.transfer.import_slot import ImportSlot
from mneme.application.transfer.import_work import ImportWork
from mneme.application.transfer.link_export import LinkExport
from mneme.domain.errors import CapacityFull, ImportantQuotaFull, MemorySwitchedOff
from mneme.runtime.commit_parts import CommitParts
from mneme.runtime.lifecycle_parts import LifecycleParts
from mneme.runtime.logged_faults import LoggedFaults

REFUSALS = (CapacityFull, ImportantQuotaFull, MemorySwitchedOff)
"""What an import tells its caller alone."""


class TransferParts:
    """What takes memory out as a whole, and brings it in."""

    def __init__(self, parts: CommitParts) -> None:
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
        export = ExportMemory(own.memories)
        return ExportWork(own.users, own.memories, export, files, each, own.clock, own.thresholds)

    @cached_property
    def link_export(self) -> LinkExport:
        """Behind `job`."""
        own = self._parts
        return LinkExport(own.users, own.backend.links, own.clock)

    @cached_property
    def begin_import(self) -> BeginImport:
        """Behind `user/import`."""
        own = self._parts
        jobs, queue = Jobs(own.tables, own.clock), own.backend.queue
        return BeginImport(
            own.users, own.screen_content, self._import_files, jobs, queue, own.clock, own.ids
        )

    @cached_property
    def import_work(self) -> ImportWork:
        """The job of an import."""
        own = self._parts
        message = ImportMessage(Episodes(own.tables), own.keys, own.episode_retention, own.clock)
        past = ImportPast(
            own.tables,
            own.users,
            own.memories,
            ImportFindable(own.find_by),
            own.clock,
            own.thresholds,
        )
        guards = FindGuards(Guards(own.tables), own.keys)
        write = ImportMemory(
            users=own.users,
            memories=own.memories,
            sessions=own.sessions,
            guards=guards,
            commits=own.commit_with_room,
            slot=ImportSlot(own.memories, guards, own.clock),
            past=past,
            archive=LifecycleParts(own).archive,
            message=message,
            clock=own.clock,
            thresholds=own.thresholds,
        )
        each = LookAfterEach(LoggedFaults("memory not imported", "memory"), REFUSALS)
        return ImportWork(own.users, self._import_files, write, each)

    @cached_property
    def _import_files(self) -> ImportFiles:
        own = self._parts
        return ImportFiles(own.backend.blobs, own.keys, own.cipher)
