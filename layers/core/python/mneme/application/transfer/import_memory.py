"""Write one memory of an export as a memory of the user who imports it.

It gets an id of its own, made of the old one, the user and the epoch of its place: the same line
makes the same memory, and what it is linked to is linked to it again. What is there already is not
written: by that id; by the old one, if the file is the user's own; or, of what is ACTIVE, because
another ACTIVE memory says the same in the same voice. What it said before follows it.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from mneme.application.capacity.commit_with_room import CommitWithRoom
from mneme.application.commit.find_guards import FindGuards
from mneme.application.commit.voice import Voice
from mneme.application.lifecycle.archive_memories import ArchiveMemories
from mneme.application.lifecycle.due_heads import OfUser
from mneme.application.ports.clock import Clock
from mneme.application.ports.settings import ThresholdsNow, as_delivered
from mneme.application.ports.table_store import Action
from mneme.application.repositories.commits import Commit, MemoryWrite
from mneme.application.repositories.guards import facts_changed
from mneme.application.repositories.make_way import attempts
from mneme.application.repositories.memory_repository import MemoryRepository
from mneme.application.repositories.row_keys import user_partition
from mneme.application.repositories.sessions import Sessions
from mneme.application.repositories.user_repository import UserRepository
from mneme.application.transfer.import_message import ImportMessage
from mneme.application.transfer.import_past import ImportPast
from mneme.application.transfer.import_slot import ImportSlot
from mneme.application.transfer.importing import Importing, placed, renamed
from mneme.domain.change import ChangeRecord, OfTransfer, Operation
from mneme.domain.errors import Unavailable, WriteConflict
from mneme.domain.job import Progress
from mneme.domain.memory import Head, Kind, Revision, Status
from mneme.domain.scope import VisibleScope
from mneme.domain.told_memory import ToldMemory

THERE, WRITTEN = Progress(), Progress(changed=1)


@dataclass(frozen=True)
class ImportMemory:
    """Writes memories one by one, through capacity and the user's switches."""

    users: UserRepository
    memories: MemoryRepository
    sessions: Sessions
    guards: FindGuards
    commits: CommitWithRoom
    slot: ImportSlot
    past: ImportPast
    archive: ArchiveMemories
    message: ImportMessage
    clock: Clock
    thresholds: ThresholdsNow = as_delivered

    def __call__(self, of: Importing, line: ToldMemory) -> Progress:
        """Return whether anything was written.

        Raises MemorySwitchedOff, CapacityFull, ImportantQuotaFull, Unavailable.
        """
        told, now = line.head, self.clock.now()
        of.state.require_app_on(told.scope.app_id)
        head = placed(of, line, now)
        if head.kind is Kind.TURN:
            head = self.message.kept(of.tenant, head)
        known = self._known(of, {head.memory_id, told.memory_id, *line.linked})
        *past, current = (renamed(of, line, one, known, now) for one in line.revisions)
        there = [known[one] for one in (head.memory_id, told.memory_id) if one in known]
        wrote = False
        if not there and not self._is_kept_for_no_time(of, head):
            wrote = self._written(of, head, current)
            there = [head] if wrote else [*self._known(of, {head.memory_id}).values()]
        if any(one.memory_id == head.memory_id for one in there):
            wrote = self.past(of, head, past) or wrote
        self._archived(of, there)
        return WRITTEN if wrote else THERE

    def _written(self, of: Importing, head: Head, current: Revision) -> bool:
        """Write the memory and what it says; return False if either is there."""
        (found,) = self.past.findable(of, head, [current])
        for _ in attempts(self.clock):
            extra = self._extra(of, head, found)
            if extra is None:
                return False
            filled = self.slot(of, head, found)
            try:
                self._write(of, head, filled.said, (*extra, *filled.actions))
            except WriteConflict:
                self.past.require_unmoved(of)
                if self._known(of, {head.memory_id}):
                    return False  # another import of the line was first
            else:
                return True
        raise Unavailable("the user's memories are being written to without pause")

    def _known(self, of: Importing, memory_ids: Iterable[str]) -> Mapping[str, Head]:
        """Return those of these that are the user's own, and that no purge has hidden."""
        found = self.memories.heads(of.tenant, of.user_id, sorted(memory_ids))
        epoch = of.state.effective_epoch
        return {name: one for name, one in found.items() if one.epoch == epoch(one.scope)}

    def _is_kept_for_no_time(self, of: Importing, head: Head) -> bool:
        return head.kind is Kind.TURN and not self.message.retention.of(of.tenant)

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
        return actions

    def _is_active(self, of: Importing, memory_id: str | None) -> bool:
        if memory_id is None:
            return False
        found = self.memories.heads(of.tenant, of.user_id, [memory_id]).get(memory_id)
        return found is not None and found.status is Status.ACTIVE

    def _write(self, of: Importing, head: Head, current: Revision, extra: Sequence[Action]) -> None:
        """Write it, if the user's row does not move. Raises WriteConflict and what is refused."""
        now = self.clock.now()
        unchanged = self.users.unchanged(of.tenant, of.user_id, of.state)
        used = self.sessions.used(of.tenant, of.user_id, head.scope, head.epoch, now)
        opened = [used] if used is not None and head.status is Status.ACTIVE else []
        write, record = MemoryWrite(head, revision=current), _record(of, head, current, now)
        commit = Commit((write,), (record,), (unchanged, *opened, *extra))
        self.commits.carry_out(of.tenant, of.user_id, commit)

    def _archived(self, of: Importing, heads: Sequence[Head]) -> None:
        """Let the content of archived memories lie where it does; done again, it is found there."""
        by = self.thresholds().dating
        user = OfUser(of.tenant, of.user_id, of.state, self.clock.now(), by)
        ids = [head.memory_id for head in heads if head.status is Status.ARCHIVED]
        # Read again, as it stands with its past.
        for head in self.memories.heads(of.tenant, of.user_id, ids).values():
            self.archive.move_content(user, head)


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
