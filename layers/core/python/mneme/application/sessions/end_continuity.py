"""End what was to be continued (CONTINUITY) once what it quotes is deleted or purged."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from mneme.application.commit.compose_memory import deleted_head
from mneme.application.ports.clock import Clock
from mneme.application.repositories.commits import Commit, Commits, MemoryWrite
from mneme.application.repositories.guards import facts_changed
from mneme.application.repositories.make_way import attempts
from mneme.application.repositories.memory_repository import MemoryRepository
from mneme.application.repositories.row_keys import user_partition
from mneme.domain.change import ChangeRecord, OfPurge, Operation
from mneme.domain.errors import Unavailable, WriteConflict
from mneme.domain.managing import Asked, actor_of
from mneme.domain.memory import Head, Kind, Source, Status
from mneme.domain.purge import PurgeTarget
from mneme.domain.scope import VisibleScope
from mneme.domain.session import LONGEST_CONTINUED
from mneme.domain.tenancy import TenantContext

TEXTS_READ = 10
"""Of a memory with more revisions the newest tell which messages it came from."""

PAGE = 20
"""Memories a transaction."""

Wanted = Callable[[Head], bool]


@dataclass(frozen=True)
class EndContinuity:
    """Finds them among what was changed within a day: none of them lives longer."""

    memories: MemoryRepository
    commits: Commits
    clock: Clock

    def living(self, tenant: TenantContext, user_id: str) -> list[Head]:
        """Return all of a user that are current. Raises Unavailable."""
        return self._living(tenant, user_id, lambda _: True)

    def quoting(
        self, tenant: TenantContext, user_id: str, doomed: Sequence[Head], living: Sequence[Head]
    ) -> None:
        """Delete those of the living that quote a message from which a doomed memory came.

        Raises Unavailable.
        """
        others = [head for head in doomed if head.kind is not Kind.CONTINUITY]
        if not others or not living:
            return
        told = [(head.scope.session_id, self._sources(tenant, user_id, head)) for head in others]
        messages = frozenset(source for _, sources in told for source in sources)
        # What was written down came from no message: of its session, nobody can tell what says it.
        sessions = {session for session, sources in told if session is not None and not sources}
        ended = frozenset(
            head.memory_id
            for head in living
            if head.scope.session_id in sessions or self._sources(tenant, user_id, head) & messages
        )
        if ended:
            self._end(tenant, user_id, lambda head: head.memory_id in ended, Asked.DELETED)

    def of_purged(self, tenant: TenantContext, user_id: str, target: PurgeTarget) -> None:
        """Delete those that quote a session that is purged. Raises Unavailable."""
        if target.session_id is not None:
            self._end(tenant, user_id, target.is_quoted_by, OfPurge.SESSION)

    def _living(self, tenant: TenantContext, user_id: str, wanted: Wanted) -> list[Head]:
        since = self.clock.now() - LONGEST_CONTINUED
        return [
            head
            for head in self.memories.changed_since(tenant, user_id, since)
            if head.kind is Kind.CONTINUITY and head.status is Status.ACTIVE and wanted(head)
        ]

    def _sources(self, tenant: TenantContext, user_id: str, head: Head) -> frozenset[Source]:
        oldest = max(1, head.revision - TEXTS_READ + 1)
        refs = [(head.memory_id, number) for number in range(oldest, head.revision + 1)]
        found = self.memories.revisions(tenant, user_id, refs, searchable=False)
        return frozenset(source for one in found.values() for source in one.sources)

    def _end(self, tenant: TenantContext, user_id: str, wanted: Wanted, reason: str) -> None:
        for _ in attempts(self.clock):
            heads = self._living(tenant, user_id, wanted)
            try:
                for start in range(0, len(heads), PAGE):
                    self._delete(tenant, user_id, heads[start : start + PAGE], reason)
            except WriteConflict:
                continue
            return
        raise Unavailable("the memories are being written to without pause")

    def _delete(
        self, tenant: TenantContext, user_id: str, heads: Sequence[Head], reason: str
    ) -> None:
        now, partition = self.clock.now(), user_partition(tenant, user_id)
        writes = tuple(MemoryWrite(deleted_head(head, now), before=head) for head in heads)
        places = dict.fromkeys(VisibleScope(head.scope.key, head.epoch) for head in heads)
        records = tuple(
            ChangeRecord(
                operation=Operation.DELETE,
                memory_ids=(head.memory_id,),
                revision_before=head.revision,
                revision_after=head.revision,
                reason=reason,
                actor=actor_of(tenant),
                at=now,
            )
            for head in heads
        )
        moved = tuple(facts_changed(partition, place) for place in places)
        self.commits.carry_out(tenant, user_id, Commit(writes, records, moved))
