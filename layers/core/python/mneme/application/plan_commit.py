"""From a judgement to the one transaction that carries it out (DESIGN §8).

Nothing is destroyed: a memory that changes gets its next revision, one that ends is superseded,
and both keep what they said with the interval in which it held.
"""

from dataclasses import dataclass, replace
from datetime import datetime

from mneme.application.compose_memory import (
    Findable,
    Place,
    holds_from,
    merged_head,
    new_head,
    revised_head,
    revision_of,
)
from mneme.application.find_by import FindBy
from mneme.application.judge_fact import Judgement
from mneme.application.known_memory import KnownMemory
from mneme.application.look_up_known import KnownState, LookUpKnown
from mneme.application.placed_fact import PlacedFact
from mneme.application.ports.clock import Clock
from mneme.application.ports.table_store import Action
from mneme.application.repositories.commits import Commit, MemoryWrite
from mneme.application.repositories.guards import ContentGuard
from mneme.application.repositories.row_keys import user_partition
from mneme.application.retire_memories import (
    Successor,
    closed,
    marked_in_conflict,
    retired,
    still_says,
)
from mneme.application.take_up_fact import in_slot, taken_up
from mneme.domain.change import Actor, ChangeRecord, Operation
from mneme.domain.evolution.decisions import Reason, Verdict
from mneme.domain.fact import Fact
from mneme.domain.memory import Head, Status
from mneme.domain.retrieval.embedding_text import fact_text
from mneme.domain.task import Decision, FactResult
from mneme.domain.tenancy import TenantContext


@dataclass(frozen=True, slots=True)
class Planned:
    """What a fact becomes, and the commit that makes it so."""

    result: FactResult
    commit: Commit


@dataclass(frozen=True)
class PlanCommit:
    """Makes plans; only the text of an evolver that is new is looked up and embedded for one."""

    look_up: LookUpKnown
    find_by: FindBy
    clock: Clock

    def __call__(
        self,
        tenant: TenantContext,
        user_id: str,
        placed: PlacedFact,
        memory_id: str,
        actor: Actor,
        known: KnownState,
        judgement: Judgement,
    ) -> Planned:
        """Return the plan; `memory_id` is the fact's own if it becomes a new memory.

        Raises Unavailable.
        """
        now = self.clock.now()
        return _Plan(
            self, tenant, user_id, placed, memory_id, actor, known, judgement, now
        ).planned()


