"""What several use cases are made of: repositories and the parts of their work."""

from functools import cached_property

from aws_lambda_powertools import Logger

from mneme.adapters.logged_outages import LoggedIndex
from mneme.application.index.find_by import FindBy
from mneme.application.index.index_entries import IndexEntries
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

    @cached_property
    def search_index(self) -> LoggedIndex:
        """The index for those who can do without it: guarded, and its outages are logged."""
        return LoggedIndex(self.guarded_index, Logger())

    @property
    def index_entries(self) -> IndexEntries:
        """What the index is told of a memory."""
        return IndexEntries(self.memories, self.keys, self.embedding_model.id)

    @cached_property
    def find_by(self) -> FindBy:
        """Vectors and terms of texts."""
        return FindBy(self.keys, self.embedder, self.rotation, self.stemmer)
