"""Delete memories: softly, at once, and countably (DESIGN §11, §20).

Deleting writes DELETED into heads, in pages of at most eighteen with one change of each counter.
What ended before is not touched: deleting what is current never makes its predecessor current. What
was deleted by nobody's wish is deleted by somebody's from then on.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from mneme.application.commit.compose_memory import deleted_head
from mneme.application.manage.find_managed import FindManaged, require_revision
from mneme.application.manage.page_cursors import PageCursors
from mneme.application.ports.clock import Clock
from mneme.application.ports.table_store import Action
from mneme.application.repositories.commits import Commit, Commits, MemoryWrite
from mneme.application.repositories.guards import facts_changed, facts_overruled
from mneme.application.repositories.make_way import attempts
from mneme.application.repositories.memory_repository import MemoryRepository
from mneme.application.repositories.overrulings import Overrulings, deletion_of
from mneme.application.repositories.row_keys import user_partition
from mneme.application.repositories.user_repository import UserRepository
from mneme.application.sessions.end_continuity import EndContinuity
from mneme.domain.change import ChangeRecord, Operation
from mneme.domain.counting import DERIVED_KINDS
from mneme.domain.dimension import Dimension
from mneme.domain.errors import MnemeError, Unavailable, WriteConflict
from mneme.domain.managing import Asked, actor_of
from mneme.domain.memory import Head
from mneme.domain.paging import PageRequest
from mneme.domain.scope import VisibleScope
from mneme.domain.tenancy import TenantContext
from mneme.domain.user_state import UserState

PAGE = 18
"""Memories a transaction: 18 heads and records, at most 19 counters and 18 scopes with two rows
each, of 100."""

LOOKED_AT = 200
"""Heads that are read at once while a dimension is deleted."""

SECONDS = 10.0
"""How long one request deletes before it tells how far it came."""

Outcome = Head | MnemeError
Wanted = Callable[[Head], bool]


@dataclass(frozen=True, slots=True)
class Swept:
    """How many memories a request deleted, and where the next one goes on; None at the end."""

    deleted: int
    cursor: str | None


@dataclass(frozen=True)
class DeleteMemories:
    """The use cases behind `delete` and `batch_delete`. Deleting twice is deleting once."""

    users: UserRepository
    memories: MemoryRepository
    find: FindManaged
    commits: Commits
    overrulings: Overrulings
    end_continuity: EndContinuity
    cursors: PageCursors
    clock: Clock

    def one(
        self, tenant: TenantContext, user_id: str, memory_id: str, expected_revision: int | None
    ) -> Head:
        """Return the memory's head, DELETED.

        Raises NotFound, NotAllowed, RevisionConflict if another revision is current, Unavailable.
        """

        def wanted(head: Head) -> bool:
            require_revision(head, expected_revision)
            return True

        living = self.end_continuity.living(tenant, user_id)
        found = self._page(tenant, user_id, [memory_id], wanted, living).outcomes[memory_id]
        if isinstance(found, MnemeError):
            raise found
        return found

    def some(self, tenant: TenantContext, user_id: str, memory_ids: Sequence[str]) -> list[Outcome]:
        """Return for each memory its head, DELETED, or why it is not. Raises Unavailable."""
        outcomes: dict[str, Outcome] = {}
        living = self.end_continuity.living(tenant, user_id)
        for start in range(0, len(memory_ids), PAGE):
            page = memory_ids[start : start + PAGE]
            outcomes |= self._page(tenant, user_id, page, lambda _: True, living).outcomes
        return [outcomes[memory_id] for memory_id in memory_ids]

    def dimension(
        self,
        tenant: TenantContext,
        user_id: str,
        dimension: Dimension,
        page: PageRequest,
    ) -> Swept:
        """Delete what a dimension held when the deletion began, from the cursor onwards.

        It ends or, when its time is over, tells how far it came. Raises InvalidRequest for a
        strange cursor, and Unavailable: what was deleted until then is deleted, and the same
        request again goes on.
        """
        position = self.cursors.open(tenant, user_id, page.question, page.cursor)
        now = self.clock.now()
        began = datetime.fromisoformat(position.get("began", now.isoformat()))
        ends, deleted = self.clock.monotonic() + SECONDS, 0
        after, more = position.get("after"), True
        living = self.end_continuity.living(tenant, user_id)
        while more:
            heads, more = self.memories.heads_after(tenant, user_id, after, LOOKED_AT)
            deleted += self._of_dimension(tenant, user_id, heads, dimension, began, living)
            after = heads[-1].memory_id if heads else after
            if more and after is not None and self.clock.monotonic() >= ends:
                reached = {"began": began.isoformat(), "after": after}
                return Swept(deleted, self.cursors.seal(tenant, user_id, page.question, reached))
        return Swept(deleted, None)

    def _of_dimension(
        self,
        tenant: TenantContext,
        user_id: str,
        heads: Sequence[Head],
        dimension: Dimension,
        began: datetime,
        living: Sequence[Head],
    ) -> int:
        def wanted(head: Head) -> bool:
            return dimension.holds(head) and head.created_at <= began

        there = (head for head in heads if not head.is_unwanted)
        meant = [head.memory_id for head in there if wanted(head)]
        pages = [meant[start : start + PAGE] for start in range(0, len(meant), PAGE)]
        return sum(self._page(tenant, user_id, page, wanted, living).count for page in pages)

    def _page(
        self,
        tenant: TenantContext,
        user_id: str,
        page: Sequence[str],
        wanted: Wanted,
        living: Sequence[Head],
    ) -> "_Deleted":
        """Delete those of a page of memories that are wanted, in one transaction.

        Of the `living` to be continued go those that quote them.
        """
        for _ in attempts(self.clock):
            state = self.users.state(tenant, user_id)
            found = self.find.heads(tenant, user_id, state, page)
            doomed = [
                head
                for head in found.values()
                if isinstance(head, Head) and wanted(head) and not head.is_unwanted
            ]
            if not doomed:
                return _Deleted(found, 0)
            # First, so that nobody is cut off between the two.
            self.end_continuity.quoting(tenant, user_id, doomed, living)
            writes = [MemoryWrite(deleted_head(head, self.clock.now()), head) for head in doomed]
            try:
                self._commit(tenant, user_id, state, writes)
            except WriteConflict:
                continue
            ended = {write.after.memory_id: write.after for write in writes}
            return _Deleted({**found, **ended}, len(doomed))
        raise Unavailable("the memories are being written to without pause")

    def _commit(
        self,
        tenant: TenantContext,
        user_id: str,
        state: UserState,
        writes: Sequence[MemoryWrite],
    ) -> None:
        partition = user_partition(tenant, user_id)
        heads = [write.after for write in writes]
        places: dict[VisibleScope, list[Head]] = {}
        for head in heads:
            places.setdefault(VisibleScope(head.scope.key, head.epoch), []).append(head)
        noted = (
            self._noted(tenant, partition, place, deleted) for place, deleted in places.items()
        )
        extra = (
            self.users.unchanged(tenant, user_id, state),
            *(action for actions in noted for action in actions),
        )
        records = tuple(_record(head, tenant) for head in heads)
        self.commits.carry_out(tenant, user_id, Commit(tuple(writes), records, extra))

    def _noted(
        self,
        tenant: TenantContext,
        partition: str,
        place: VisibleScope,
        deleted: Sequence[Head],
    ) -> list[Action]:
        """Return what makes known in a scope that a person does not want these any more."""
        told = [head for head in deleted if head.kind not in DERIVED_KINDS]
        if not told:
            return [facts_changed(partition, place)]
        now = self.clock.now()
        listed = self.overrulings.of_scope(tenant, partition, place)
        return [
            facts_overruled(partition, place, now),
            listed.note(deletion_of(head) for head in told),
        ]


@dataclass(frozen=True, slots=True)
class _Deleted:
    """What came of each memory of a page, and how many were deleted just now."""

    outcomes: dict[str, Outcome]
    count: int


def _record(head: Head, tenant: TenantContext) -> ChangeRecord:
    return ChangeRecord(
        operation=Operation.DELETE,
        memory_ids=(head.memory_id,),
        revision_before=head.revision,
        revision_after=head.revision,
        reason=Asked.DELETED,
        actor=actor_of(tenant),
        at=head.changed_at,
    )