@dataclass(frozen=True, slots=True)
class _Plan:
    """The plan of one attempt at one fact."""

    by: PlanCommit
    tenant: TenantContext
    user_id: str
    placed: PlacedFact
    memory_id: str
    actor: Actor
    known: KnownState
    judgement: Judgement
    now: datetime

    @property
    def partition(self) -> str:
        return user_partition(self.tenant, self.user_id)

    def planned(self) -> Planned:
        verdict = self.judgement.verdict
        if verdict.decision is Decision.SKIP:
            return self._skip(self._memories(verdict.targets)[0])
        if verdict.decision in {Decision.UPDATE, Decision.MERGE}:
            guard = self._guard(verdict)
            if guard is not None:
                return self._revise(verdict, guard)
            verdict = Verdict(Decision.ADD, Reason.NOT_JOINABLE)
        return self._add(verdict)

    # --- the three shapes of a plan -------------------------------------------------------

    def _skip(self, known: KnownMemory) -> Planned:
        result = FactResult(Decision.SKIP, known.memory_id, known.head.revision)
        record = self._record(Operation.SKIP, known.head, known.head.revision)
        return Planned(result, Commit((), (record,), (still_says(self.partition, known),)))

    def _add(self, verdict: Verdict) -> Planned:
        """Plan a new memory, and the end of those it supersedes."""
        ending = self._memories(verdict.superseded)
        fact = in_slot(self.placed.fact, [known.revision for known in ending])
        place = Place(self.placed.scope, self.placed.epoch, self.placed.key_epoch, self.now)
        head = new_head(self.memory_id, fact, place)
        head = replace(head, unconsolidated=self.judgement.unconsolidated)
        findable = Findable(self.placed.embedding, self.known.terms, {})
        revision = revision_of(head, fact, findable, verdict.conflicts_with)
        revision = replace(revision, supersedes=verdict.superseded)
        others = self._memories(verdict.conflicts_with)
        held = self.known.content_guard
        writes, closings = self._retired(ending)
        extra = [
            held.hold(head.memory_id),
            *self._joined_slot(fact, head.memory_id),
            self.known.scope_guard.advance(),
            *marked_in_conflict(self.partition, others, head.memory_id),
            *closings,
        ]
        added = self._record(Operation.ADD, head, None, verdict.reason)
        records = (added, *self._superseded(ending, verdict.reason))
        result = FactResult(verdict.decision, head.memory_id, head.revision)
        new = MemoryWrite(head, revision=revision)
        return Planned(result, Commit((new, *writes), records, tuple(extra)))

    def _revise(self, verdict: Verdict, held: ContentGuard) -> Planned:
        """Plan the next revision of a memory, and the end of those that are one with it now."""
        target, *ending = self._memories(verdict.targets)
        parts = [known.revision for known in (target, *ending)]
        fact = taken_up(self.placed.fact, verdict, parts)
        after = self._head(verdict, fact, target, ending)
        revision = revision_of(after, fact, self._findable(verdict))
        revision = replace(revision, supersedes=verdict.superseded)
        writes, closings = self._retired(ending, target.memory_id)
        extra = [
            held.hold(after.memory_id),
            *self._joined_slot(fact, after.memory_id),
            self.known.scope_guard.advance(),
            closed(self.partition, target, holds_from(self.placed.fact, self.now)),
            *closings,
            *self._let_go(target, held),
        ]
        operation = Operation(verdict.decision.value)
        taken = self._record(operation, after, target.head.revision, verdict.reason, fact)
        records = (taken, *self._superseded(ending, verdict.reason))
        result = FactResult(verdict.decision, after.memory_id, after.revision)
        revised = MemoryWrite(after, before=target.head, revision=revision)
        return Planned(result, Commit((revised, *writes), records, tuple(extra)))

    # --- what the memory will say ---------------------------------------------------------

    def _head(
        self, verdict: Verdict, fact: Fact, target: KnownMemory, ending: list[KnownMemory]
    ) -> Head:
        if verdict.decision is Decision.MERGE:
            others = [known.head for known in ending]
            return merged_head(target.head, self.placed.fact, others, self.now)
        return revised_head(target.head, fact, self.now)

    def _findable(self, verdict: Verdict) -> Findable:
        """Return by what the text is found; the evolver's own is embedded anew."""
        if verdict.text is None:
            return Findable(self.placed.embedding, self.known.terms, {})
        speaker = self.placed.fact.speaker
        find_by, epoch = self.by.find_by, self.placed.key_epoch
        [embedding] = find_by.embeddings(
            self.tenant, self.user_id, epoch, [fact_text(speaker, verdict.text)]
        )
        keys = find_by.keys.keys_for(self.tenant, self.user_id, epoch)
        return Findable(embedding, find_by.terms(keys, speaker, verdict.text), {})

    # --- guards ---------------------------------------------------------------------------

    def _guard(self, verdict: Verdict) -> ContentGuard | None:
        """Return the guard of what the memory will say, None if another one says it already."""
        said = self.known.content_guard
        if verdict.text is None:
            return said
        guard = self.by.look_up.content_guard(self.tenant, self.user_id, self.placed, verdict.text)
        if guard.content_hash == said.content_hash:
            return said
        if guard.memory_id is None or guard.memory_id in verdict.targets:
            return guard
        heads = self.by.look_up.memories.heads(self.tenant, self.user_id, [guard.memory_id])
        active = any(head.status is Status.ACTIVE for head in heads.values())
        return None if active else guard

    def _joined_slot(self, fact: Fact, memory_id: str) -> list[Action]:
        guard = self.known.key_guard
        if guard is None:
            guard = self.by.look_up.key_guard(self.tenant, self.user_id, self.placed, fact.fact_key)
        return [] if guard is None else [guard.join(memory_id)]

    def _let_go(self, target: KnownMemory, held: ContentGuard) -> list[Action]:
        """Return the action that lets go of what a memory no longer says, if it says another."""
        said = self.by.look_up.guard_of(self.tenant, self.user_id, self.placed, target)
        return [] if said.content_hash == held.content_hash else [said.release(target.memory_id)]

    # --- those that end, and the records ---------------------------------------------------

    def _memories(self, memory_ids: tuple[str, ...]) -> list[KnownMemory]:
        return [self.judgement.memories[memory_id] for memory_id in memory_ids]

    def _retired(
        self, ending: list[KnownMemory], successor: str | None = None
    ) -> tuple[tuple[MemoryWrite, ...], list[Action]]:
        by = Successor(successor or self.memory_id, holds_from(self.placed.fact, self.now))
        return retired(self.partition, ending, by, self.now)

    def _superseded(self, ending: list[KnownMemory], reason: Reason) -> list[ChangeRecord]:
        return [
            self._record(Operation.SUPERSEDE, known.head, known.head.revision, reason)
            for known in ending
        ]

    def _record(
        self,
        operation: Operation,
        head: Head,
        revision_before: int | None,
        reason: Reason | None = None,
        fact: Fact | None = None,
    ) -> ChangeRecord:
        return ChangeRecord(
            operation=operation,
            memory_ids=(head.memory_id,),
            revision_before=revision_before,
            revision_after=head.revision,
            reason=reason or self.judgement.verdict.reason,
            actor=self.actor,
            at=self.now,
            sources=(fact or self.placed.fact).sources,
            shadow=self.judgement.shadow,
        )
