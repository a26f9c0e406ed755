"""The parts of a purge's job, each made at first use."""

from functools import cached_property, partial

from mneme.application.audit.erased_logs import ErasedLogs
from mneme.application.privacy.purge_epochs import PurgeEpochs
from mneme.application.privacy.purge_exports import PurgeExports
from mneme.application.privacy.purge_heads import PurgeHeads
from mneme.application.privacy.purge_index import PurgeIndex
from mneme.application.privacy.purge_keys import PurgeKeys
from mneme.application.privacy.purge_log import PurgeLog
from mneme.application.privacy.purge_rows import (
    ChooseEpisodes,
    SweepRows,
    each,
    revisions_told,
    rows_of,
    takes_counter,
    takes_guard,
    takes_payload,
    takes_revision,
    takes_session,
)
from mneme.application.privacy.purge_tasks import PurgeTasks
from mneme.application.privacy.purge_work import PurgeWork, stages_of
from mneme.application.repositories.row_keys import (
    COUNTERS,
    EPISODES,
    GUARDS,
    OPERATIONS,
    REVISIONS,
    SESSIONS,
)
from mneme.domain.erasure import Store
from mneme.runtime.certificate_parts import CertificateParts
from mneme.runtime.commit_parts import CommitParts
from mneme.runtime.missing_index import NoIndex


class PurgeParts:
    """What a purge's job is made of."""

    def __init__(self, parts: CommitParts) -> None:
        self._parts = parts

    @cached_property
    def work(self) -> PurgeWork:
        """The job: guards and episodes go first, as the memories tell whose the rest is.

        What hangs on the memories is counted before any of them goes, and what the change records
        tell after that.
        """
        own = self._parts
        tables, stores = own.tables, own.backend
        told = partial(SweepRows, tables)
        carried = (
            PurgeTasks(tables, own.tasks),
            told(OPERATIONS, each(takes_payload), rows_of(Store.PAYLOADS)),
            PurgeExports(stores.blobs),
            PurgeKeys(tables, own.keys, stores.blobs),
        )
        kept = (
            told(GUARDS, each(takes_guard), rows_of(Store.GUARDS)),
            told(EPISODES, ChooseEpisodes(own.memories), rows_of(Store.MESSAGES)),
            self._heads(),
            told(REVISIONS, each(takes_revision), revisions_told),
            told(COUNTERS, each(takes_counter), rows_of(Store.COUNTERS)),
            told(SESSIONS, each(takes_session), rows_of(Store.SESSIONS)),
            self._index(),
        )
        log = PurgeLog(tables, own.memories, ErasedLogs(tables, own.keys))
        epochs = PurgeEpochs(tables, own.clock)
        stages = stages_of(carried, kept, (log,), (epochs,))
        return PurgeWork(stages, CertificateParts(own).certify, own.clock, metrics=own.metrics)

    def _heads(self) -> PurgeHeads:
        own = self._parts
        index = own.backend.index if own.has_index else NoIndex()
        return PurgeHeads(
            own.tables, own.users, own.memories, own.archive, index, own.commits, own.clock
        )

    def _index(self) -> PurgeIndex:
        own, stores = self._parts, self._parts.backend
        if own.has_index:
            return PurgeIndex(stores.index_audit, stores.index, own.memories)
        return PurgeIndex(NoIndex(), NoIndex(), own.memories)
