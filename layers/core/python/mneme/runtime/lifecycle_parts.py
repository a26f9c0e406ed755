"""The parts of the lifecycle, each made at first use."""

from functools import cached_property

from aws_lambda_powertools import Logger

from mneme.adapters.logged_counts import LoggedCounts
from mneme.application.commit.find_guards import FindGuards
from mneme.application.jobs.look_after_each import LookAfterEach
from mneme.application.lifecycle.archive_memories import ArchiveMemories
from mneme.application.lifecycle.date_anew import DateAnew
from mneme.application.lifecycle.due_heads import DueHeads
from mneme.application.lifecycle.lifecycle_work import LifecycleWork
from mneme.application.lifecycle.prune_revisions import PruneRevisions
from mneme.application.lifecycle.purge_memories import PurgeMemories
from mneme.application.lifecycle.redate_work import RedateWork
from mneme.application.lifecycle.retire_due import RetireDue
from mneme.application.ports.vector_index import VectorIndex
from mneme.application.repositories.guards import Guards
from mneme.application.repositories.overrulings import Overrulings
from mneme.runtime.commit_parts import CommitParts
from mneme.runtime.logged_faults import LoggedFaults
from mneme.runtime.missing_index import NoIndex


class LifecycleParts:
    """What the daily job is made of."""

    def __init__(self, parts: CommitParts) -> None:
        self._parts = parts

    @cached_property
    def work(self) -> LifecycleWork:
        """The daily job."""
        own = self._parts
        each = LookAfterEach(LoggedFaults("memory not looked after", "memory_id"))
        return LifecycleWork(DueHeads(own.tables), self.retire, each, own.metrics)

    @cached_property
    def redate(self) -> RedateWork:
        """All dates anew."""
        own = self._parts
        each = LookAfterEach(LoggedFaults("memory not dated", "memory_id"))
        heads, anew = own.backend.whole_tables, DateAnew(own.tables)
        return RedateWork(heads, anew, each, own.clock, own.thresholds)

    @cached_property
    def retire(self) -> RetireDue:
        """One user's part of it."""
        own = self._parts
        return RetireDue(
            own.users,
            own.memories,
            self.archive,
            self._purge,
            self._prune,
            DateAnew(own.tables),
            LoggedCounts(Logger(), "lifecycle", "lifecycle"),
            own.metrics,
            own.clock,
            own.thresholds,
        )

    @cached_property
    def archive(self) -> ArchiveMemories:
        """To the archive."""
        own = self._parts
        return ArchiveMemories(own.tables, own.users, own.archive, own.commits)

    @cached_property
    def _purge(self) -> PurgeMemories:
        own = self._parts
        guards = FindGuards(Guards(own.tables), own.keys)
        return PurgeMemories(
            own.tables,
            own.users,
            own.memories,
            own.archive,
            self._index,
            guards,
            Overrulings(own.tables),
            own.commits,
        )

    @cached_property
    def _prune(self) -> PruneRevisions:
        own = self._parts
        return PruneRevisions(own.tables, own.users, own.archive, self._index, own.commits)

    @cached_property
    def _index(self) -> VectorIndex:
        return self._parts.backend.index if self._parts.has_index else NoIndex()
