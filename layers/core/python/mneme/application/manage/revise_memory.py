"""The next revision of a memory, as its caller wants it: an update's or a rollback's."""

from dataclasses import dataclass, replace

from mneme.application.compose_memory import Findable, revised_head, revision_of
from mneme.application.known_memory import KnownMemory
from mneme.application.look_up_known import LookUpKnown
from mneme.application.manage.find_managed import Managed
from mneme.application.manage.refuse_double import refuse_double
from mneme.application.placed_fact import PlacedFact
from mneme.application.ports.table_store import Action
from mneme.application.repositories.commits import Commit, MemoryWrite
from mneme.application.repositories.guards import ContentGuard, facts_changed
from mneme.application.repositories.row_keys import user_partition
from mneme.application.retire_memories import closed
from mneme.domain.change import ChangeRecord, Operation
from mneme.domain.evolution.precedence import holds_from
from mneme.domain.fact import Fact
from mneme.domain.managing import Asked, actor_of
from mneme.domain.memory import Head, Provenance, Revision, Status
from mneme.domain.retrieval.embedding_text import fact_text
from mneme.domain.tenancy import TenantContext


@dataclass(frozen=True, slots=True)
class Restated:
    """What a memory is to say from now on, and by what that is found."""

    fact: Fact
    findable: Findable


def restated(found: Managed, said: Revision, fact_key: str | None, head: Head) -> Fact:
    """Return what `said` says as a fact of the memory: the caller's own word, as of now.

    A memory that is over, or yet to begin, keeps its interval; any other holds from now on.
    `head` is the memory's head with the metadata it shall have.
    """
    now = found.now
    over = head.invalid_at is not None and head.invalid_at <= now
    to_come = head.valid_at is not None and head.valid_at > now
    certain = head.status is not Status.CANDIDATE
    return Fact(
        text=said.content,
        ownership=head.ownership,
        sources=said.sources,
        observed_at=now,
        mem_type=head.mem_type,
        kind=head.kind,
        provenance=Provenance.EXPLICIT_REQUEST if certain else head.provenance,
        is_important=head.is_important,
        speaker=said.speaker,
        fact_key=fact_key,
        valid_at=head.valid_at if over or to_come else now,
        invalid_at=head.invalid_at,
        expire_at=head.expire_at,
        custom_tags=said.custom_tags,
        entities=said.entities,
    )


@dataclass(frozen=True)
class ReviseMemory:
    """Plans the commit of a next revision."""

    look_up: LookUpKnown

    def __call__(
        self,
        tenant: TenantContext,
        user_id: str,
        found: Managed,
        head: Head,
        new: Restated,
        asked: Asked,
    ) -> Commit:
        """Return the commit. Raises RevisionConflict if another active memory says the same.

        `head` is the found one with the metadata it shall have.
        """
        partition, known = user_partition(tenant, user_id), found.known
        placed = PlacedFact(
            new.fact, new.findable.embedding, head.scope, head.epoch, head.key_epoch
        )
        after = revised_head(head, new.fact, found.now)
        revision = revision_of(after, new.fact, new.findable)
        was = replace(placed, fact=replace(new.fact, speaker=known.revision.speaker))
        held = self.look_up.content_guard(tenant, user_id, placed, new.fact.text)
        refuse_double(self.look_up.memories, tenant, user_id, found, held)
        extra = (
            held.hold(head.memory_id),
            *self._let_go(tenant, user_id, was, known, held),
            *self._moved_slot(tenant, user_id, placed, was, known),
            closed(partition, known, holds_from(new.fact, found.now)),
            facts_changed(partition, placed.place),
        )
        record = ChangeRecord(
            operation=Operation.UPDATE,
            memory_ids=(head.memory_id,),
            revision_before=found.head.revision,
            revision_after=after.revision,
            reason=asked,
            actor=actor_of(tenant),
            at=found.now,
            sources=new.fact.sources,
        )
        write = MemoryWrite(after, before=found.head, revision=revision)
        return Commit((write,), (record,), extra)

    def found_by(
        self, tenant: TenantContext, user_id: str, key_epoch: int, said: Revision
    ) -> Findable:
        """Return by what a text is found: embedded anew, and its own words."""
        find_by = self.look_up.find_by
        texts = [fact_text(said.speaker, said.content)]
        [embedding] = find_by.embeddings(tenant, user_id, key_epoch, texts)
        keys = find_by.keys.keys_for(tenant, user_id, key_epoch)
        terms = find_by.terms(keys, said.speaker, said.content)
        return Findable(embedding, terms, find_by.context(keys, said, said.content))

    def _let_go(
        self,
        tenant: TenantContext,
        user_id: str,
        was: PlacedFact,
        known: KnownMemory,
        held: ContentGuard,
    ) -> list[Action]:
        """Return the action that lets go of what the memory no longer says, if it holds that."""
        said = self.look_up.content_guard(tenant, user_id, was, known.revision.content)
        if said.memory_id != known.memory_id or said.content_hash == held.content_hash:
            return []
        return [said.release(known.memory_id)]

    def _moved_slot(
        self,
        tenant: TenantContext,
        user_id: str,
        placed: PlacedFact,
        was: PlacedFact,
        known: KnownMemory,
    ) -> list[Action]:
        """Return the actions by which the memory leaves its slot, and takes another one."""
        left = self.look_up.key_guard(tenant, user_id, was, known.revision.fact_key)
        taken = self.look_up.key_guard(tenant, user_id, placed, placed.fact.fact_key)
        if left is not None and taken is not None and left.key_hash == taken.key_hash:
            return []
        return [
            *([] if left is None else [left.leave(known.memory_id)]),
            *([] if taken is None else [taken.join(known.memory_id)]),
        ]
