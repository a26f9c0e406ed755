"""Commits: one transaction holds heads, revisions, guards, counters and change records.

The stream of `heads` carries what was committed to the index; nothing is written twice.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from mneme.application.ports.clock import Clock
from mneme.application.ports.settings import ThresholdsNow, as_delivered
from mneme.application.ports.table_store import Action, Equals, Missing, Put, TableStore
from mneme.application.repositories.change_log import ChangeLog
from mneme.application.repositories.counters import Counters, Moves, refusal
from mneme.application.repositories.head_rows import head_row
from mneme.application.repositories.key_ring import KeyRing, UserKeys
from mneme.application.repositories.make_way import attempts
from mneme.application.repositories.revision_rows import RevisionRows
from mneme.application.repositories.row_keys import HEADS, REVISIONS, user_partition
from mneme.domain.audit_chain import words_digest
from mneme.domain.change import ChangeRecord
from mneme.domain.counting import count_changes
from mneme.domain.due import dated
from mneme.domain.errors import Unavailable, WriteConflict
from mneme.domain.memory import Head, Revision
from mneme.domain.tenancy import TenantContext


@dataclass(frozen=True, slots=True)
class MemoryWrite:
    """One memory's part of a commit: its head compared-and-set, and its new revision if any."""

    after: Head
    before: Head | None = None
    revision: Revision | None = None


@dataclass(frozen=True, slots=True)
class Commit:
    """What one transaction does. `extra` are the actions of guards, tasks and episodes."""

    writes: tuple[MemoryWrite, ...]
    records: tuple[ChangeRecord, ...]
    extra: tuple[Action, ...] = ()
    gone: tuple[Head, ...] = ()
    """Heads that `extra` deletes: what is counted of them is counted no more."""

    @property
    def moves(self) -> Moves:
        """By how much it moves the user's counters."""
        before = [write.before for write in self.writes if write.before is not None]
        return count_changes([*before, *self.gone], (write.after for write in self.writes))


@dataclass(frozen=True)
class Commits:
    """Carries out commits of one user."""

    tables: TableStore
    keys: KeyRing
    rows: RevisionRows
    log: ChangeLog
    counters: Counters
    clock: Clock
    thresholds: ThresholdsNow = as_delivered

    def carry_out(self, tenant: TenantContext, user_id: str, commit: Commit) -> None:
        """Write the whole commit or nothing.

        A writer that only advanced the user's change log in between is no conflict: the records
        are numbered again. Raises WriteConflict if anything the commit was decided on has moved,
        CapacityFull and ImportantQuotaFull if there is no room for what it adds, Unavailable if
        the store does not answer or the user is written to without pause.
        """
        partition = user_partition(tenant, user_id)
        now, by = self.clock.now(), self.thresholds().dating
        writes = [
            replace(write, after=dated(write.before, write.after, now, by))
            for write in commit.writes
        ]
        spoken = self._spoken(tenant, user_id, writes)
        moves = commit.moves
        memories = self._memory_actions(tenant, user_id, partition, writes)
        counters = self.counters.actions(tenant, partition, moves)
        decided = [*memories, *counters, *commit.extra]
        counted = range(len(memories), len(memories) + len(counters))
        for _ in attempts(self.clock):
            logged = self.log.append_actions(tenant, partition, commit.records, spoken)
            try:
                self.tables.transact(tenant, [*decided, *logged])
            except WriteConflict as conflict:
                moved = [position for position in conflict.failed if position < len(decided)]
                if moved and all(position in counted for position in moved):
                    full = refusal(self.counters.lacks(tenant, user_id, moves))
                    raise full or conflict from None
                if moved:
                    raise
            else:
                return
        raise Unavailable("the user's memories are being written to without pause")

    def _spoken(
        self, tenant: TenantContext, user_id: str, writes: Sequence[MemoryWrite]
    ) -> dict[tuple[str, int], bytes]:
        """Return the digests of the revisions that are written."""
        return {
            (one.after.memory_id, one.revision.revision): digest_of(
                self.keys.keys_for(tenant, user_id, one.after.key_epoch), one.revision
            )
            for one in writes
            if one.revision is not None
        }

    def _memory_actions(
        self,
        tenant: TenantContext,
        user_id: str,
        partition: str,
        writes: Sequence[MemoryWrite],
    ) -> list[Action]:
        actions: list[Action] = []
        for write in writes:
            unmoved = (
                Missing("pk") if write.before is None else Equals("version", write.before.version)
            )
            actions.append(Put(HEADS, head_row(partition, write.after), unmoved))
            if write.revision is not None:
                keys = self.keys.keys_for(tenant, user_id, write.after.key_epoch)
                row = self.rows.row(partition, write.revision, keys)
                actions.append(Put(REVISIONS, row, Missing("pk")))
        return actions


def digest_of(keys: UserKeys, revision: Revision) -> bytes:
    """Return the digest of what a revision says, for the change log."""
    words = (revision.content, revision.speaker or "")
    return words_digest(keys.hashing, revision.memory_id, revision.revision, words)
