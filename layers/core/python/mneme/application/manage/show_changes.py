"""What became of a user's memories, by time and dimension: newest first (DESIGN §16)."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from mneme.application.manage.page_cursors import PageCursors
from mneme.application.ports.clock import Clock
from mneme.application.ports.settings import ThresholdsNow, as_delivered
from mneme.application.repositories.change_records import LAST, ChangeRecords, LoggedChange
from mneme.application.repositories.memory_repository import MemoryRepository
from mneme.application.repositories.user_repository import UserRepository
from mneme.domain.dimension import Dimension
from mneme.domain.managing import is_there, reaches
from mneme.domain.memory import Head
from mneme.domain.paging import ListPage, PageRequest
from mneme.domain.tenancy import TenantContext

READ_AT_ONCE = 100
READ_IN_ALL = 1_000
"""Records that one page looks at, however few of them it is asked for."""

OUT_OF_ORDER = timedelta(hours=1)
"""Records are numbered when they are written and dated when they are planned: a little earlier, by
another clock. Behind one so much too old there is none that is asked for."""


@dataclass(frozen=True, slots=True)
class ChangesWanted:
    """Which changes are shown: from `since` on and before `until`, each open if None."""

    dimension: Dimension = field(default_factory=Dimension)
    since: datetime | None = None
    until: datetime | None = None

    def in_time(self, at: datetime) -> bool:
        """Return whether a change of that time is shown."""
        return (self.since is None or self.since <= at) and (self.until is None or at < self.until)

    def too_old(self, at: datetime) -> bool:
        """Return whether everything behind a change of that time is too old."""
        return self.since is not None and self.since - at > OUT_OF_ORDER


@dataclass(frozen=True)
class ShowChanges:
    """The use case behind `change_log`.

    A change belongs where its memory is. What is not of a memory, or of one that was purged, is
    shown to who asks for everything and may have it.
    """

    users: UserRepository
    memories: MemoryRepository
    records: ChangeRecords
    cursors: PageCursors
    clock: Clock
    thresholds: ThresholdsNow = as_delivered

    def __call__(
        self, tenant: TenantContext, user_id: str, wanted: ChangesWanted, page: PageRequest
    ) -> ListPage[LoggedChange]:
        """Return a page. Raises InvalidRequest for a strange cursor, Unavailable."""
        position = self.cursors.open(tenant, user_id, page.question, page.cursor)
        before, more = int(position.get("before", LAST)), True
        found: list[LoggedChange] = []
        read = 0
        while more and read < READ_IN_ALL and len(found) < page.limit:
            logged, more = self.records.before(tenant, user_id, before, READ_AT_ONCE)
            read += len(logged)
            shown = self._shown(tenant, user_id, wanted, logged)
            kept = shown[: page.limit - len(found)]
            found += kept
            if len(kept) < len(shown):
                more, before = True, kept[-1].sequence
            elif logged:
                more = more and not wanted.too_old(logged[-1].record.at)
                before = logged[-1].sequence
        reached = {"before": str(before)} if more else None
        cursor = self.cursors.seal(tenant, user_id, page.question, reached)
        return ListPage(tuple(found), cursor)

    def _shown(
        self,
        tenant: TenantContext,
        user_id: str,
        wanted: ChangesWanted,
        logged: Sequence[LoggedChange],
    ) -> list[LoggedChange]:
        in_time = [one for one in logged if wanted.in_time(one.record.at)]
        if not tenant.is_bound and wanted.dimension.names_nothing:
            return in_time
        heads = self._heads(tenant, user_id, in_time)
        return [
            one
            for one in in_time
            if (head := heads.get(_of(one))) is not None and wanted.dimension.holds(head)
        ]

    def _heads(
        self, tenant: TenantContext, user_id: str, logged: Sequence[LoggedChange]
    ) -> dict[str, Head]:
        """Return the heads of the changed memories that the credential reaches, by their ids."""
        state, now = self.users.state(tenant, user_id), self.clock.now()
        kept = self.thresholds().retention
        ids = sorted({_of(one) for one in logged} - {""})
        heads = self.memories.heads(tenant, user_id, ids)
        return {
            memory_id: head
            for memory_id, head in heads.items()
            if is_there(head, state, now, kept) and reaches(tenant, head)
        }


def _of(one: LoggedChange) -> str:
    """Return the memory that a change is of; those of one record are of one place."""
    return one.record.memory_ids[0] if one.record.memory_ids else ""
