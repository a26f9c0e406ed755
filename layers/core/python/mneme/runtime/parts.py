"""What several use cases are made of: repositories and the parts of their work."""

from functools import cached_property

from aws_lambda_powertools import Logger

from mneme.adapters.deterministic_evolver import DeterministicEvolver
from mneme.adapters.logged_outages import LoggedIndex
from mneme.application.accept.screen_content import ScreenContent
from mneme.application.capacity.choose_leaving import ChooseLeaving
from mneme.application.capacity.commit_with_room import CommitWithRoom
from mneme.application.capacity.evict_down import EvictDown
from mneme.application.capacity.evict_page import EvictPage
from mneme.application.capacity.evict_work import EvictByJob, EvictWork
from mneme.application.capacity.make_room import MakeRoom
from mneme.application.capacity.unite_doubles import UniteDoubles
from mneme.application.commit.commit_fact import CommitFact
from mneme.application.commit.look_up_known import LookUpKnown
from mneme.application.commit.plan_commit import PlanCommit
from mneme.application.evolve.find_similar import FindSimilar
from mneme.application.evolve.find_unwanted import FindUnwanted
from mneme.application.evolve.judge_fact import JudgeFact
from mneme.application.evolve.overruled_texts import OverruledTexts
from mneme.application.evolve.propose_for_task import ProposeForTask
from mneme.application.extract.find_overruled import FindOverruled
from mneme.application.index.find_by import FindBy
from mneme.application.index.index_entries import IndexEntries
from mneme.application.jobs.start_job import StartJob
from mneme.application.ports.evictions import Evictions
from mneme.application.repositories.archived_rows import ArchivedRows
from mneme.application.repositories.change_log import ChangeLog
from mneme.application.repositories.change_records import ChangeRecords
from mneme.application.repositories.commits import Commits
from mneme.application.repositories.counters import Counters
from mneme.application.repositories.guards import Guards
from mneme.application.repositories.jobs import Jobs
from mneme.application.repositories.key_ring import KeyRing
from mneme.application.repositories.measured_key_service import MeasuredKeyService
from mneme.application.repositories.memory_repository import MemoryRepository
from mneme.application.repositories.overrulings import Overrulings
from mneme.application.repositories.revision_archive import RevisionArchive
from mneme.application.repositories.revision_rows import RevisionRows
from mneme.application.repositories.sessions import Sessions
from mneme.application.repositories.task_attachments import TaskAttachments
from mneme.application.repositories.task_results import TaskResults
from mneme.application.repositories.tasks import Tasks
from mneme.application.repositories.user_repository import UserRepository
from mneme.application.tasks.due_tasks import DueTasks
from mneme.application.tasks.made_by_tasks import MadeByTasks
from mneme.domain.job import JobName
from mneme.runtime.logged_faults import LoggedFaults
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
    def find_overruled(self) -> FindOverruled:
        """What people have thought otherwise of since it was told."""
        return FindOverruled(self.made_by_tasks, ChangeRecords(self.tables))

    @cached_property
    def sessions(self) -> Sessions:
        """Sessions that hold memories of their own."""
        return Sessions(self.tables, self.thresholds)

    @cached_property
    def due_tasks(self) -> DueTasks:
        """What the index of due tasks lists."""
        return DueTasks(self.tables, self.tasks, self.clock, LoggedFaults())

    @cached_property
    def commits(self) -> Commits:
        """Transactions of memories."""
        rows, log = RevisionRows(self.cipher), ChangeLog(self.tables, self.keys, self.ids)
        counted, clock = self.counters, self.clock
        return Commits(self.tables, self.keys, rows, log, counted, clock, self.thresholds)

    @cached_property
    def counters(self) -> Counters:
        """How much stands in each dimension."""
        return Counters(self.tables, self.tenant_limits)

    @cached_property
    def commit_with_room(self) -> CommitWithRoom:
        """Transactions that may add to what a user has."""
        return CommitWithRoom(self.commits, self.make_room, self.metrics)

    @cached_property
    def make_room(self) -> MakeRoom:
        """What a write that meets a limit does."""
        leaving = (self.users, self.counters, self.choose_leaving, self.unite_doubles)
        return MakeRoom(*leaving, self.evict_page, self.evictions, self.clock)

    @cached_property
    def evict_down(self) -> EvictDown:
        """What is left of an eviction, and what a lowered limit asks for."""
        leaving = (self.users, self.counters, self.choose_leaving, self.unite_doubles)
        return EvictDown(*leaving, self.evict_page, self.clock)

    @cached_property
    def choose_leaving(self) -> ChooseLeaving:
        """Who leaves first."""
        return ChooseLeaving(self.memories, self.clock, self.thresholds)

    @cached_property
    def unite_doubles(self) -> UniteDoubles:
        """What says the same twice."""
        parts = (self.users, self.memories, self.commits, self.stemmer)
        return UniteDoubles(*parts, self.clock, self.thresholds)

    @cached_property
    def evictions(self) -> Evictions:
        """What a write leaves to others."""
        works = {JobName.EVICT: EvictWork(self.evict_down)}
        start = StartJob(Jobs(self.tables, self.clock), works, self.backend.queue, self.clock)
        return EvictByJob(start, self.clock, LoggedFaults("eviction not asked for", "user"))

    @cached_property
    def evict_page(self) -> EvictPage:
        """Evictions, a page at a time."""
        return EvictPage(self.users, self.commits, self.clock, self.metrics, self.thresholds)

    @cached_property
    def commit_fact(self) -> CommitFact:
        """From a fact to its transaction."""
        look_up = LookUpKnown(Guards(self.tables), self.memories, self.find_by)
        plan = PlanCommit(look_up, self.find_by, self.archive, self.clock, self.thresholds)
        return CommitFact(look_up, plan, self.commit_with_room, self.clock, self.metrics)

    @cached_property
    def screen_content(self) -> ScreenContent:
        """The gate of content, before anything is stored."""
        return ScreenContent(self.sensitive_policies, self.metrics)

    @cached_property
    def search_index(self) -> LoggedIndex:
        """The index for those who can do without it: guarded, and its outages are logged."""
        return LoggedIndex(self.guarded_index, Logger())

    @cached_property
    def find_similar(self) -> FindSimilar:
        """The memories a fact is compared with."""
        index, embedder, metrics = self.search_index, self.embedder, self.metrics
        parts = (index, self.memories, embedder, self.clock, self.thresholds)
        return FindSimilar(*parts, metrics=metrics)

    @cached_property
    def judge_fact(self) -> JudgeFact:
        """What becomes of one fact."""
        rules = DeterministicEvolver(self.stemmer, self.thresholds)
        return JudgeFact(self.find_similar, rules, self.stemmer, self.clock, self.thresholds)

    @cached_property
    def find_unwanted(self) -> FindUnwanted:
        """What people do not want back."""
        texts = OverruledTexts(Overrulings(self.tables), self.memories, self.stemmer.stem)
        return FindUnwanted(Guards(self.tables), self.users, self.memories, texts)

    @cached_property
    def propose_for_task(self) -> ProposeForTask | None:
        """What a model proposes about all facts of a task; None if the deployment names none."""
        evolver = self.model_evolver
        if evolver is None:
            return None
        similar, screen = self.find_similar, self.screen_content
        return ProposeForTask(similar, self.find_by, evolver, screen, self.thresholds)

    @property
    def index_entries(self) -> IndexEntries:
        """What the index is told of a memory."""
        return IndexEntries(self.memories, self.keys, self.embedding_model.id)

    @cached_property
    def find_by(self) -> FindBy:
        """Vectors and terms of texts."""
        return FindBy(self.keys, self.embedder, self.rotation, self.stemmer)
