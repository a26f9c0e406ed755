"""The composition root: from settings to use cases, each made once, at first use."""

from functools import cached_property, lru_cache

from mneme.adapters.aes_gcm_cipher import AesGcmCipher
from mneme.adapters.system_clock import SystemClock
from mneme.adapters.system_ids import SystemIds
from mneme.application.accept_add import AcceptAdd
from mneme.application.accept_structured import AcceptStructured, WriteStructured
from mneme.application.commit_fact import CommitFact
from mneme.application.evolve_task import EvolveTask
from mneme.application.extract_task import ExtractTask
from mneme.application.find_by import FindBy
from mneme.application.index_changes import IndexChanges
from mneme.application.keep_episode import KeepEpisode
from mneme.application.look_up_known import LookUpKnown
from mneme.application.ports.change_feed import ChangeFeed
from mneme.application.ports.clock import Clock, Ids
from mneme.application.ports.embedder import Embedder, Stemmer, VectorRotation
from mneme.application.ports.table_store import TableStore
from mneme.application.ports.work_queue import QueueConsumer
from mneme.application.read_task import ReadTask
from mneme.application.recall import Recall
from mneme.application.reinforce import Reinforce
from mneme.application.repositories.change_log import ChangeLog
from mneme.application.repositories.commits import Commits
from mneme.application.repositories.episodes import Episodes
from mneme.application.repositories.guards import Guards
from mneme.application.repositories.key_ring import KeyRing
from mneme.application.repositories.memory_repository import MemoryRepository
from mneme.application.repositories.revision_rows import RevisionRows
from mneme.application.repositories.task_attachments import TaskAttachments
from mneme.application.repositories.tasks import Tasks
from mneme.application.repositories.tenant_guard import TenantGuard
from mneme.application.repositories.user_repository import UserRepository
from mneme.application.sweep_tasks import SweepTasks
from mneme.application.tenants import Tenants
from mneme.application.work_on_task import WorkOnTask
from mneme.application.write_gate import WriteGate
from mneme.runtime.backend import Stores
from mneme.runtime.settings import Settings, settings


