"""List a user's memories by dimension, page by page, each exactly once (DESIGN §20)."""

from dataclasses import dataclass, field

from mneme.application.manage.page_cursors import PageCursors
from mneme.application.ports.clock import Clock
from mneme.application.ports.settings import ThresholdsNow, as_delivered
from mneme.application.repositories.memory_repository import MemoryRepository
from mneme.application.repositories.user_repository import UserRepository
from mneme.domain.dimension import Dimension
from mneme.domain.managing import is_there, reaches
from mneme.domain.memory import Head, Revision, Status
from mneme.domain.paging import ListPage, PageRequest
from mneme.domain.tenancy import TenantContext
from mneme.domain.weight import current_weight

READ_AT_ONCE = 200
READ_IN_ALL = 2_000
"""Heads that one page looks at, however few of them it is asked for."""

LISTED = frozenset(Status) - {Status.DELETED}
"""What is listed unless a caller asks for other states."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which memories are listed."""

    dimension: Dimension = field(default_factory=Dimension)
    statuses: frozenset[Status] = LISTED


@dataclass(frozen=True, slots=True)
class Listed:
    """A memory as it stands, and what weight it has now."""

    head: Head
    revision: Revision
    weight: float


@dataclass(frozen=True)
class ListMemories:
    """The use case behind `user/list`.

    Memories come in order of their ids, which never change: what is there throughout is listed
    once, whatever is added, changed or deleted meanwhile.
    """

    users: UserRepository
    memories: MemoryRepository
    cursors: PageCursors
    clock: Clock
    thresholds: ThresholdsNow = as_delivered

    def __call__(
        self, tenant: TenantContext, user_id: str, wanted: Wanted, page: PageRequest
    ) -> ListPage[Listed]:
        """Return a page. Raises InvalidRequest for a strange cursor, Unavailable."""
        now, weights = self.clock.now(), self.thresholds().weights
        position = self.cursors.open(tenant, user_id, page.question, page.cursor)
        found, after = self._found(tenant, user_id, wanted, position.get("after"), page.limit)
        refs = {head.memory_id: (head.memory_id, head.revision) for head in found}
        revisions = self.memories.revisions(tenant, user_id, list(refs.values()))
        # A revision may be gone that was there a moment ago: purged, and no longer anybody's.
        shown = tuple(
            Listed(head, revisions[refs[head.memory_id]], current_weight(head, now, weights))
            for head in found
            if refs[head.memory_id] in revisions
        )
        reached = None if after is None else {"after": after}
        return ListPage(shown, self.cursors.seal(tenant, user_id, page.question, reached))

    def _found(
        self, tenant: TenantContext, user_id: str, wanted: Wanted, after: str | None, limit: int
    ) -> tuple[list[Head], str | None]:
        """Return the heads of a page, and the id behind which the next one begins."""
        state, now = self.users.state(tenant, user_id), self.clock.now()
        kept = self.thresholds().retention
        found: list[Head] = []
        read, more = 0, True
        while more and read < READ_IN_ALL:
            heads, more = self.memories.heads_after(tenant, user_id, after, READ_AT_ONCE)
            read += len(heads)
            for head in heads:
                after = head.memory_id
                if (
                    head.status in wanted.statuses
                    and wanted.dimension.holds(head)
                    and is_there(head, state, now, kept)
                    and reaches(tenant, head)
                ):
                    found.append(head)
                    if len(found) == limit:
                        return found, after if more or head is not heads[-1] else None
        return found, after if more else None
