"""Write one memory of an export as a memory of the user who imports it.

It gets an id of its own, made of the old one, the user and the epoch of its place: the same line
makes the same memory, and what it is linked to is linked to it again. What is there already is not
written: by that id; by the old one, if the file is the user's own; or, of what is ACTIVE, because
another ACTIVE memory says the same in the same voice.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime

from mneme.application.capacity.commit_with_room import CommitWithRoom
from mneme.application.commit.find_guards import FindGuards
from mneme.application.commit.voice import Voice
from mneme.application.index.find_by import FindBy, who_said
from mneme.application.lifecycle.archive_memories import ArchiveMemories
from mneme.application.lifecycle.due_heads import OfUser
from mneme.application.ports.clock import Clock
from mneme.application.ports.settings import ThresholdsNow, as_delivered
from mneme.application.ports.table_store import (
    Action,
    Check,
    Delete,
    Key,
    Missing,
    Present,
    Put,
    TableStore,
)
from mneme.application.repositories.commits import Commit, MemoryWrite
from mneme.application.repositories.guards import facts_changed
from mneme.application.repositories.make_way import attempts
from mneme.application.repositories.memory_repository import MemoryRepository
from mneme.application.repositories.row_keys import (
    HEADS,
    REVISIONS,
    head_key,
    revision_key,
    user_partition,
)
from mneme.application.repositories.sessions import Sessions
from mneme.application.repositories.user_repository import UserRepository
from mneme.application.transfer.import_message import ImportMessage
from mneme.domain.change import Actor, ChangeRecord, OfTransfer, Operation
from mneme.domain.errors import CapacityFull, ImportantQuotaFull, Unavailable, WriteConflict
from mneme.domain.job import Progress
from mneme.domain.memory import Head, Kind, Revision, Status, WeightAnchor
from mneme.domain.retrieval.embedding_text import fact_text, turn_text
from mneme.domain.scope import VisibleScope
from mneme.domain.tenancy import TenantContext
from mneme.domain.ulid import twin_ulid
from mneme.domain.user_state import UserState

PAST_AT_ONCE = 20
"""Past revisions a transaction: their words, vectors and terms are some 20 KB each."""

THERE, WRITTEN = Progress(), Progress(changed=1)


@dataclass(frozen=True, slots=True)
class Importing:
    """Whose memories are written, how the user's row stands, and on whose behalf."""

    tenant: TenantContext
    user_id: str
    state: UserState
    actor: Actor


