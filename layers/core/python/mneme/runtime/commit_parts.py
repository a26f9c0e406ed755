"""What transactions of memories are made of, and what they do about limits."""

from functools import cached_property

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
from mneme.application.jobs.start_job import StartJob
from mneme.application.ports.evictions import Evictions
from mneme.application.repositories.change_log import ChangeLog
from mneme.application.repositories.commits import Commits
from mneme.application.repositories.counters import Counters
from mneme.application.repositories.guards import Guards
from mneme.application.repositories.jobs import Jobs
from mneme.application.repositories.revision_rows import RevisionRows
from mneme.domain.job import JobName
from mneme.runtime.logged_faults import LoggedFaults
from mneme.runtime.search_parts import SearchParts


class CommitParts(SearchParts):
    """What commits share."""

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
