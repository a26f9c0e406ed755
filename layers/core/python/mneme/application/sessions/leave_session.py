"""Let the memories of a session go that was judged: with what they became, or for good."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from mneme.application.commit.compose_memory import deleted_head, superseded_head
from mneme.application.ports.clock import Clock
from mneme.application.ports.table_store import Action, Check, Present, SetTo, Update
from mneme.application.repositories.commits import Commit, Commits, MemoryWrite
from mneme.application.repositories.guards import facts_changed
from mneme.application.repositories.make_way import attempts
from mneme.application.repositories.memory_repository import MemoryRepository
from mneme.application.repositories.row_keys import REVISIONS, revision_key, user_partition
from mneme.domain.change import Actor, ChangeRecord, Operation
from mneme.domain.errors import Unavailable, WriteConflict
from mneme.domain.lifecycle import archived_head
from mneme.domain.memory import Head
from mneme.domain.scope import VisibleScope
from mneme.domain.session import OPEN_STATUSES, OfSession, Promotion, SessionClosing
from mneme.domain.task import FactResult
from mneme.domain.tenancy import TenantContext

PAGE = 20
"""Memories a transaction: 20 heads, revisions and records, counters and guards, of 100."""

Became = Mapping[str, FactResult | None]
"""What each memory of a session became elsewhere; None where it was to be kept, and could not."""


def became(promotion: Promotion, results: Mapping[int, FactResult]) -> Became:
    """Return what the memories that are kept became, by the results of their facts."""
    told = {number: one for number, one in results.items() if one.decision is not None}
    return {one: told.get(number) for number, one in enumerate(promotion.promoted)}


@dataclass(frozen=True)
class LeaveSession:
    """Ends what is current still: nothing is ended twice, and nothing that was not judged."""

    memories: MemoryRepository
    commits: Commits
    clock: Clock

    def __call__(
        self,
        tenant: TenantContext,
        user_id: str,
        closing: SessionClosing,
        promotion: Promotion,
        kept: Became,
        unchanged: Check,
    ) -> None:
        """End the memories in pages, each whole or not at all.

        What was kept is superseded by what it became. What could not be kept is archived, to be
        restored once there is room. The others are deleted, softly. `unchanged` is the check that
        the user is as before. Raises Unavailable.
        """
        ids = (*promotion.promoted, *promotion.dropped)
        for start in range(0, len(ids), PAGE):
            page = _Page(tenant, user_id, closing, kept, unchanged)
            self._end(page, ids[start : start + PAGE])

    def _end(self, page: "_Page", ids: Sequence[str]) -> None:
        for _ in attempts(self.clock):
            heads = self.memories.heads(page.tenant, page.user_id, ids).values()
            current = [head for head in heads if page.holds(head)]
            if not current:
                return
            try:
                commit = page.commit(current, self.clock.now())
                self.commits.carry_out(page.tenant, page.user_id, commit)
            except WriteConflict:
                continue
            return
        raise Unavailable("the session is being written to without pause")


@dataclass(frozen=True, slots=True)
class _Page:
    """Some memories of the session of a user."""

    tenant: TenantContext
    user_id: str
    closing: SessionClosing
    kept: Became
    unchanged: Check

    def holds(self, head: Head) -> bool:
        """Return whether a memory is of the session, and current."""
        place = (head.scope.key, head.epoch)
        of_session = place == (self.closing.scope.key, self.closing.epoch)
        return of_session and head.status in OPEN_STATUSES

    def commit(self, heads: Sequence[Head], now: datetime) -> Commit:
        """Return what ends the memories."""
        partition = user_partition(self.tenant, self.user_id)
        place = VisibleScope(self.closing.scope.key, self.closing.epoch)
        links: list[Action] = []
        for head in heads:
            result = self.kept.get(head.memory_id)
            if result is not None:
                at = revision_key(partition, head.memory_id, head.revision)
                change = (SetTo("superseded_by", result.memory_id),)
                links.append(Update(REVISIONS, at, change, Present("pk")))
        return Commit(
            tuple(MemoryWrite(self._after(head, now), head) for head in heads),
            tuple(self._record(head, now) for head in heads),
            (*links, facts_changed(partition, place), self.unchanged),
        )

    def _after(self, head: Head, now: datetime) -> Head:
        if head.memory_id not in self.kept:
            return deleted_head(head, now, lapsed=True)
        if self.kept[head.memory_id] is None:
            return archived_head(head, now)
        # It says no longer what holds, but where: its own interval stays.
        return replace(superseded_head(head, now, now), invalid_at=head.invalid_at)

    def _record(self, head: Head, now: datetime) -> ChangeRecord:
        operation, reason = Operation.DELETE, OfSession.ENDED
        revision = head.revision
        if head.memory_id in self.kept:
            result = self.kept[head.memory_id]
            if result is None:
                operation, reason = Operation.ARCHIVE, OfSession.NO_ROOM
            else:
                operation, reason = Operation.PROMOTE, OfSession.PROMOTED
        return ChangeRecord(
            operation=operation,
            memory_ids=(head.memory_id,),
            revision_before=revision,
            revision_after=revision,
            reason=reason,
            actor=Actor.SYSTEM,
            at=now,
        )