@dataclass(frozen=True)
class ImportMemory:
    """Writes memories one by one, through capacity and the user's switches."""

    tables: TableStore
    users: UserRepository
    memories: MemoryRepository
    sessions: Sessions
    guards: FindGuards
    find_by: FindBy
    commits: CommitWithRoom
    archive: ArchiveMemories
    message: ImportMessage
    clock: Clock
    thresholds: ThresholdsNow = as_delivered

    def __call__(self, of: Importing, told: Head, said: Sequence[Revision]) -> Progress:
        """Return whether it was written.

        Raises MemorySwitchedOff, CapacityFull, ImportantQuotaFull, Unavailable.
        """
        of.state.require_app_on(told.scope.app_id)
        head = self._placed(of, told)
        known = self.memories.heads(of.tenant, of.user_id, [head.memory_id, told.memory_id])
        there = [one for one in known.values() if one.epoch == head.epoch]
        if there or self._is_kept_for_no_time(of, head):
            self._archived(of, there)
            return THERE
        revisions = self._found_by(of, head, [_renamed(one, of, head) for one in said])
        for _ in attempts(self.clock):
            extra = self._extra(of, head, revisions[-1])
            if extra is None:
                self._drop_past(of, head, revisions)
                return THERE
            try:
                self._write(of, head, revisions, extra)
            except WriteConflict:
                if self._has_moved(of):
                    self._drop_past(of, head, revisions)
                    raise Unavailable("the user's switches or epochs were set meanwhile") from None
                continue
            except (CapacityFull, ImportantQuotaFull):
                self._drop_past(of, head, revisions)
                raise
            self._archived(of, [head])
            return WRITTEN
        raise Unavailable("the user's memories are being written to without pause")

    def _placed(self, of: Importing, told: Head) -> Head:
        """Return the head where it belongs; nothing of it is of a day to come that was done."""
        now, epoch = self.clock.now(), of.state.effective_epoch(told.scope)
        head = replace(
            told,
            memory_id=_new_id(of, told.memory_id, epoch),
            epoch=epoch,
            key_epoch=of.state.epoch,
            anchor=WeightAnchor(told.anchor.value, min(told.anchor.at, now)),
            created_at=min(told.created_at, now),
            changed_at=min(told.changed_at, now),
            deleted_at=_by(now, told.deleted_at),
            last_recalled_at=_by(now, told.last_recalled_at),
            last_used_at=_by(now, told.last_used_at),
        )
        return self.message.kept(of.tenant, head) if head.kind is Kind.TURN else head

    def _is_kept_for_no_time(self, of: Importing, head: Head) -> bool:
        return head.kind is Kind.TURN and not self.message.retention.of(of.tenant)

    def _found_by(
        self, of: Importing, head: Head, said: Sequence[Revision]
    ) -> tuple[Revision, ...]:
        """Return the revisions with vectors, terms and context of their own."""
        keys = self.find_by.keys.keys_for(of.tenant, of.user_id, head.key_epoch)
        texts = [_embedded(head, one) for one in said]
        vectors = self.find_by.embeddings(of.tenant, of.user_id, head.key_epoch, texts)
        return tuple(
            replace(
                one,
                embedding=vector,
                terms=self.find_by.terms(keys, one.speaker, one.content),
                context=self.find_by.context(keys, one, one.content),
            )
            for one, vector in zip(said, vectors, strict=True)
        )

    def _extra(self, of: Importing, head: Head, said: Revision) -> list[Action] | None:
        """Return what is committed beside the memory; None if another one says the same."""
        if head.kind is Kind.TURN:
            return self.message.actions(of.tenant, of.user_id, head, said)
        place = VisibleScope(head.scope.key, head.epoch)
        voice = Voice(head.kind, head.ownership, said.speaker, place, head.key_epoch)
        guard = self.guards.content(of.tenant, of.user_id, voice, said.content)
        active = head.status is Status.ACTIVE
        if active and self._is_active(of, guard.memory_id):
            return None
        actions = [facts_changed(user_partition(of.tenant, of.user_id), place)]
        if active or guard.memory_id is None:
            actions.append(guard.hold(head.memory_id))
        slot = self.guards.slot(of.tenant, of.user_id, voice, said.fact_key)
        if active and slot is not None:
            actions.append(slot.join(head.memory_id))
        return actions

    def _is_active(self, of: Importing, memory_id: str | None) -> bool:
        if memory_id is None:
            return False
        found = self.memories.heads(of.tenant, of.user_id, [memory_id]).get(memory_id)
        return found is not None and found.status is Status.ACTIVE

    def _write(
        self, of: Importing, head: Head, revisions: Sequence[Revision], extra: Sequence[Action]
    ) -> None:
        """Write what it said before, then all the rest at once: until then nobody sees any of it.

        Raises WriteConflict.
        """
        partition = user_partition(of.tenant, of.user_id)
        unchanged = self.users.unchanged(of.tenant, of.user_id, of.state)
        still_new = _still_new(partition, head)
        keys = self.find_by.keys.keys_for(of.tenant, of.user_id, head.key_epoch)
        written: list[Action] = []
        for page in _past(revisions):
            rows = [Put(REVISIONS, self.memories.rows.row(partition, one, keys)) for one in page]
            self.tables.transact(of.tenant, [unchanged, still_new, *rows])
            written.append(Check(REVISIONS, _place(partition, page[0]), Present("pk")))
        now = self.clock.now()
        began = head.epoch
        if head.status is Status.ACTIVE:
            self.sessions.use(of.tenant, of.user_id, head.scope, began, now)
        write = MemoryWrite(head, revision=revisions[-1])
        record = _record(of, head, revisions[-1], now)
        commit = Commit((write,), (record,), (unchanged, *written, *extra))
        self.commits.carry_out(of.tenant, of.user_id, commit)

    def _drop_past(self, of: Importing, head: Head, revisions: Sequence[Revision]) -> None:
        """Delete what was written of a memory that does not come in: no purge of a scope finds it.

        Whoever writes the same one meanwhile commits only with all of it there.
        """
        partition = user_partition(of.tenant, of.user_id)
        with suppress(WriteConflict):  # somebody else has written it
            for page in _past(revisions):
                gone = [Delete(REVISIONS, _place(partition, one)) for one in page]
                self.tables.transact(of.tenant, [_still_new(partition, head), *gone])

    def _has_moved(self, of: Importing) -> bool:
        """Return whether the user's row moved: the page is done again, as it stands then."""
        return self.users.state(of.tenant, of.user_id).version != of.state.version

    def _archived(self, of: Importing, heads: Sequence[Head]) -> None:
        """Let the content of archived memories lie where it does; done again, it is found there."""
        by = self.thresholds().dating
        user = OfUser(of.tenant, of.user_id, of.state, self.clock.now(), by)
        for head in heads:
            if head.status is Status.ARCHIVED:
                self.archive.move_content(user, head)


def _by(now: datetime, at: datetime | None) -> datetime | None:
    return None if at is None else min(at, now)


def _past(revisions: Sequence[Revision]) -> Iterator[Sequence[Revision]]:
    """Yield what was said before, as much at a time as a transaction writes."""
    past = revisions[:-1]
    return (past[start : start + PAST_AT_ONCE] for start in range(0, len(past), PAST_AT_ONCE))


def _place(partition: str, said: Revision) -> Key:
    return revision_key(partition, said.memory_id, said.revision)


def _still_new(partition: str, head: Head) -> Check:
    return Check(HEADS, head_key(partition, head.memory_id), Missing("pk"))


def _new_id(of: Importing, memory_id: str, epoch: int) -> str:
    return twin_ulid(memory_id, of.tenant.tenant_id, of.user_id, str(epoch))


def _renamed(said: Revision, of: Importing, head: Head) -> Revision:
    """Return a revision that names what it is linked to as it is named here."""

    def here(memory_id: str) -> str:
        return _new_id(of, memory_id, head.epoch)

    return replace(
        said,
        memory_id=head.memory_id,
        conflicts_with=tuple(sorted(map(here, said.conflicts_with))),
        supersedes=tuple(sorted(map(here, said.supersedes))),
        superseded_by=None if said.superseded_by is None else here(said.superseded_by),
    )


def _embedded(head: Head, said: Revision) -> str:
    if head.kind is Kind.TURN:
        return turn_text(who_said(said), said.content, None)
    return fact_text(said.speaker, said.content)


def _record(of: Importing, head: Head, said: Revision, now: datetime) -> ChangeRecord:
    return ChangeRecord(
        operation=Operation.ADD,
        memory_ids=(head.memory_id,),
        revision_before=None,
        revision_after=head.revision,
        reason=OfTransfer.IMPORTED,
        actor=of.actor,
        at=now,
        sources=said.sources,
    )
