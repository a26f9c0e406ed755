"""Restore a memory that was archived, compressed, or deleted not long ago (DESIGN §11)."""

from dataclasses import dataclass, replace
from datetime import datetime

from mneme.application.commit.retire_memories import reopened
from mneme.application.commit.unite_actions import united
from mneme.application.commit.voice import Voice
from mneme.application.manage.claim_guards import ClaimGuards
from mneme.application.manage.commit_change import CommitChange
from mneme.application.manage.find_managed import Managed, moved_on, require_revision
from mneme.application.ports.table_store import Action
from mneme.application.repositories.commits import Commit, MemoryWrite
from mneme.application.repositories.guards import facts_changed
from mneme.application.repositories.revision_archive import RevisionArchive
from mneme.application.repositories.row_keys import user_partition
from mneme.application.repositories.sessions import Sessions
from mneme.domain.change import ChangeRecord, Operation
from mneme.domain.errors import ImportantQuotaFull
from mneme.domain.lifecycle import returned_head
from mneme.domain.managing import Asked, actor_of, restored_status
from mneme.domain.memory import Head, Kind, Status
from mneme.domain.scope import VisibleScope
from mneme.domain.tenancy import TenantContext
from mneme.domain.visibility import has_expired

_RESTORABLE = frozenset({Status.ARCHIVED, Status.DELETED})
_SAYS_SOMETHING = frozenset({Status.ACTIVE, Status.CANDIDATE})


@dataclass(frozen=True)
class RestoreMemory:
    """The use case behind `restore`. What is there already is left alone.

    What was a session's opens it again, should it be over: so it ends, as every session does.
    """

    change: CommitChange
    claim: ClaimGuards
    archive: RevisionArchive
    sessions: Sessions

    def __call__(
        self, tenant: TenantContext, user_id: str, memory_id: str, expected_revision: int | None
    ) -> Head:
        """Return the memory's head afterwards: as strong as its class begins.

        Raises NotFound (also when it was deleted too long ago), NotAllowed, Unavailable, and
        RevisionConflict: another revision than expected, a memory that is only superseded (but for
        want of room) or a candidate, a text or a slot's value that another active memory has taken
        by now.
        CapacityFull and ImportantQuotaFull if there is no room for it.
        """
        opened = False

        def plan(found: Managed) -> Commit | None:
            nonlocal opened
            require_revision(found.head, expected_revision)
            # Past its end it is as good as archived, which the lifecycle may be late to write.
            expired = has_expired(found.head, found.now)
            if found.head.status is Status.ACTIVE and not expired:
                return None
            restorable = found.head.status in _RESTORABLE | {Status.ACTIVE}
            if not (restorable or found.head.is_compressed):
                message = f"the memory is {found.head.status}: it was not deleted"
                raise moved_on(found.head, message, "memory_id")
            commit = self._plan(tenant, user_id, found)
            # Before the memory is there, so that a session without a row never has one.
            self._open(tenant, user_id, found.head, found.now)
            opened = True
            return commit

        try:
            head = self.change(tenant, user_id, memory_id, plan)
        except ImportantQuotaFull as full:
            raise ImportantQuotaFull(full.message, field="memory_id", data=full.data) from full
        if opened:
            # Should it have been closed meanwhile, it opens again.
            self._open(tenant, user_id, head, head.changed_at)
        return head

    def _open(self, tenant: TenantContext, user_id: str, head: Head, at: datetime) -> None:
        self.sessions.use(tenant, user_id, head.scope, head.epoch, at)

    def _plan(self, tenant: TenantContext, user_id: str, found: Managed) -> Commit:
        head = found.head
        after = _restored(found)
        place = VisibleScope(head.scope.key, head.epoch)
        extra: list[Action] = [facts_changed(user_partition(tenant, user_id), place)]
        extra += self.archive.bring_back(tenant, user_id, (head.memory_id, head.revision))
        if head.is_compressed:
            extra.append(reopened(user_partition(tenant, user_id), found.known.revision))
        if after.status in _SAYS_SOMETHING and head.kind is not Kind.TURN:
            said, voice = found.known.revision, Voice.of_memory(found.known)
            claimed = self.claim(tenant, user_id, found, after, voice, said.content, said.fact_key)
            extra += claimed.actions
        record = ChangeRecord(
            operation=Operation.RESTORE,
            memory_ids=(head.memory_id,),
            revision_before=head.revision,
            revision_after=head.revision,
            reason=Asked.RESTORED,
            actor=actor_of(tenant),
            at=found.now,
        )
        return Commit((MemoryWrite(after, before=head),), (record,), united(extra))


def _restored(found: Managed) -> Head:
    head, now = found.head, found.now
    if head.is_compressed:
        head = replace(head, invalid_at=None)
    superseded = found.known.revision.superseded_by is not None
    return returned_head(head, restored_status(head, superseded, now), now, found.by.weights)
