"""Keep a conversation's messages as an episode: each a TURN, recallable verbatim (DESIGN §7).

A tenant may keep no words at all. Which messages were read is noted even then, by ids and keyed
hashes, so that each is read once.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from mneme.application.commit.compose_memory import (
    Place,
    deleted_head,
    new_head,
    revised_head,
    revision_of,
)
from mneme.application.commit.retire_memories import closed_head
from mneme.application.extract.find_edits import FindEdits
from mneme.application.extract.sort_messages import Sorted, SortMessages
from mneme.application.extract.told_messages import ToldMessages, Turn, as_first_told, turn_id
from mneme.application.ports.clock import Clock
from mneme.application.ports.settings import ThresholdsNow, as_delivered
from mneme.application.ports.table_store import Action
from mneme.application.repositories.commits import Commit, Commits, MemoryWrite
from mneme.application.repositories.episode_retention import EpisodeRetention
from mneme.application.repositories.episodes import EpisodeEntry, Episodes, KeptEntry
from mneme.application.repositories.make_way import attempts
from mneme.application.repositories.memory_repository import MemoryRepository
from mneme.application.repositories.row_keys import user_partition
from mneme.domain.change import Actor, ChangeRecord, OfEpisode, Operation
from mneme.domain.conversation import Conversation
from mneme.domain.errors import Unavailable, WriteConflict
from mneme.domain.evolution.edited_message import EditedMessage
from mneme.domain.extraction.retold import Retold
from mneme.domain.memory import Head, Status
from mneme.domain.task import Task
from mneme.domain.tenancy import TenantContext

PAGE_MESSAGES = 20
"""New messages a transaction: three rows each, within its 100 actions."""

PAGE_NOTES = 90
"""Messages a transaction where only who reads them is noted: one row each."""

PAGE_EDITS = 15
"""Edited messages a transaction: four rows and a record each."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A conversation that is kept: with the times at which its messages were told first.

    From the messages in `settled` (their ids) no facts are to be taken any more, and from those in
    `retold` only of what is new. What the `edited` have said before is taken back.
    """

    conversation: Conversation
    settled: frozenset[str]
    retold: Mapping[str, Retold]
    edited: tuple[EditedMessage, ...] = ()


@dataclass(frozen=True, slots=True)
class _Keeping:
    """One conversation in hand."""

    tenant: TenantContext
    user_id: str
    task: Task
    conversation: Conversation
    unchanged: Action


@dataclass(frozen=True)
class KeepEpisode:
    """Stores what was said, each message once, however often it is sent; edited, in its place."""

    episodes: Episodes
    memories: MemoryRepository
    commits: Commits
    told: ToldMessages
    sort: SortMessages
    find_edits: FindEdits
    retention: EpisodeRetention
    clock: Clock
    thresholds: ThresholdsNow = as_delivered

    def __call__(
        self,
        tenant: TenantContext,
        user_id: str,
        task: Task,
        conversation: Conversation,
        unchanged: Action,
    ) -> Kept:
        """Keep the messages of users and assistants.

        `unchanged` is the check that the user's switches and epochs are still as the caller saw
        them. Raises WriteConflict if they are not, Unavailable if a store does not answer.
        """
        entries = self.told.entries(tenant, user_id, task, conversation)
        known = self.episodes.kept(tenant, user_id, entries)
        for _ in attempts(self.clock):
            told = as_first_told(conversation, known)
            found = self.sort(tenant, user_id, task, entries, known)
            try:
                self._keep(_Keeping(tenant, user_id, task, told, unchanged), found, known)
            except WriteConflict:
                seen, known = known, self.episodes.kept(tenant, user_id, entries)
                if known == seen:
                    raise
            else:
                retold = self.told.retold(tenant, user_id, task, told, found.yielded)
                nothing_new = {name for name, one in retold.items() if not one.new}
                edited = self.find_edits(tenant, user_id, task, told, entries, found, known)
                return Kept(told, found.settled | nothing_new, retold, edited)
        raise Unavailable("the session is being written to without pause")

    def _keep(self, of: _Keeping, found: Sorted, known: Mapping[str, KeptEntry]) -> None:
        if found.new or found.edited:
            kept_for = self.retention.of(of.tenant)
            if kept_for:
                self._keep_words(of, found, known, of.task.accepted_at + kept_for)
            else:
                self._keep_no_words(of, found, known)
        for page in _pages(found.taken_over, PAGE_NOTES):
            renewed = [self._renewed(of, entry, found, known) for entry in page]
            self.episodes.tables.transact(of.tenant, renewed)

    def _keep_words(
        self, of: _Keeping, found: Sorted, known: Mapping[str, KeptEntry], until: datetime
    ) -> None:
        wanted = {entry.message_id for entry in (*found.new, *found.edited)}
        turns = self.told.turns(
            of.tenant, of.user_id, of.task, of.conversation, known, wanted, until
        )
        for page in _pages(found.new, PAGE_MESSAGES):
            commit = self._of_new(of, [turns[entry.message_id] for entry in page])
            self.commits.carry_out(of.tenant, of.user_id, commit)
        for page in _pages(found.edited, PAGE_EDITS):
            commit = self._of_edited(of, [turns[entry.message_id] for entry in page], found, known)
            self.commits.carry_out(of.tenant, of.user_id, commit)

    def _keep_no_words(self, of: _Keeping, found: Sorted, known: Mapping[str, KeptEntry]) -> None:
        for page in _pages(found.new, PAGE_NOTES):
            notes = [
                self.episodes.keep_action(
                    of.tenant, of.user_id, entry, turn_id(of.tenant, of.user_id, of.task, entry)
                )
                for entry in page
            ]
            self.episodes.tables.transact(of.tenant, [of.unchanged, *notes])
        for page in _pages(found.edited, PAGE_EDITS):
            self.commits.carry_out(of.tenant, of.user_id, self._of_outdated(of, page, found, known))

    def _of_outdated(
        self,
        of: _Keeping,
        page: Sequence[EpisodeEntry],
        found: Sorted,
        known: Mapping[str, KeptEntry],
    ) -> Commit:
        """Plan the end of words that were kept, and are no longer what the message says."""
        ids = [known[entry.message_id].memory_id for entry in page]
        heads = self.memories.heads(of.tenant, of.user_id, ids).values()
        now = self.clock.now()
        writes = tuple(
            MemoryWrite(deleted_head(head, now, lapsed=True), before=head)
            for head in heads
            if head.status is Status.ACTIVE
        )
        records = tuple(_outdated(write.after) for write in writes)
        renewed = [self._renewed(of, entry, found, known) for entry in page]
        return Commit(writes, records, (of.unchanged, *renewed))

    def _of_new(self, of: _Keeping, page: Sequence[Turn]) -> Commit:
        now, weights = self.clock.now(), self.thresholds().weights
        writes, kept = [], []
        for turn in page:
            place = Place(turn.entry.scope, turn.entry.epoch, of.task.key_epoch, now, weights)
            head = new_head(turn.memory_id, turn.fact, place)
            writes.append(MemoryWrite(head, revision=revision_of(head, turn.fact, turn.findable)))
            kept.append(
                self.episodes.keep_action(of.tenant, of.user_id, turn.entry, turn.memory_id)
            )
        record = ChangeRecord(
            operation=Operation.ADD,
            memory_ids=tuple(write.after.memory_id for write in writes),
            revision_before=None,
            revision_after=1,
            reason=OfEpisode.KEPT,
            actor=Actor.SYSTEM,
            at=now,
            sources=tuple(turn.fact.sources[0] for turn in page),
        )
        return Commit(tuple(writes), (record,), (of.unchanged, *kept))

    def _of_edited(
        self,
        of: _Keeping,
        page: Sequence[Turn],
        found: Sorted,
        known: Mapping[str, KeptEntry],
    ) -> Commit:
        """Plan the next revisions of messages; one that was deleted stays so, whatever it says."""
        heads = self.memories.heads(of.tenant, of.user_id, [turn.memory_id for turn in page])
        partition = user_partition(of.tenant, of.user_id)
        writes, records, extra = [], [], [of.unchanged]
        for turn in page:
            extra.append(self._renewed(of, turn.entry, found, known))
            before = heads.get(turn.memory_id)
            if before is None or before.status is not Status.ACTIVE:
                continue
            after = revised_head(before, turn.fact, self.clock.now(), self.thresholds().weights)
            revision = revision_of(after, turn.fact, turn.findable)
            writes.append(MemoryWrite(after, before=before, revision=revision))
            extra.append(closed_head(partition, before, turn.fact.observed_at))
            records.append(_edited(before, after, turn))
        return Commit(tuple(writes), tuple(records), tuple(extra))

    def _renewed(
        self, of: _Keeping, entry: EpisodeEntry, found: Sorted, known: Mapping[str, KeptEntry]
    ) -> Action:
        seen, yielded = known[entry.message_id], found.yielded[entry.message_id]
        return self.episodes.renew_action(of.tenant, of.user_id, entry, seen, yielded)


def _pages(entries: Sequence[EpisodeEntry], size: int) -> Iterator[Sequence[EpisodeEntry]]:
    for start in range(0, len(entries), size):
        yield entries[start : start + size]


def _outdated(after: Head) -> ChangeRecord:
    return ChangeRecord(
        operation=Operation.DELETE,
        memory_ids=(after.memory_id,),
        revision_before=after.revision,
        revision_after=after.revision,
        reason=OfEpisode.EDITED,
        actor=Actor.SYSTEM,
        at=after.changed_at,
    )


def _edited(before: Head, after: Head, turn: Turn) -> ChangeRecord:
    return ChangeRecord(
        operation=Operation.UPDATE,
        memory_ids=(after.memory_id,),
        revision_before=before.revision,
        revision_after=after.revision,
        reason=OfEpisode.EDITED,
        actor=Actor.SYSTEM,
        at=after.changed_at,
        sources=turn.fact.sources,
    )
