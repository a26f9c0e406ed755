"""The parts of reconciliation, each made at first use."""

from functools import cached_property

from aws_lambda_powertools import Logger

from mneme.adapters.logged_counts import LoggedCounts
from mneme.application.capacity.meet_limits import MeetLimits
from mneme.application.jobs.look_after_each import LookAfterEach
from mneme.application.lifecycle.archive_memories import ArchiveMemories
from mneme.application.privacy.retire_keys import RetireKeys
from mneme.application.reconcile.reconcile_user import ReconcileUser
from mneme.application.reconcile.reconcile_work import ReconcileWork
from mneme.application.reconcile.repair_counters import RepairCounters
from mneme.application.reconcile.repair_index import RepairIndex
from mneme.runtime.compression_parts import CompressionParts
from mneme.runtime.job_parts import JobParts
from mneme.runtime.logged_faults import LoggedFaults


class ReconcileParts:
    """What the nightly comparison is made of."""

    def __init__(self, parts: JobParts, archive: ArchiveMemories) -> None:
        self._parts = parts
        self._archive = archive

    @cached_property
    def work(self) -> ReconcileWork:
        """The job."""
        own = self._parts
        each = LookAfterEach(LoggedFaults("user not reconciled", "user"))
        retire_keys = RetireKeys(own.keys, own.clock)
        return ReconcileWork(own.backend.whole_tables, self._reconcile, each, retire_keys)

    @cached_property
    def _reconcile(self) -> ReconcileUser:
        own = self._parts
        return ReconcileUser(
            own.users,
            own.memories,
            self._repair_index,
            RepairCounters(own.tables, own.users),
            self._archive,
            self.meet_limits,
            LoggedCounts(Logger(), "drift repaired", "drift"),
            own.clock,
            own.metrics,
            own.thresholds,
        )

    @cached_property
    def meet_limits(self) -> MeetLimits:
        """What is above a limit, or near one."""
        own = self._parts
        return MeetLimits(own.tenant_limits, own.evictions, CompressionParts(own).asked)

    @property
    def _repair_index(self) -> RepairIndex | None:
        own, stores = self._parts, self._parts.backend
        if not own.has_index:
            return None
        return RepairIndex(own.tables, stores.index_audit, stores.index, own.index_entries)
