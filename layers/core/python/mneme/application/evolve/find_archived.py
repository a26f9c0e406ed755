"""Find the archived memory that says what a fact tells again: it comes back, no second one does."""

from dataclasses import dataclass
from datetime import datetime

from mneme.application.commit.known_memory import KnownMemory
from mneme.application.commit.look_up_known import KnownState
from mneme.application.commit.placed_fact import PlacedFact
from mneme.application.evolve.find_similar import FindSimilar
from mneme.application.ports.evolver import Evolver
from mneme.domain.evolution.decisions import Case
from mneme.domain.evolution.precedence import strength
from mneme.domain.evolution.told_again import telling, tells_again
from mneme.domain.evolution.verdicts import is_over, judged
from mneme.domain.lifecycle import comes_back
from mneme.domain.retrieval.terms import Stem
from mneme.domain.task import Decision
from mneme.domain.tenancy import TenantContext


@dataclass(frozen=True)
class FindArchived:
    """Looks where the guards point, at the last value of the slot, and at what is alike."""

    find_similar: FindSimilar
    rules: Evolver
    stem: Stem

    def __call__(
        self,
        tenant: TenantContext,
        user_id: str,
        placed: PlacedFact,
        known: KnownState,
        now: datetime,
    ) -> KnownMemory | None:
        """Return it, None if there is none, or if somebody fills the slot. Raises Unavailable."""
        if known.archived is not None:
            return known.archived
        if known.is_filled:
            return None
        of_slot = self._of_slot(tenant, user_id, placed, known, now)
        return of_slot or self._alike(tenant, user_id, placed, known, now)

    def _of_slot(
        self,
        tenant: TenantContext,
        user_id: str,
        placed: PlacedFact,
        known: KnownState,
        now: datetime,
    ) -> KnownMemory | None:
        """Return the last value of the slot, if the fact tells it again."""
        fact = placed.fact
        archived = [
            one
            for one in known.members
            if comes_back(one, fact.observed_at, now) and not is_over(one.invalid_at, None, now)
        ]
        if not archived:
            return None
        last = max(archived, key=lambda one: (strength(one), one.memory_id))
        ref = (last.memory_id, last.revision)
        said = self.find_similar.memories.revisions(tenant, user_id, [ref]).get(ref)
        if said is None or said.fact_key != fact.fact_key:
            return None
        told = telling(fact.text, fact.speaker, fact.fact_key, self.stem)
        before = telling(said.content, said.speaker, said.fact_key, self.stem)
        return KnownMemory(last, said) if tells_again(told, before, same_message=False) else None

    def _alike(
        self,
        tenant: TenantContext,
        user_id: str,
        placed: PlacedFact,
        known: KnownState,
        now: datetime,
    ) -> KnownMemory | None:
        """Return what fills no slot and would be taken for known if it were not archived."""
        if placed.fact.fact_key is not None:
            return None
        found = {
            one.known.memory_id: one
            for one in self.find_similar.archived(tenant, user_id, placed, known.terms)
            if one.known.revision.fact_key is None
            and comes_back(one.known.head, placed.fact.observed_at, now)
        }
        case = Case(placed.fact, tuple(one.candidate for one in found.values()))
        [proposal] = self.rules.propose(tenant, [case])
        if proposal is None or proposal.decision is not Decision.SKIP:
            return None
        verdict = judged(case, proposal, now, self.stem, self.find_similar.limits)
        if verdict.decision is not Decision.SKIP:
            return None
        return found[verdict.targets[0]].known
