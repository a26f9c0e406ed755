"""Let a slot be as if a statement had never been told, once it is taken back (DESIGN §7).

Who was ended by it held on until the next value began, and is current if none did. It is a past
revision of the same memory or of another one, or the last one of a memory that was superseded.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from mneme.application.commit.find_guards import FindGuards
from mneme.application.commit.known_memory import KnownMemory
from mneme.application.commit.voice import Voice
from mneme.application.ports.table_store import (
    Action,
    Change,
    Present,
    Remove,
    RemoveFromSet,
    SetTo,
    Update,
)
from mneme.application.repositories.commits import MemoryWrite
from mneme.application.repositories.episodes import Episodes
from mneme.application.repositories.guards import ContentGuard
from mneme.application.repositories.memory_repository import MemoryRepository
from mneme.application.repositories.row_keys import REVISIONS, revision_key, user_partition
from mneme.domain.evolution.spells import (
    Spell,
    held_before,
    next_begins,
    same_instant,
    spells_of,
)
from mneme.domain.evolution.verdicts import is_over
from mneme.domain.extraction.draft_fields import letters
from mneme.domain.memory import Head, Revision, Source, Status
from mneme.domain.retrieval.blinding import blind_statement
from mneme.domain.scope import VisibleScope
from mneme.domain.tenancy import TenantContext

REVISIONS_READ = 100
"""Of a slot that has changed more often, the newest revisions of each memory are read."""

SourcesLeft = Callable[[Revision], tuple[Source, ...] | None]
"""Gives those sources of a revision that say it still, None if it was taken back."""

_TELLING = frozenset({Status.ACTIVE, Status.SUPERSEDED, Status.DELETED})
_STAYING = frozenset({Status.ACTIVE, Status.SUPERSEDED})


@dataclass(frozen=True, slots=True)
class ClosedUp:
    """A memory that fills the gap: its write, and the actions beside it."""

    write: MemoryWrite
    actions: tuple[Action, ...]


@dataclass(frozen=True)
class CloseUp:
    """Finds what a statement had ended, and what is said still of it."""

    find: FindGuards
    memories: MemoryRepository
    episodes: Episodes

    def __call__(
        self,
        tenant: TenantContext,
        user_id: str,
        gone: Spell,
        after: Head,
        now: datetime,
        sources_left: SourcesLeft,
        again: datetime | None = None,
    ) -> ClosedUp | None:
        """Return what fills the gap that a spell leaves, None if nothing does.

        The spell itself goes on `again` at a later time, if that is given.
        `after` is the head of the spell's own memory once it is over. That of a memory which the
        gap is filled by is built on it if it is the same one. Nothing becomes current where
        another active memory says or fills by now what it would. Raises Unavailable.
        """
        return _Gap(self, tenant, user_id, gone, after, now, sources_left, again).closed_up()


@dataclass(frozen=True, slots=True)
class _Gap:
    """The gap of one spell."""

    by: CloseUp
    tenant: TenantContext
    user_id: str
    gone: Spell
    after: Head
    now: datetime
    sources_left: SourcesLeft
    again: datetime | None

    def closed_up(self) -> ClosedUp | None:
        others = self._others()
        staying = [one for one in others if one.head.status in _STAYING]
        before = held_before(self.gone, [one for one in staying if self._left(one) is not None])
        if before is None:
            return None
        nexts = (self.again, next_begins(self.gone, (one for one in others if one is not before)))
        until = min((one for one in nexts if one is not None), default=None)
        if same_instant(until, before.ends):
            return None
        if until is not None and until <= self.now and not before.is_last:
            return self._extended(before, until)
        others_now = [one for one in others if one.is_last and one is not before]
        current = until is None or until > self.now
        if current and not self._may_be_current(before, others_now):
            return None
        return self._lengthened(before, until) if before.is_last else self._again(before, until)

    # --- who is there ---------------------------------------------------------------------

    def _others(self) -> list[Spell]:
        """Return the other spells of the slot, and of the memory itself, without what is unsaid."""
        head, said = self.gone.head, self.gone.said
        voice = Voice.of_memory(KnownMemory(head, said))
        slot = self.by.find.slot(self.tenant, self.user_id, voice, said.fact_key)
        ids = {head.memory_id, *(slot.memory_ids if slot else ())}
        heads = [
            one
            for one in self.by.memories.heads(self.tenant, self.user_id, sorted(ids)).values()
            if (one.scope.key, one.epoch) == (head.scope.key, head.epoch)
            and (one.status in _TELLING or one.memory_id == head.memory_id)
        ]
        each = max(2, REVISIONS_READ // max(1, len(heads)))
        refs = [
            (one.memory_id, number)
            for one in heads
            for number in range(max(1, one.revision - each + 1), one.revision + 1)
        ]
        found = self.by.memories.revisions(self.tenant, self.user_id, refs)
        return [
            one
            for one in spells_of(heads, found)
            if one.ref != self.gone.ref
            and (one.ref[0] == head.memory_id or one.said.fact_key == said.fact_key)
            and self.sources_left(one.said) is not None
        ]

    def _left(self, one: Spell) -> tuple[Source, ...] | None:
        """Return the sources by which it is said still, None if it is said no more."""
        left = self.sources_left(one.said)
        return self._saying(one, left) if left else left

    def _saying(self, one: Spell, sources: tuple[Source, ...]) -> tuple[Source, ...] | None:
        """Return the messages that were not edited since, or say it word for word; None if none."""
        head = one.head
        hashing = self.by.find.keys.keys_for(self.tenant, self.user_id, head.key_epoch).hashing
        stated = blind_statement(hashing, letters(one.said.content))
        place = VisibleScope(head.scope.key, head.epoch)
        kept = self.by.episodes.of_sources(self.tenant, self.user_id, place, sources)
        return (
            tuple(
                source
                for source in sources
                if source not in kept or not kept[source].told or stated in kept[source].statements
            )
            or None
        )

    def _last_told(self, one: Spell) -> datetime:
        """Return when it was said last, by those of its messages whose time is known."""
        place = VisibleScope(one.head.scope.key, one.head.epoch)
        sources = self._left(one) or ()
        kept = self.by.episodes.of_sources(self.tenant, self.user_id, place, sources)
        return max(one.said.observed_at, *(entry.said_at for entry in kept.values()))

    def _may_be_current(self, before: Spell, others: Sequence[Spell]) -> bool:
        """Return whether no other memory says it, or fills its slot, by now."""
        mine = {before.ref[0], self.gone.ref[0]}
        content = self._content(before.head, before.said)
        holder = {content.memory_id or before.ref[0]} - mine
        heads = self.by.memories.heads(self.tenant, self.user_id, sorted(holder)).values()
        if any(one.status is Status.ACTIVE for one in heads):
            return False
        rivals = [one.head for one in others if one.ref[0] not in mine]
        if before.ref[0] != self.gone.ref[0] and not before.is_last:
            rivals.append(before.head)
        return not any(_is_current(one, self.now) for one in rivals)

    # --- what fills the gap ---------------------------------------------------------------

    def _extended(self, before: Spell, until: datetime) -> ClosedUp:
        """Return a past revision that held longer; the index is told of all of the memory's."""
        mine = before.ref[0] == self.gone.ref[0]
        after = self.after if mine else shown_again(before.head, self.now)
        write = MemoryWrite(after, before=before.head)
        return ClosedUp(write, (self._row(before, SetTo("invalid_at", until.isoformat())),))

    def _lengthened(self, before: Spell, until: datetime | None) -> ClosedUp:
        """Return a memory that says so on, or did until another began."""
        head = before.head
        current = until is None or until > self.now
        after = replace(
            shown_again(head, self.now),
            status=Status.ACTIVE if current else Status.SUPERSEDED,
            invalid_at=until,
        )
        changes: list[Change] = [
            Remove("invalid_at") if until is None else SetTo("invalid_at", until.isoformat())
        ]
        if current and before.said.superseded_by is not None:
            changes.append(Remove("superseded_by"))
        if self.gone.ref[0] in before.said.conflicts_with:
            changes.append(RemoveFromSet("conflicts_with", frozenset({self.gone.ref[0]})))
        held = self._content(head, before.said)
        actions: list[Action] = [self._row(before, *changes)]
        if current and held.memory_id != head.memory_id:
            actions.append(held.hold(head.memory_id))
        return ClosedUp(MemoryWrite(after, before=head), tuple(actions))

    def _again(self, before: Spell, until: datetime | None) -> ClosedUp | None:
        """Return the next revision of a memory, which says again what it said before.

        It holds since it did then: what the earlier revision told of that time, it tells now.
        """
        head = before.head
        one, other = before.said.embedding, self.gone.said.embedding
        if one is None or other is None or one.model != other.model:
            return None
        begins = before.begins or self.gone.begins
        after = replace(
            head,
            status=Status.ACTIVE,
            revision=head.revision + 1,
            observed_at=self._last_told(before),
            valid_at=begins,
            invalid_at=until,
            changed_at=self.now,
            version=head.version + 1,
            index_version=head.index_version + 1,
        )
        again = replace(
            before.said,
            revision=after.revision,
            sources=self._left(before) or (),
            created_at=self.now,
            valid_at=begins,
            invalid_at=until,
            conflicts_with=(),
            supersedes=(),
            superseded_by=None,
        )
        actions = self._guarded(before)
        if before.begins is not None:
            actions.append(self._row(before, SetTo("invalid_at", before.begins.isoformat())))
        return ClosedUp(MemoryWrite(after, head, again), tuple(actions))

    def _guarded(self, before: Spell) -> list[Action]:
        """Return what makes a memory the holder of the words that it says again, in its slot."""
        memory_id, head = before.ref[0], before.head
        content = self._content(head, before.said)
        actions: list[Action] = [content.hold(memory_id)]
        if memory_id == self.gone.ref[0]:
            spoken = self._content(head, self.gone.said)
            same = spoken.content_hash == content.content_hash
            if spoken.memory_id == memory_id and not same:
                actions.append(spoken.release(memory_id))
        voice = Voice.of_memory(KnownMemory(head, before.said))
        slot = self.by.find.slot(self.tenant, self.user_id, voice, before.said.fact_key)
        if slot and memory_id not in slot.memory_ids:
            actions.append(slot.join(memory_id))
        return actions

    def _content(self, head: Head, said: Revision) -> ContentGuard:
        voice = Voice.of_memory(KnownMemory(head, said))
        return self.by.find.content(self.tenant, self.user_id, voice, said.content)

    def _row(self, one: Spell, *changes: Change) -> Update:
        place = revision_key(user_partition(self.tenant, self.user_id), *one.ref)
        return Update(REVISIONS, place, changes, Present("pk"))


def shown_again(head: Head, now: datetime) -> Head:
    """Return a head that makes the index read its memory's revisions again."""
    return replace(
        head, changed_at=now, version=head.version + 1, index_version=head.index_version + 1
    )


def _is_current(head: Head, now: datetime) -> bool:
    begun = head.valid_at is None or head.valid_at <= now
    over = is_over(head.invalid_at, head.expire_at, now)
    return head.status is Status.ACTIVE and begun and not over
