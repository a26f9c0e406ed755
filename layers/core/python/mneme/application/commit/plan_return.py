"""How a memory comes back from the archive that is told again: itself, and no second one."""

from dataclasses import dataclass, replace
from datetime import datetime

from mneme.application.commit.amend_history import said_again
from mneme.application.commit.attempt_at_fact import Attempt, Planned
from mneme.application.commit.compose_memory import confirmed_head, enriched_revision, revised_head
from mneme.application.commit.known_memory import KnownMemory
from mneme.application.commit.retire_memories import closed
from mneme.application.commit.take_up_fact import all_sources, enriched, told_by_both
from mneme.application.commit.unite_actions import united
from mneme.application.commit.voice import Voice
from mneme.application.ports.table_store import Action
from mneme.application.repositories.commits import Commit, MemoryWrite
from mneme.domain.change import Operation
from mneme.domain.evolution.decisions import Reason
from mneme.domain.evolution.precedence import holds_from
from mneme.domain.fact import Fact
from mneme.domain.lifecycle import returned_head
from mneme.domain.memory import Head, Status
from mneme.domain.task import Decision, FactResult
from mneme.domain.visibility import has_expired


@dataclass(frozen=True, slots=True)
class PlanReturn:
    """Plans that what is archived says it again, as strong as its class begins.

    What had come to its end holds again from now on, as the next revision: between the two it did
    not. So does what is known better by the fact.
    """

    of: Attempt

    def planned(self, known: KnownMemory, since: datetime | None) -> Planned:
        """Plan the return; by the fact it is known that it held `since` then, None if it is not."""
        back = returned_head(known.head, Status.ACTIVE, self.of.now, self.of.weights)
        fact = self.of.placed.fact
        if has_expired(known.head, self.of.now):
            return self._again(known, back, self._anew(known))
        more = enriched(fact, KnownMemory(back, known.revision))
        if more is not None:
            return self._again(known, back, more)
        after = confirmed_head(back, fact, since)
        sources = all_sources([known.revision.sources, fact.sources])
        amended = said_again(self.of.partition, known, after, fact, sources)
        ref = (known.memory_id, known.head.revision)
        content = self.of.archive.bring_back(self.of.tenant, self.of.user_id, ref)
        write = MemoryWrite(after, before=known.head)
        return self._committed(known, write, fact, [amended, *content])

    def _anew(self, known: KnownMemory) -> Fact:
        """Return what a memory says that holds from now on, until the fact ends if it does."""
        fact = self.of.placed.fact
        return replace(
            told_by_both(fact, known),
            valid_at=holds_from(fact, self.of.now),
            invalid_at=fact.invalid_at,
            expire_at=fact.expire_at,
        )

    def _again(self, known: KnownMemory, back: Head, fact: Fact) -> Planned:
        confirmed = confirmed_head(back, self.of.placed.fact, None)
        after = replace(
            revised_head(back, fact, self.of.now, self.of.weights),
            observed_at=confirmed.observed_at,
            valid_at=fact.valid_at,
        )
        revision = enriched_revision(known.revision, after, fact)
        began = known.head.expire_at if has_expired(known.head, self.of.now) else None
        ended = closed(self.of.partition, known, began or holds_from(fact, self.of.now))
        write = MemoryWrite(after, before=known.head, revision=revision)
        joined = self.of.joined_slot(fact, known.memory_id)
        return self._committed(known, write, fact, [ended, *joined])

    def _committed(
        self, known: KnownMemory, write: MemoryWrite, fact: Fact, actions: list[Action]
    ) -> Planned:
        before, after = known.head, write.after
        voice = Voice.of_memory(known)
        guard = self.of.look_up.content_guard(
            self.of.tenant, self.of.user_id, voice, known.revision.content
        )
        held = [] if guard.memory_id == known.memory_id else [guard.hold(known.memory_id)]
        told = self.of.record(Operation.RESTORE, after, before.revision, Reason.TOLD_AGAIN, fact)
        decision = Decision.SKIP if after.revision == before.revision else Decision.UPDATE
        result = FactResult(decision, after.memory_id, after.revision)
        extra = united([*actions, *held, self.of.known.scope_guard.advance()])
        return Planned(result, Commit((write,), (told,), extra))
