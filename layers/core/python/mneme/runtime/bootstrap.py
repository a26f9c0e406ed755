"""The composition root: from settings to use cases, each made once, at first use."""

from functools import cached_property

from mneme.adapters.system_clock import SystemClock
from mneme.adapters.system_ids import SystemIds
from mneme.application.accept.accept_add import AcceptAdd
from mneme.application.accept.accept_structured import AcceptStructured, WriteStructured
from mneme.application.commit.find_guards import FindGuards
from mneme.application.evolve.close_up import CloseUp
from mneme.application.evolve.evolve_task import EvolveTask
from mneme.application.evolve.find_unsaid import FindUnsaid
from mneme.application.evolve.judge_task import JudgeTask
from mneme.application.evolve.leave_outdated import LeaveOutdated
from mneme.application.evolve.restate_memory import RestateMemory
from mneme.application.evolve.take_back_edited import TakeBackEdited
from mneme.application.extract.extract_task import ExtractTask
from mneme.application.extract.find_edits import FindEdits
from mneme.application.extract.keep_episode import KeepEpisode
from mneme.application.extract.read_session import ReadSession
from mneme.application.extract.sort_messages import SortMessages
from mneme.application.extract.told_messages import ToldMessages
from mneme.application.index.embed_facts import EmbedFacts
from mneme.application.index.index_changes import IndexChanges
from mneme.application.index.rebuild_index import RebuildIndex
from mneme.application.privacy.purge_memory import PurgeMemory
from mneme.application.privacy.switch_memory import SwitchMemory
from mneme.application.repositories.episodes import Episodes
from mneme.application.repositories.guards import Guards
from mneme.application.repositories.jobs import Jobs
from mneme.application.sessions.accept_closing import AcceptClosing
from mneme.application.sessions.close_session import CloseSession
from mneme.application.sessions.continue_session import ContinueSession
from mneme.application.sessions.end_continuity import EndContinuity
from mneme.application.sessions.end_idle_sessions import EndIdleSessions
from mneme.application.sessions.judge_session import JudgeSession
from mneme.application.sessions.leave_session import LeaveSession
from mneme.application.tasks.read_task import ReadTask
from mneme.application.tasks.redrive_tasks import RedriveTasks
from mneme.application.tasks.route_task import RouteTask
from mneme.application.tasks.sweep_tasks import SweepTasks
from mneme.application.tasks.work_on_task import WorkOnTask
from mneme.application.tasks.write_gate import WriteGate
from mneme.domain.measures import Measure, Measured
from mneme.domain.tenancy import SYSTEM
from mneme.runtime.audit_services import AuditServices
from mneme.runtime.certificate_parts import CertificateParts
from mneme.runtime.job_services import JobServices
from mneme.runtime.logged_faults import LoggedFaults
from mneme.runtime.management import Management
from mneme.runtime.process import Process
from mneme.runtime.recall_services import RecallServices
from mneme.runtime.settings import deployed, settings
from mneme.runtime.transfer_parts import TransferParts


