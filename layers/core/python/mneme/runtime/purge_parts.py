"""The parts of a purge's job, each made at first use."""

from functools import cached_property

from mneme.application.audit.erased_logs import ErasedLogs
from mneme.application.privacy.purge_heads import PurgeHeads
from mneme.application.privacy.purge_index import PurgeIndex
from mneme.application.privacy.purge_keys import PurgeKeys
from mneme.application.privacy.purge_log import PurgeLog
from mneme.application.privacy.purge_rows import (
    ChooseEpisodes,
    SweepRows,
    each,
    takes_counter,
    takes_guard,
    takes_payload,
    takes_revision,
    takes_session,
)
from mneme.application.privacy.purge_tasks import PurgeTasks
from mneme.application.privacy.purge_work import PurgeWork
from mneme.application.repositories.row_keys import (
    COUNTERS,
    EPISODES,
    GUARDS,
    OPERATIONS,
    REVISIONS,
    SESSIONS,
)
from mneme.runtime.parts import Parts


class PurgeParts:
    """What a purge's job is made of."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    @cached_property
    def work(self) -> PurgeWork:
        """The job: guards and episodes first, as the memories tell whose the rest is."""
        own = self._parts
        tables, stores = own.tables, own.backend
        return PurgeWork(
            (
                PurgeTasks(tables, own.tasks),
                SweepRows(tables, OPERATIONS, each(takes_payload)),
                PurgeKeys(tables, own.keys, stores.blobs),
                SweepRows(tables, GUARDS, each(takes_guard)),
                SweepRows(tables, EPISODES, ChooseEpisodes(own.memories)),
                PurgeHeads(tables, own.users, own.memories, own.archive, own.commits, own.clock),
                SweepRows(tables, REVISIONS, each(takes_revision)),
                SweepRows(tables, COUNTERS, each(takes_counter)),
                SweepRows(tables, SESSIONS, each(takes_session)),
                PurgeIndex(stores.index_audit, stores.index, own.memories),
                PurgeLog(tables, own.memories, ErasedLogs(tables, own.keys)),
            ),
            own.clock,
        )
