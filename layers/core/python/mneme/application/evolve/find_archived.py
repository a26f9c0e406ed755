"""Find the archived memory that says what a fact tells again: it comes back, no second one does."""

from dataclasses import dataclass
from datetime import datetime

from mneme.application.commit.known_memory import KnownMemory
from mneme.application.commit.look_up_known import KnownState
from mneme.application.repositories.memory_repository import MemoryRepository
from mneme.domain.evolution.precedence import strength
from mneme.domain.evolution.told_again import telling, tells_again
from mneme.domain.evolution.verdicts import is_over
from mneme.domain.fact import Fact
from mneme.domain.lifecycle import comes_back
from mneme.domain.retrieval.terms import Stem
from mneme.domain.tenancy import TenantContext


@dataclass(frozen=True)
class FindArchived:
    """Looks where the guards point: at the same words, and at the last value of the slot."""

    memories: MemoryRepository
    stem: Stem

    def __call__(
        self, tenant: TenantContext, user_id: str, fact: Fact, known: KnownState, now: datetime
    ) -> KnownMemory | None:
        """Return it, None if there is none, or if somebody fills the slot. Raises Unavailable."""
        if known.archived is not None:
            return known.archived
        archived = [
            one
            for one in known.members
            if comes_back(one, fact.observed_at, now) and not is_over(one.invalid_at, None, now)
        ]
        if not archived or known.is_filled:
            return None
        last = max(archived, key=lambda one: (strength(one), one.memory_id))
        ref = (last.memory_id, last.revision)
        said = self.memories.revisions(tenant, user_id, [ref]).get(ref)
        if said is None or said.fact_key != fact.fact_key:
            return None
        told = telling(fact.text, fact.speaker, fact.fact_key, self.stem)
        before = telling(said.content, said.speaker, said.fact_key, self.stem)
        return KnownMemory(last, said) if tells_again(told, before, same_message=False) else None
