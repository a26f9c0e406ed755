"""What a fact leaves that only says again what is known (DESIGN §8)."""

from dataclasses import dataclass, replace
from datetime import datetime

from mneme.application.commit.amend_history import said_again
from mneme.application.commit.attempt_at_fact import Attempt, Planned
from mneme.application.commit.compose_memory import confirmed_head, enriched_revision, revised_head
from mneme.application.commit.known_memory import KnownMemory
from mneme.application.commit.plan_return import PlanReturn
from mneme.application.commit.retire_memories import closed, linked_to, still_says
from mneme.application.commit.take_up_fact import enriched, told_by_both
from mneme.application.commit.unite_actions import united
from mneme.application.ports.table_store import Action, Present, Update
from mneme.application.repositories.commits import Commit, MemoryWrite
from mneme.application.repositories.row_keys import REVISIONS, revision_key
from mneme.domain.change import ChangeRecord, Operation
from mneme.domain.evolution.decisions import Reason
from mneme.domain.evolution.precedence import holds_from
from mneme.domain.evolution.verdicts import is_over
from mneme.domain.fact import Fact
from mneme.domain.lifecycle import comes_back
from mneme.domain.memory import Part, Provenance, Revision, Source, Status
from mneme.domain.task import Decision, FactResult


@dataclass(frozen=True, slots=True)
class PlanRepetition:
    """Plans a SKIP, and the UPDATE that it is if the fact tells more about the same."""

    of: Attempt

    def planned(self, known: KnownMemory) -> Planned:
        """Plan a repetition: it is known of when, and from where, the memory was said last."""
        head, verdict = known.head, self.of.judgement.verdict
        result = FactResult(Decision.SKIP, known.memory_id, head.revision)
        record = self.of.record(Operation.SKIP, head, head.revision)
        unmoved = Planned(result, Commit((), (record,), (still_says(self.of.partition, known),)))
        of_past = verdict.interval.repeats not in {None, (head.memory_id, head.revision)}
        overruled = head.status is Status.DELETED or verdict.reason is Reason.CORRECTED
        if of_past or overruled or self.of.placed.fact.provenance is Provenance.CANDIDATE:
            return unmoved
        if comes_back(head, self.of.placed.fact.observed_at, self.of.now):
            free = not self.of.known.is_filled
            return PlanReturn(self.of).planned(known, self._since(known)) if free else unmoved
        if is_over(head.invalid_at, head.expire_at, self.of.now):
            return self._confirm(known, record, result) or unmoved
        after = enriched(self.of.placed.fact, known)
        if after is not None:
            return self._enrich(known, after)
        return self._confirm(known, record, result) or unmoved

    def _confirm(
        self, known: KnownMemory, record: ChangeRecord, result: FactResult
    ) -> Planned | None:
        fact, head = self.of.placed.fact, known.head
        after = confirmed_head(head, fact, self._since(known))
        said = told_by_both(fact, known)
        if after == head and (said.sources, said.parts) == _told(known.revision):
            return None
        ended, closings = self.of.closed_chapter(known.memory_id)
        amended = said_again(self.of.partition, known, after, fact, said.sources)
        links = [linked_to(self.of.partition, known, one) for one in self.of.ends_in_history()]
        advanced = self.of.known.scope_guard.advance()
        extra = united([amended, *self._parts(known, said), advanced, *closings, *links])
        writes = (MemoryWrite(after, before=head), *ended)
        return Planned(result, Commit(writes, (record,), extra))

    def _parts(self, known: KnownMemory, said: Fact) -> list[Action]:
        """Return the action that keeps what the fact said in other words, if it did."""
        if said.parts == known.revision.parts or known.head.status is Status.ARCHIVED:
            return []
        look_up = self.of.look_up
        epoch = known.head.key_epoch
        keys = look_up.find_by.keys.keys_for(self.of.tenant, self.of.user_id, epoch)
        words = replace(known.revision, parts=said.parts)
        change = look_up.memories.rows.words_change(self.of.partition, words, keys)
        place = revision_key(self.of.partition, known.memory_id, known.head.revision)
        return [Update(REVISIONS, place, (change,), Present("pk"))]

    def _since(self, known: KnownMemory) -> datetime | None:
        fact = self.of.placed.fact
        return holds_from(fact, self.of.now) if self._goes_back(known) else None

    def _goes_back(self, known: KnownMemory) -> bool:
        """Whether an earlier repetition shows that the memory held before: nothing lay between."""
        if self.of.judgement.verdict.interval.repeats is not None:
            return True
        replaced = known.head.revision > 1 or bool(known.revision.supersedes)
        return not replaced and len(self.of.known.members) <= 1

    def _enrich(self, known: KnownMemory, fact: Fact) -> Planned:
        """Plan the next revision of a memory that says the same, and is known better."""
        head = known.head
        confirmed = confirmed_head(head, self.of.placed.fact, self._since(known))
        after = replace(
            revised_head(head, fact, self.of.now, self.of.weights),
            observed_at=confirmed.observed_at,
            valid_at=confirmed.valid_at,
        )
        ended, closings = self.of.closed_chapter(known.memory_id)
        revision = enriched_revision(known.revision, after, fact)
        ends = dict.fromkeys((*revision.supersedes, *self.of.ends_in_history()))
        revision = replace(revision, supersedes=tuple(ends))
        extra = [
            self.of.known.scope_guard.advance(),
            closed(self.of.partition, known, holds_from(self.of.placed.fact, self.of.now)),
            *self.of.joined_slot(fact, known.memory_id),
            *closings,
        ]
        why = Reason.MORE_ATTRIBUTES
        record = self.of.record(Operation.UPDATE, after, head.revision, why, fact)
        result = FactResult(Decision.UPDATE, after.memory_id, after.revision)
        write = MemoryWrite(after, before=head, revision=revision)
        return Planned(result, Commit((write, *ended), (record,), united(extra)))


def _told(said: Revision) -> tuple[tuple[Source, ...], tuple[Part, ...]]:
    return said.sources, said.parts
