"""Let a memory that several messages told say what those of them say that were not edited."""

from dataclasses import dataclass, replace
from datetime import datetime

from mneme.application.commit.compose_memory import superseded_head
from mneme.application.commit.find_guards import FindGuards
from mneme.application.commit.known_memory import KnownMemory
from mneme.application.commit.retire_memories import closed_head
from mneme.application.commit.unite_actions import united
from mneme.application.commit.voice import Voice
from mneme.application.evolve.find_unsaid import Unsaid
from mneme.application.index.find_by import FindBy
from mneme.application.ports.table_store import Action, Present, SetTo, Update
from mneme.application.repositories.commits import Commit, MemoryWrite
from mneme.application.repositories.guards import ContentGuard
from mneme.application.repositories.memory_repository import MemoryRepository
from mneme.application.repositories.row_keys import REVISIONS, revision_key, user_partition
from mneme.domain.change import Actor, ChangeRecord, OfEpisode, Operation
from mneme.domain.evolution.parts import parts_of, what_is_left
from mneme.domain.memory import Head, Revision, Status
from mneme.domain.retrieval.embedding_text import fact_text
from mneme.domain.tenancy import TenantContext


@dataclass(frozen=True)
class RestateMemory:
    """Makes the next revision of a memory of whose statements some were taken back."""

    find_by: FindBy
    find: FindGuards
    memories: MemoryRepository

    def changes(self, one: Unsaid) -> bool:
        """Return whether what is left of it is another text."""
        return self._left(one) != one.spell.said.content

    def _left(self, one: Unsaid) -> str:
        said, stem = one.spell.said, self.find_by.stemmer.stem
        return what_is_left(said.content, parts_of(said), one.left, stem)

    def __call__(
        self, tenant: TenantContext, user_id: str, one: Unsaid, now: datetime
    ) -> Commit | None:
        """Return its commit, None if the memory goes on saying what it says, or is past.

        If another one says by now what would be left, it ends with that. Raises Unavailable.
        """
        said, head = one.spell.said, one.spell.head
        text = self._left(one)
        if not one.is_living or text == said.content:
            return None
        voice = Voice.of_memory(KnownMemory(head, said))
        before = self.find.content(tenant, user_id, voice, said.content)
        held = self.find.content(tenant, user_id, voice, text)
        other = self._who_says_so(tenant, user_id, head, held)
        if other is not None:
            return self._ended(tenant, user_id, one, other, now)
        after = replace(
            head,
            revision=head.revision + 1,
            observed_at=one.observed_at or head.observed_at,
            valid_at=one.begins or head.valid_at,
            changed_at=now,
            version=head.version + 1,
            index_version=head.index_version + 1,
        )
        revision = self._revision(tenant, user_id, one, after, text)
        write = MemoryWrite(after, before=head, revision=revision)
        never_so = one.spell.begins or said.observed_at
        partition = user_partition(tenant, user_id)
        actions: list[Action] = [closed_head(partition, head, min(never_so, now))]
        if held.content_hash != before.content_hash:
            actions.append(held.hold(head.memory_id))
            if before.memory_id == head.memory_id:
                actions.append(before.release(head.memory_id))
        return Commit((write,), (record_of_edit(one, write, now),), united(actions))

    def _revision(
        self, tenant: TenantContext, user_id: str, one: Unsaid, after: Head, text: str
    ) -> Revision:
        said = one.spell.said
        [embedding] = self.find_by.embeddings(
            tenant, user_id, after.key_epoch, [fact_text(said.speaker, text)]
        )
        keys = self.find_by.keys.keys_for(tenant, user_id, after.key_epoch)
        parts = one.left if [part.text for part in one.left] != [text] else ()
        return replace(
            said,
            revision=after.revision,
            content=text,
            parts=parts,
            sources=one.sources_left,
            created_at=after.changed_at,
            valid_at=after.valid_at,
            invalid_at=after.invalid_at,
            embedding=embedding,
            terms=self.find_by.terms(keys, said.speaker, text),
            context=self.find_by.context(keys, said, text),
        )

    def _who_says_so(
        self, tenant: TenantContext, user_id: str, head: Head, held: ContentGuard
    ) -> Head | None:
        if held.memory_id is None or held.memory_id == head.memory_id:
            return None
        found = self.memories.heads(tenant, user_id, [held.memory_id]).get(held.memory_id)
        return found if found is not None and found.status is Status.ACTIVE else None

    def _ended(
        self, tenant: TenantContext, user_id: str, one: Unsaid, other: Head, now: datetime
    ) -> Commit:
        head = one.spell.head
        since = min(one.spell.begins or one.edited[-1].said_at, now)
        write = MemoryWrite(superseded_head(head, since, now), before=head)
        place = revision_key(user_partition(tenant, user_id), head.memory_id, head.revision)
        changes = (
            SetTo("invalid_at", since.isoformat()),
            SetTo("superseded_by", other.memory_id),
        )
        ended = Update(REVISIONS, place, changes, Present("pk"))
        return Commit((write,), (record_of_edit(one, write, now),), (ended,))


def record_of_edit(one: Unsaid, write: MemoryWrite, now: datetime) -> ChangeRecord:
    """Return the record of what an edit changed in a memory."""
    after, before = write.after, write.before
    ends = after.status is Status.SUPERSEDED and one.is_living
    return ChangeRecord(
        operation=Operation.SUPERSEDE if ends else Operation.UPDATE,
        memory_ids=(after.memory_id,),
        revision_before=None if before is None else before.revision,
        revision_after=after.revision,
        reason=OfEpisode.EDITED,
        actor=Actor.SYSTEM,
        at=now,
        sources=tuple(edited.source for edited in one.edited),
    )