class Services(RecallServices):
    """Everything a handler may call. What a function does not use is never made."""

    @cached_property
    def accept_add(self) -> AcceptAdd:
        """Behind `add`."""
        return AcceptAdd(
            users=self.users,
            keys=self.keys,
            sessions=self.sessions,
            tasks=self.tasks,
            queue=self.backend.queue,
            ids=self.ids,
            screen=self.screen_content,
            metrics=self.metrics,
        )

    @cached_property
    def accept_structured(self) -> AcceptStructured:
        """Behind `add_structured` through evolution."""
        return AcceptStructured(
            users=self.users,
            sessions=self.sessions,
            tasks=self.tasks,
            queue=self.backend.queue,
            clock=self.clock,
            ids=self.ids,
            screen=self.screen_content,
        )

    @cached_property
    def write_structured(self) -> WriteStructured:
        """Behind `add_structured` that skips evolution."""
        return WriteStructured(
            users=self.users,
            sessions=self.sessions,
            commit_fact=self.commit_fact,
            find_by=self.find_by,
            clock=self.clock,
            ids=self.ids,
            screen=self.screen_content,
        )

    @cached_property
    def read_task(self) -> ReadTask:
        """Behind `task`."""
        return ReadTask(self.tasks)

    @cached_property
    def manage(self) -> Management:
        """Behind the verbs of management."""
        return Management(self)

    @cached_property
    def switch_memory(self) -> SwitchMemory:
        """Behind `user/switch`."""
        return SwitchMemory(self.users, self.commits, self.clock)

    @cached_property
    def purge_memory(self) -> PurgeMemory:
        """Behind `user/purge`."""
        jobs, queue = Jobs(self.tables, self.clock), self.backend.queue
        ended = EndContinuity(self.memories, self.commits, self.clock)
        return PurgeMemory(self.users, self.keys, self.commits, jobs, queue, ended, self.clock)

    @cached_property
    def certificates(self) -> CertificateParts:
        """Behind `user/certificate`, and the operator's command."""
        return CertificateParts(self)

    @cached_property
    def transfer(self) -> TransferParts:
        """Behind `user/export`."""
        return TransferParts(self)

    @cached_property
    def audit(self) -> AuditServices:
        """Behind the daily digest, and the operator's command."""
        return AuditServices(self)

    @cached_property
    def jobs(self) -> JobServices:
        """Behind jobs, their worker and their scheduler."""
        return JobServices(self)

    @cached_property
    def work_on_task(self) -> WorkOnTask:
        """The frame of both workers."""
        return WorkOnTask(self.tasks, self.clock, self.metrics)

    @cached_property
    def extract_task(self) -> ExtractTask:
        """The extraction worker's work."""
        return ExtractTask(
            tasks=self.tasks,
            gate=WriteGate(self.users),
            keep_episode=self.keep_episode,
            read_session=self.read_session,
            extractor=self.extractor,
            screen=self.screen_content,
            log=self.extraction_log,
            metrics=self.metrics,
            queue=self.backend.queue,
            clock=self.clock,
        )

    @cached_property
    def read_session(self) -> ReadSession:
        """What was said in a session before."""
        return ReadSession(Episodes(self.tables), self.memories, self.clock, self.thresholds)

    @cached_property
    def keep_episode(self) -> KeepEpisode:
        """What was said, verbatim."""
        return KeepEpisode(
            episodes=Episodes(self.tables),
            memories=self.memories,
            commits=self.commits,
            told=ToldMessages(self.find_by, self.read_session),
            sort=SortMessages(self.tasks, self.find_overruled),
            find_edits=FindEdits(self.memories, self.keys),
            retention=self.episode_retention,
            clock=self.clock,
            thresholds=self.thresholds,
        )

    @cached_property
    def take_back_edited(self) -> TakeBackEdited:
        """What ends with an edit of its messages."""
        find = FindGuards(Guards(self.tables), self.keys)
        return TakeBackEdited(
            find=FindUnsaid(self.made_by_tasks, self.find_by, Episodes(self.tables)),
            guards=Guards(self.tables),
            commits=self.commits,
            close_up=CloseUp(find, self.memories, Episodes(self.tables)),
            restate=RestateMemory(self.find_by, find, self.memories),
            clock=self.clock,
        )

    @cached_property
    def evolve_task(self) -> EvolveTask:
        """What evolution does with the facts of a task."""
        return EvolveTask(
            tasks=self.tasks,
            gate=WriteGate(self.users),
            embed_facts=EmbedFacts(self.find_by),
            judge_task=JudgeTask(
                self.propose_for_task, self.judge_fact, self.find_unwanted, self.clock
            ),
            commit_fact=self.commit_fact,
            take_back=self.take_back_edited,
            leave_outdated=LeaveOutdated(Episodes(self.tables), self.tasks, self.keys),
            sessions=self.sessions,
            queue=self.backend.queue,
            clock=self.clock,
            shift_seconds=self.settings.shift_seconds,
        )

    @cached_property
    def accept_closing(self) -> AcceptClosing:
        """Behind `session/close`."""
        return AcceptClosing(self.users, self.tasks, self.backend.queue, self.clock, self.ids)

    @cached_property
    def close_session(self) -> CloseSession:
        """The evolution worker's work on the end of a session."""
        episodes, memories, clock = Episodes(self.tables), self.memories, self.clock
        overruled = self.find_overruled
        return CloseSession(
            users=self.users,
            tasks=self.tasks,
            sessions=self.sessions,
            judge=JudgeSession(memories, episodes, overruled, self.tasks, clock),
            evolve=self.evolve_task,
            leave=LeaveSession(memories, self.commits, clock),
            carry_on=ContinueSession(
                episodes, overruled, memories, self.commits, self.find_by, clock, self.thresholds
            ),
        )

    @cached_property
    def second_step(self) -> RouteTask:
        """The evolution worker's work."""
        return RouteTask(self.evolve_task, self.close_session)

    @cached_property
    def end_idle_sessions(self) -> EndIdleSessions:
        """The end of sessions that nobody closed."""
        return EndIdleSessions(
            self.users, self.sessions, self.accept_closing, self.clock, LoggedFaults()
        )

    @cached_property
    def index_changes(self) -> IndexChanges:
        """The indexer's work."""
        index = self.backend.index
        index.prepare()
        return IndexChanges(self.index_entries, index)

    @cached_property
    def rebuild_index(self) -> RebuildIndex:
        """Behind the operator's command."""
        stores = self.backend
        return RebuildIndex(stores.whole_tables, self.index_entries, stores.index_rebuild)

    @cached_property
    def sweep_tasks(self) -> SweepTasks:
        """The sweep's work."""
        return SweepTasks(self.due_tasks, self.tasks, self.backend.queue, self.clock, self.metrics)

    @cached_property
    def redrive_tasks(self) -> RedriveTasks:
        """Behind the operator's command."""
        return RedriveTasks(self.due_tasks, self.tasks, self.backend.queue)


def _services() -> Services:
    made = Services(settings(), SystemClock(), SystemIds())
    if deployed():
        made.metrics.record(SYSTEM, [Measure(Measured.COLD_STARTED)])
    return made


services = Process(_services, lambda made: made.live_settings.begin())
"""The services of this process. Whoever asks for them begins a piece of work, for which the
thresholds of now hold."""
