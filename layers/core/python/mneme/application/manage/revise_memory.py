"""The next revision of a memory, as its caller wants it: an update's or a rollback's."""

from dataclasses import dataclass, replace

from mneme.application.commit.compose_memory import Findable, revised_head, revision_of
from mneme.application.commit.known_memory import KnownMemory
from mneme.application.commit.look_up_known import LookUpKnown
from mneme.application.commit.retire_memories import closed
from mneme.application.commit.voice import Voice
from mneme.application.manage.claim_guards import Claimed, ClaimGuards
from mneme.application.manage.embedded_texts import EmbeddedTexts
from mneme.application.manage.find_managed import Managed
from mneme.application.ports.table_store import Action
from mneme.application.repositories.commits import Commit, MemoryWrite
from mneme.application.repositories.guards import facts_overruled
from mneme.application.repositories.overrulings import Overruling, Overrulings
from mneme.application.repositories.row_keys import user_partition
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
    claim: ClaimGuards
    overrulings: Overrulings

    def __call__(
        self,
        tenant: TenantContext,
        user_id: str,
        found: Managed,
        head: Head,
        new: Restated,
        asked: Asked,
    ) -> Commit:
        """Return the commit.

        Raises RevisionConflict if another active memory says the same, or fills the slot that the
        new words belong to.

        `head` is the found one with the metadata it shall have.
        """
        partition, known = user_partition(tenant, user_id), found.known
        after = revised_head(head, new.fact, found.now, found.by.weights)
        voice = replace(Voice.of_memory(known), speaker=new.fact.speaker)
        claimed = self.claim(tenant, user_id, found, after, voice, new.fact.text, new.fact.fact_key)
        revision = revision_of(after, new.fact, new.findable, claimed.conflicts_with)
        extra = (
            *claimed.actions,
            *self._left(tenant, user_id, known, claimed),
            closed(partition, known, holds_from(new.fact, found.now)),
            facts_overruled(partition, voice.place, found.now),
            self.overrulings.of_scope(tenant, partition, voice.place).note([_correction_of(found)]),
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

    def embedded(self, tenant: TenantContext, user_id: str) -> EmbeddedTexts:
        """Return the embeddings of a request, of which there are none yet."""
        return EmbeddedTexts(self.look_up.find_by, tenant, user_id)

    def found_by(self, embedded: EmbeddedTexts, key_epoch: int, said: Revision) -> Findable:
        """Return by what a text is found: embedded anew, and its own words."""
        find_by = self.look_up.find_by
        embedding = embedded.of(key_epoch, fact_text(said.speaker, said.content))
        keys = find_by.keys.keys_for(embedded.tenant, embedded.user_id, key_epoch)
        terms = find_by.terms(keys, said.speaker, said.content)
        return Findable(embedding, terms, find_by.context(keys, said, said.content))

    def _left(
        self, tenant: TenantContext, user_id: str, known: KnownMemory, claimed: Claimed
    ) -> list[Action]:
        """Return the actions by which the memory lets go of what it no longer says, and fills."""
        voice, before, memory_id = Voice.of_memory(known), known.revision, known.memory_id
        said = self.look_up.content_guard(tenant, user_id, voice, before.content)
        slot = self.look_up.key_guard(tenant, user_id, voice, before.fact_key)
        left: list[Action] = []
        # While it was archived another one may have taken its words.
        if said.memory_id == memory_id and said.content_hash != claimed.content.content_hash:
            left.append(said.release(memory_id))
        taken = None if claimed.slot is None else claimed.slot.key_hash
        if slot is not None and slot.key_hash != taken:
            left.append(slot.leave(memory_id))
        return left


def _correction_of(found: Managed) -> Overruling:
    head = found.head
    return Overruling(head.memory_id, head.revision, found.now, corrected=True)
