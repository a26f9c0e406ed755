"""From a judgement to the one transaction that carries it out (DESIGN §8).

Nothing is destroyed: a memory that changes gets its next revision, one that ends is superseded,
and both keep what they said with the interval in which it held.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from mneme.application.commit.attempt_at_fact import Attempt, Planned
from mneme.application.commit.compose_memory import (
    Findable,
    Place,
    ended_head,
    merged_head,
    new_head,
    revised_head,
    revision_of,
)
from mneme.application.commit.known_memory import KnownMemory
from mneme.application.commit.look_up_known import KnownState, LookUpKnown
from mneme.application.commit.placed_fact import PlacedFact
from mneme.application.commit.plan_repetition import PlanRepetition
from mneme.application.commit.retire_memories import closed, linked_to, marked_in_conflict
from mneme.application.commit.take_up_fact import in_slot, taken_up
from mneme.application.commit.unite_actions import united
from mneme.application.evolve.judgement import Judgement
from mneme.application.index.find_by import FindBy
from mneme.application.ports.clock import Clock
from mneme.application.ports.settings import ThresholdsNow, as_delivered
from mneme.application.ports.table_store import Action
from mneme.application.repositories.commits import Commit, MemoryWrite
from mneme.application.repositories.guards import ContentGuard
from mneme.application.repositories.revision_archive import RevisionArchive
from mneme.domain.change import Actor, Operation
from mneme.domain.evolution.decisions import Reason, Verdict
from mneme.domain.evolution.precedence import holds_from
from mneme.domain.fact import Fact
from mneme.domain.memory import Head, Status
from mneme.domain.retrieval.embedding_text import fact_text
from mneme.domain.task import Decision, FactResult
from mneme.domain.tenancy import TenantContext


@dataclass(frozen=True)
class PlanCommit:
    """Makes plans; only the text of an evolver that is new is looked up and embedded for one."""

    look_up: LookUpKnown
    find_by: FindBy
    archive: RevisionArchive
    clock: Clock
    thresholds: ThresholdsNow = as_delivered

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
        attempt = Attempt(
            self.look_up,
            self.find_by,
            self.archive,
            tenant,
            user_id,
            placed,
            memory_id,
            actor,
            known,
            judgement,
            self.clock.now(),
            self.thresholds().weights,
        )
        return _Plan(attempt).planned()


@dataclass(frozen=True, slots=True)
class _Plan:
    """The plan of one attempt at one fact."""

    of: Attempt

    def planned(self) -> Planned:
        verdict = self.of.judgement.verdict
        if verdict.decision is Decision.SKIP:
            [known] = self.of.memories(verdict.targets)
            return PlanRepetition(self.of).planned(known)
        if verdict.decision in {Decision.UPDATE, Decision.MERGE}:
            guard = self._guard(verdict)
            if guard is not None:
                return self._revise(verdict, guard)
            verdict = Verdict(Decision.ADD, Reason.NOT_JOINABLE)
        return self._add(verdict)

    # --- the two shapes of a plan ---------------------------------------------------------

    def _add(self, verdict: Verdict) -> Planned:
        """Plan a new memory, and the end of those it supersedes."""
        ending = self.of.memories(verdict.superseded)
        fact = in_slot(self.of.fact, [known.revision for known in ending])
        place = Place(
            self.of.placed.scope,
            self.of.placed.epoch,
            self.of.placed.key_epoch,
            self.of.now,
            self.of.weights,
        )
        head = new_head(self.of.memory_id, fact, place)
        head = replace(head, unconsolidated=self.of.judgement.unconsolidated)
        ended_by = verdict.interval.ended_by
        head = head if ended_by is None else ended_head(head, self.of.now)
        revision = revision_of(head, fact, self._as_told(), verdict.conflicts_with)
        ends = (*verdict.superseded, *self.of.ends_in_history())
        revision = replace(revision, supersedes=ends, superseded_by=ended_by)
        resumes = verdict.interval.resumes
        beside = tuple(one for one in verdict.conflicts_with if one != resumes)
        writes, closings = self.of.retired(ending)
        chapters, chapter_ends = self.of.closed_chapter(head.memory_id)
        extra = [
            *self._held_content(head),
            *([] if head.status is Status.CANDIDATE else self.of.joined_slot(fact, head.memory_id)),
            self.of.known.scope_guard.advance(),
            *marked_in_conflict(self.of.partition, self.of.memories(beside), head.memory_id),
            *closings,
            *chapter_ends,
            *self._link(head),
        ]
        added = self.of.record(Operation.ADD, head, None, verdict.reason)
        records = (added, *self.of.superseded(ending, verdict.reason))
        result = FactResult(verdict.decision, head.memory_id, head.revision)
        new = MemoryWrite(head, revision=revision)
        return Planned(result, Commit((new, *writes, *chapters), records, united(extra)))

    def _link(self, new: Head) -> list[Action]:
        """Return what tells the successor of a memory that is history from the start."""
        interval = self.of.judgement.verdict.interval
        resumed = interval.ended_by == interval.resumes  # its next revision says so itself
        if new.status is not Status.SUPERSEDED or interval.ended_by is None or resumed:
            return []
        [successor] = self.of.memories((interval.ended_by,))
        return [linked_to(self.of.partition, successor, new.memory_id)]

    def _revise(self, verdict: Verdict, held: ContentGuard) -> Planned:
        """Plan the next revision of a memory, and the end of those that are one with it now."""
        target, *ending = self.of.memories(verdict.targets)
        fact = taken_up(self.of.fact, verdict, (target, *ending), self.of.now)
        after = self._head(verdict, fact, target, ending)
        beside = self.of.memories(verdict.conflicts_with)
        conflicts = self._standing(verdict, (target, *ending))
        revision = revision_of(after, fact, self._findable(verdict), conflicts)
        revision = replace(
            revision,
            supersedes=verdict.superseded,
            superseded_by=verdict.interval.ended_by,
        )
        writes, closings = self.of.retired(ending, target.memory_id)
        extra = [
            held.hold(after.memory_id),
            *self.of.joined_slot(fact, after.memory_id),
            self.of.known.scope_guard.advance(),
            closed(self.of.partition, target, holds_from(self.of.placed.fact, self.of.now)),
            *marked_in_conflict(self.of.partition, beside, after.memory_id),
            *closings,
            *self._let_go(target, held),
        ]
        operation = Operation(verdict.decision.value)
        taken = self.of.record(operation, after, target.head.revision, verdict.reason, fact)
        records = (taken, *self.of.superseded(ending, verdict.reason))
        result = FactResult(verdict.decision, after.memory_id, after.revision)
        revised = MemoryWrite(after, before=target.head, revision=revision)
        return Planned(result, Commit((revised, *writes), records, united(extra)))

    # --- what the memory will say ---------------------------------------------------------

    def _head(
        self, verdict: Verdict, fact: Fact, target: KnownMemory, ending: list[KnownMemory]
    ) -> Head:
        if verdict.decision is Decision.MERGE:
            others = [known.head for known in ending]
            by = self.of.weights
            return merged_head(target.head, self.of.placed.fact, others, self.of.now, by)
        return revised_head(target.head, fact, self.of.now, self.of.weights)

    def _findable(self, verdict: Verdict) -> Findable:
        """Return by what the text is found; the evolver's own is embedded anew."""
        if verdict.text is None:
            return self._as_told()
        speaker = self.of.placed.fact.speaker
        find_by, epoch = self.of.find_by, self.of.placed.key_epoch
        [embedding] = find_by.embeddings(
            self.of.tenant, self.of.user_id, epoch, [fact_text(speaker, verdict.text)]
        )
        keys = find_by.keys.keys_for(self.of.tenant, self.of.user_id, epoch)
        terms = find_by.terms(keys, speaker, verdict.text)
        return Findable(embedding, terms, find_by.context(keys, self.of.placed.fact, verdict.text))

    def _as_told(self) -> Findable:
        placed, find_by = self.of.placed, self.of.find_by
        keys = find_by.keys.keys_for(self.of.tenant, self.of.user_id, placed.key_epoch)
        context = find_by.context(keys, placed.fact, placed.fact.text)
        return Findable(placed.embedding, self.of.known.terms, context)

    # --- guards ---------------------------------------------------------------------------

    def _guard(self, verdict: Verdict) -> ContentGuard | None:
        """Return the guard of what the memory will say, None if another one says it already."""
        said = self.of.known.content_guard
        if verdict.text is None:
            return said
        guard = self.of.look_up.content_guard(
            self.of.tenant, self.of.user_id, self.of.voice, verdict.text
        )
        if guard.content_hash == said.content_hash:
            return said
        if guard.memory_id is None or guard.memory_id in verdict.targets:
            return guard
        heads = self.of.look_up.memories.heads(self.of.tenant, self.of.user_id, [guard.memory_id])
        active = any(head.status is Status.ACTIVE for head in heads.values())
        return None if active else guard

    def _held_content(self, new: Head) -> list[Action]:
        """Return the action that makes a new memory the holder of its content.

        What is history does not take it from the memory that says the same now.
        """
        if new.status is Status.SUPERSEDED and self.of.known.content is not None:
            return []
        return [self.of.known.content_guard.hold(new.memory_id)]

    def _let_go(self, target: KnownMemory, held: ContentGuard) -> list[Action]:
        """Return the action that lets go of what a memory no longer says, if it is the holder.

        While it was archived another one may have taken its words.
        """
        text = target.revision.content
        said = self.of.look_up.content_guard(self.of.tenant, self.of.user_id, self.of.voice, text)
        if said.content_hash == held.content_hash or said.memory_id != target.memory_id:
            return []
        return [said.release(target.memory_id)]

    def _standing(self, verdict: Verdict, parts: Sequence[KnownMemory]) -> tuple[str, ...]:
        """Return with what the next revision is in conflict: new, or since before and unsettled."""
        settled = {known.memory_id for known in parts}
        known = {one for part in parts for one in part.revision.conflicts_with} - settled
        heads = self.of.look_up.memories.heads(self.of.tenant, self.of.user_id, sorted(known))
        standing = {one for one, head in heads.items() if head.status is Status.ACTIVE}
        return tuple(sorted(standing | set(verdict.conflicts_with)))