class Services:
    """Everything a handler may call. What a function does not use is never made."""

    def __init__(self, configuration: Settings, clock: Clock, ids: Ids) -> None:
        self.settings = configuration
        self.clock = clock
        self.ids = ids

    # --- use cases ------------------------------------------------------------------------

    @cached_property
    def tenants(self) -> Tenants:
        """Tenants and their keys."""
        return Tenants(self.tables, self.keys, self.clock, self.ids)

    @cached_property
    def accept_add(self) -> AcceptAdd:
        """Behind `add`."""
        return AcceptAdd(
            self.users, self.keys, self.tasks, self.backend.queue, self.clock, self.ids
        )

    @cached_property
    def accept_structured(self) -> AcceptStructured:
        """Behind `add_structured` through evolution."""
        return AcceptStructured(self.users, self.tasks, self.backend.queue, self.clock, self.ids)

    @cached_property
    def write_structured(self) -> WriteStructured:
        """Behind `add_structured` that skips evolution."""
        return WriteStructured(self.users, self.commit_fact, self.find_by, self.ids)

    @cached_property
    def read_task(self) -> ReadTask:
        """Behind `task`."""
        return ReadTask(self.tasks)

    @cached_property
    def recall(self) -> Recall:
        """Behind `recall`."""
        return Recall(
            users=self.users,
            memories=self.memories,
            keys=self.keys,
            index=self.backend.index,
            embedder=self.embedder,
            rotation=self.rotation,
            stemmer=self.stemmer,
            queue=self.backend.queue,
            clock=self.clock,
        )

    @cached_property
    def work_on_task(self) -> WorkOnTask:
        """The frame of both workers."""
        return WorkOnTask(self.tasks, self.clock)

    @cached_property
    def extract_task(self) -> ExtractTask:
        """The extraction worker's work."""
        keep = KeepEpisode(Episodes(self.tables), self.commits, self.find_by, self.clock)
        gate = WriteGate(self.users)
        return ExtractTask(self.tasks, gate, keep, self.backend.queue, self.clock)

    @cached_property
    def evolve_task(self) -> EvolveTask:
        """The evolution worker's work."""
        gate = WriteGate(self.users)
        return EvolveTask(self.tasks, gate, self.commit_fact, self.find_by, self.clock)

    @cached_property
    def index_changes(self) -> IndexChanges:
        """The indexer's work."""
        index = self.backend.index
        index.prepare()
        return IndexChanges(self.memories, self.keys, index)

    @cached_property
    def reinforce(self) -> Reinforce:
        """The reinforcement worker's work."""
        return Reinforce(self.tables, self.memories)

    @cached_property
    def sweep_tasks(self) -> SweepTasks:
        """The sweep's work."""
        return SweepTasks(self.tables, self.tasks, self.backend.queue, self.clock)

    # --- repositories and their parts -----------------------------------------------------

    @cached_property
    def tables(self) -> TableStore:
        """The authority, behind the gate that refuses foreign keys."""
        return TenantGuard(self.backend.tables)

    @cached_property
    def users(self) -> UserRepository:
        """Switches and epochs."""
        return UserRepository(self.tables)

    @cached_property
    def keys(self) -> KeyRing:
        """Keys of users."""
        return KeyRing(self.tables, self.backend.key_service, self.cipher, self.clock, self.ids)

    @cached_property
    def memories(self) -> MemoryRepository:
        """Heads and revisions."""
        return MemoryRepository(self.tables, self.keys, RevisionRows(self.cipher))

    @cached_property
    def tasks(self) -> Tasks:
        """Tasks and their attachments."""
        attachments = TaskAttachments(self.tables, self.backend.blobs, self.keys, self.cipher)
        return Tasks(self.tables, attachments)

    @cached_property
    def commits(self) -> Commits:
        """Transactions of memories."""
        return Commits(self.tables, self.keys, RevisionRows(self.cipher), ChangeLog(self.tables))

    @cached_property
    def commit_fact(self) -> CommitFact:
        """From a fact to its transaction."""
        look_up = LookUpKnown(Guards(self.tables), self.memories, self.find_by)
        return CommitFact(look_up, self.commits, self.clock)

    @cached_property
    def find_by(self) -> FindBy:
        """Vectors and terms of texts."""
        return FindBy(self.keys, self.embedder, self.rotation, self.stemmer)

    # --- adapters -------------------------------------------------------------------------

    @cached_property
    def cipher(self) -> AesGcmCipher:
        """Authenticated encryption."""
        return AesGcmCipher(self.ids)

    @cached_property
    def embedder(self) -> Embedder:
        """The local embedding model: 1.1 s and 150 MB at first use."""
        from mneme.adapters.use_embedder import UseEmbedder  # noqa: PLC0415

        return UseEmbedder()

    @cached_property
    def rotation(self) -> VectorRotation:
        """The keyed rotation of vectors."""
        from mneme.adapters.hadamard_rotation import HadamardRotation  # noqa: PLC0415

        return HadamardRotation()

    @cached_property
    def stemmer(self) -> Stemmer:
        """The stemmer of English."""
        from mneme.adapters.snowball_stemmer import SnowballStemmer  # noqa: PLC0415

        return SnowballStemmer()

    @cached_property
    def backend(self) -> Stores:
        """The stores; only those of this deployment are imported."""
        folder = self.settings.data_dir
        if folder is not None:
            from mneme.runtime.embedded_backend import embedded_backend  # noqa: PLC0415

            return embedded_backend(self.settings, folder, self.clock, self.ids)
        from mneme.runtime.aws_backend import AwsBackend  # noqa: PLC0415

        return AwsBackend(self.settings)

    @property
    def queue_consumer(self) -> QueueConsumer:
        """The receiving side of the queues, for the local stack."""
        return self.backend.queue_consumer

    @property
    def change_feed(self) -> ChangeFeed:
        """The change feed, for the local stack."""
        return self.backend.change_feed


@lru_cache(maxsize=1)
def services() -> Services:
    """Return the services of this process, made from its environment at first use."""
    return Services(settings(), SystemClock(), SystemIds())
