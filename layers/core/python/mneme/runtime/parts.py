"""What several use cases are made of: repositories and the parts of their work."""

from functools import cached_property

from mneme.application.repositories.archived_rows import ArchivedRows
from mneme.application.repositories.key_ring import KeyRing
from mneme.application.repositories.measured_key_service import MeasuredKeyService
from mneme.application.repositories.memory_repository import MemoryRepository
from mneme.application.repositories.revision_archive import RevisionArchive
from mneme.application.repositories.revision_rows import RevisionRows
from mneme.application.repositories.sessions import Sessions
from mneme.application.repositories.task_attachments import TaskAttachments
from mneme.application.repositories.task_results import TaskResults
from mneme.application.repositories.tasks import Tasks
from mneme.application.repositories.user_repository import UserRepository
from mneme.application.tasks.made_by_tasks import MadeByTasks
from mneme.runtime.tenant_settings import TenantSettings


class Parts(TenantSettings):
    """The repositories of this deployment, and what use cases share."""

    @cached_property
    def users(self) -> UserRepository:
        """Switches and epochs."""
        return UserRepository(self.tables, self.opt_in.of)

    @cached_property
    def keys(self) -> KeyRing:
        """Keys of users."""
        service = MeasuredKeyService(self.backend.key_service, self.metrics)
        return KeyRing(self.tables, service, self.cipher, self.clock, self.ids)

    @cached_property
    def memories(self) -> MemoryRepository:
        """Heads and revisions."""
        return MemoryRepository(
            self.tables, self.keys, RevisionRows(self.cipher), self.archived_rows
        )

    @cached_property
    def archived_rows(self) -> ArchivedRows:
        """The content of archived revisions."""
        return ArchivedRows(lambda: self.backend.blobs, self.cipher)

    @cached_property
    def archive(self) -> RevisionArchive:
        """Revisions into the archive and out of it."""
        return RevisionArchive(self.tables, self.keys, self.archived_rows)

    @cached_property
    def tasks(self) -> Tasks:
        """Tasks and their attachments."""
        attachments = TaskAttachments(self.tables, self.backend.blobs, self.keys, self.cipher)
        return Tasks(self.tables, attachments, TaskResults(self.tables), self.clock)

    @cached_property
    def made_by_tasks(self) -> MadeByTasks:
        """The memories that came of tasks."""
        return MadeByTasks(self.tasks, self.memories)

    @cached_property
    def sessions(self) -> Sessions:
        """Sessions that hold memories of their own."""
        return Sessions(self.tables, self.thresholds)
