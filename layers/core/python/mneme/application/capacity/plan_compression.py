"""The one transaction by which several memories become one (DESIGN §8, MERGE)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from mneme.application.commit.compose_memory import Findable, merged_head, revision_of
from mneme.application.commit.known_memory import KnownMemory
from mneme.application.commit.look_up_known import LookUpKnown
from mneme.application.commit.retire_memories import Successor, closed, retired
from mneme.application.commit.take_up_fact import all_entities, all_sources
from mneme.application.commit.voice import Voice
from mneme.application.ports.clock import Clock
from mneme.application.ports.settings import ThresholdsNow, as_delivered
from mneme.application.ports.table_store import Action
from mneme.application.repositories.commits import Commit, MemoryWrite
from mneme.application.repositories.guards import facts_changed
from mneme.application.repositories.row_keys import user_partition
from mneme.application.repositories.user_repository import UserRepository
from mneme.domain.change import Actor, ChangeRecord, OfCapacity, Operation
from mneme.domain.errors import WriteConflict
from mneme.domain.evolution.parts import parts_of, told_together
from mneme.domain.fact import Fact
from mneme.domain.memory import Head, Source, Status
from mneme.domain.retrieval.embedding_text import fact_text
from mneme.domain.tenancy import TenantContext
from mneme.domain.user_state import UserState
from mneme.domain.weight import current_weight


@dataclass(frozen=True)
class PlanCompression:
    """Plans the commit; the new text is embedded for it.

    At most twelve members: 12 × (head, revision, record) + new revision + 2 content guards + scope
    guard + ≤ 2 counters + user check + log head, of 100 actions.
    """

    look_up: LookUpKnown
    users: UserRepository
    clock: Clock
    thresholds: ThresholdsNow = as_delivered

    def __call__(
        self,
        tenant: TenantContext,
        user_id: str,
        state: UserState,
        members: Sequence[KnownMemory],
        text: str,
    ) -> Commit:
        """Return the commit by which the strongest member says the text, and the others end.

        Raises WriteConflict if another memory says it already, and Unavailable.
        """
        now, weights = self.clock.now(), self.thresholds().weights
        stays = max(
            members, key=lambda one: (current_weight(one.head, now, weights), one.memory_id)
        )
        ending = [one for one in members if one is not stays]
        partition, voice = user_partition(tenant, user_id), Voice.of_memory(stays)
        fact = _united(stays, ending, text)
        after = merged_head(stays.head, fact, [one.head for one in ending], now, weights)
        findable = self._findable(tenant, user_id, stays, fact)
        revision = revision_of(after, fact, findable)
        revision = replace(revision, supersedes=tuple(one.memory_id for one in ending))
        ended, closings = retired(partition, ending, Successor(stays.memory_id, now), now)
        ended = tuple(replace(one, after=replace(one.after, lapsed=True)) for one in ended)
        extra = (
            *self._guards(tenant, user_id, voice, stays, members, text),
            facts_changed(partition, voice.place),
            closed(partition, stays, now),
            *closings,
            self.users.unchanged(tenant, user_id, state),
        )
        merged = _record(Operation.MERGE, stays.head, after, now, fact.sources)
        records = (merged, *(_record(Operation.SUPERSEDE, o.head, o.head, now) for o in ending))
        write = MemoryWrite(after, before=stays.head, revision=revision)
        return Commit((write, *ended), records, extra)

    def _findable(
        self, tenant: TenantContext, user_id: str, stays: KnownMemory, fact: Fact
    ) -> Findable:
        find_by, epoch = self.look_up.find_by, stays.head.key_epoch
        told = fact_text(fact.speaker, fact.text)
        [embedding] = find_by.embeddings(tenant, user_id, epoch, [told])
        keys = find_by.keys.keys_for(tenant, user_id, epoch)
        terms = find_by.terms(keys, fact.speaker, fact.text)
        return Findable(embedding, terms, find_by.context(keys, fact, fact.text))

    def _guards(
        self,
        tenant: TenantContext,
        user_id: str,
        voice: Voice,
        stays: KnownMemory,
        members: Sequence[KnownMemory],
        text: str,
    ) -> list[Action]:
        """Return the actions by which the memory holds what it says, and lets go of what it did."""
        says = self.look_up.content_guard(tenant, user_id, voice, text)
        said = self.look_up.content_guard(tenant, user_id, voice, stays.revision.content)
        holder = says.memory_id
        if holder is not None and holder not in {one.memory_id for one in members}:
            heads = self.look_up.memories.heads(tenant, user_id, [holder])
            if any(head.status is Status.ACTIVE for head in heads.values()):
                raise WriteConflict
        guards = [says.hold(stays.memory_id)]
        if said.memory_id == stays.memory_id and said.content_hash != says.content_hash:
            guards.append(said.release(stays.memory_id))
        return guards


def _united(stays: KnownMemory, ending: Sequence[KnownMemory], text: str) -> Fact:
    """Return what the memory says from now on, with all its sources, since the earliest of all."""
    head, said = stays.head, stays.revision
    members = (*ending, stays)
    starts = [one.head.valid_at for one in members]
    fact = Fact(
        text=text,
        ownership=head.ownership,
        sources=all_sources([one.revision.sources for one in members]),
        observed_at=max(one.revision.observed_at for one in members),
        mem_type=head.mem_type,
        kind=head.kind,
        provenance=head.provenance,
        speaker=said.speaker,
        valid_at=None if None in starts else min(at for at in starts if at is not None),
        custom_tags=said.custom_tags,
        entities=all_entities([one.revision.entities for one in members]),
        confidence=min(one.revision.confidence for one in members),
    )
    first, *others = (part for one in members for part in parts_of(one.revision))
    return replace(fact, parts=told_together(others, replace(fact, parts=(first,)), text))


def _record(
    operation: Operation,
    before: Head,
    after: Head,
    now: datetime,
    sources: tuple[Source, ...] = (),
) -> ChangeRecord:
    return ChangeRecord(
        operation=operation,
        memory_ids=(before.memory_id,),
        revision_before=before.revision,
        revision_after=after.revision,
        reason=OfCapacity.COMPRESSED,
        actor=Actor.SYSTEM,
        at=now,
        sources=sources,
    )
