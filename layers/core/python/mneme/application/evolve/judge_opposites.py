"""Where a fact without a slot belongs among what contradicts it (DESIGN §9).

"I smoke" and "I do not smoke" fill no slot. What ended with what is known by the links that their
memories keep of each other, so that a fact told late is history among them as it is in a slot.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from mneme.application.commit.known_memory import KnownMemory
from mneme.application.commit.placed_fact import PlacedFact
from mneme.application.evolve.slot_history import REVISIONS_READ, ReadSlotHistory
from mneme.application.ports.clock import Clock
from mneme.application.repositories.memory_repository import MemoryRepository
from mneme.domain.evolution.contradiction import contradict
from mneme.domain.evolution.decisions import DEFAULT_LIMITS, Limits, Verdict
from mneme.domain.evolution.precedence import hindrance, is_history
from mneme.domain.evolution.slot_history import Chapter, in_the_past
from mneme.domain.memory import Head, Revision, Status
from mneme.domain.retrieval.blinding import normalised
from mneme.domain.retrieval.terms import Stem
from mneme.domain.scope import VisibleScope
from mneme.domain.tenancy import TenantContext

MEMORIES_READ = 12
"""Of what was contradicted more often, so many memories are looked at."""


@dataclass(frozen=True, slots=True)
class InHistory:
    """A verdict on a fact told late, with the memories it names as they stand now."""

    verdict: Verdict
    memories: Mapping[str, KnownMemory]


@dataclass(frozen=True)
class JudgeOpposites:
    """Follows the links of memories, and reads their revisions: only for a fact that comes late."""

    memories: MemoryRepository
    stem: Stem
    clock: Clock
    limits: Limits = DEFAULT_LIMITS

    def __call__(
        self,
        tenant: TenantContext,
        user_id: str,
        placed: PlacedFact,
        found: Sequence[KnownMemory],
        contradicted: frozenset[str] = frozenset(),
    ) -> InHistory | None:
        """Return where the fact belongs in time, None if it is history to nothing it contradicts.

        `found` are memories of its place that are like it. Of those in `contradicted` it is known
        that it contradicts them, whatever their words. Raises Unavailable.
        """
        fact = placed.fact
        if fact.fact_key is not None or not any(is_history(fact, one.head) for one in found):
            return None
        return _Line(self, tenant, user_id, placed, contradicted).judged(found)


@dataclass(frozen=True, slots=True)
class _Line:
    """What a fact and its opposites have said over time."""

    by: JudgeOpposites
    tenant: TenantContext
    user_id: str
    placed: PlacedFact
    contradicted: frozenset[str]

    def judged(self, found: Sequence[KnownMemory]) -> InHistory | None:
        fact, now = self.placed.fact, self.by.clock.now()
        heads = self._linked([one.head for one in found if self._belongs(one)])
        read = ReadSlotHistory(self.by.memories)
        history = read(self.tenant, self.user_id, heads, fact.text)
        chapters = [one for one in history.chapters if one.same or self._opposes(one)]
        if all(one.same for one in chapters):
            return None
        current = {one.told.memory_id for one in chapters if one.current and not one.same}
        beside = [one for one in heads if one.memory_id in current]
        if any(hindrance(fact, one) is None for one in beside):
            return None  # it takes the place of what stands now
        marked = tuple(one.memory_id for one in beside[: self.by.limits.retirements])
        verdict = in_the_past(fact, chapters, marked, now)
        return None if verdict is None else InHistory(verdict, history.memories)

    def _belongs(self, one: KnownMemory) -> bool:
        """Return whether a memory may lead to the fact's opposites, or is one."""
        said = one.revision
        return (
            bool(said.supersedes or said.superseded_by)
            or one.memory_id in self.contradicted
            or normalised(said.content) == normalised(self.placed.fact.text)
            or self._contradicts(said.content)
        )

    def _opposes(self, one: Chapter) -> bool:
        told = one.told
        if told.fact_key is not None:
            return False
        named = told.memory_id in self.contradicted and one.last
        return named or self._contradicts(told.text)

    def _contradicts(self, text: str) -> bool:
        fact = self.placed.fact
        return contradict(fact.text, text, fact.speaker, self.by.stem)

    def _linked(self, start: Sequence[Head]) -> list[Head]:
        """Return the memories, and those that have ended them or were ended by them."""
        reached = {one.memory_id: one for one in start}
        new = list(start)
        while new and len(reached) < MEMORIES_READ:
            ids = _links(self._revisions(new)) - reached.keys()
            found = self.by.memories.heads(self.tenant, self.user_id, sorted(ids)).values()
            new = [one for one in found if self._is_near(one)][: MEMORIES_READ - len(reached)]
            reached |= {one.memory_id: one for one in new}
        return list(reached.values())

    def _revisions(self, heads: Iterable[Head]) -> Iterable[Revision]:
        refs = [
            (one.memory_id, number)
            for one in heads
            for number in range(max(1, one.revision - REVISIONS_READ + 1), one.revision + 1)
        ]
        return self.by.memories.revisions(self.tenant, self.user_id, refs).values()

    def _is_near(self, head: Head) -> bool:
        fact = self.placed.fact
        return (
            VisibleScope(head.scope.key, head.epoch) == self.placed.place
            and (head.kind, head.ownership) == (fact.kind, fact.ownership)
            and head.status is not Status.CANDIDATE
        )


def _links(revisions: Iterable[Revision]) -> set[str]:
    return {
        linked
        for one in revisions
        for linked in (*one.supersedes, one.superseded_by)
        if linked is not None
    }
