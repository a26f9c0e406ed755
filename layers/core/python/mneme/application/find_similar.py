"""The memories that a new fact may repeat, change or contradict: found by recall's own search."""

from dataclasses import dataclass
from datetime import datetime

from mneme.application.check_heads import CheckHeads
from mneme.application.find_candidates import FindCandidates
from mneme.application.known_memory import KnownMemory, candidate, similar
from mneme.application.placed_fact import PlacedFact
from mneme.application.ports.clock import Clock
from mneme.application.ports.embedder import Embedder
from mneme.application.ports.vector_index import IndexHit, VectorIndex
from mneme.application.pose_question import TERM_LIMIT, Question
from mneme.application.recall_deadline import Deadline
from mneme.application.repositories.memory_repository import MemoryRepository
from mneme.application.score_candidates import Scored
from mneme.domain.errors import RecallTimedOut, Unavailable
from mneme.domain.evolution.decisions import DEFAULT_LIMITS, Candidate, Limits
from mneme.domain.evolution.similarity import similarity
from mneme.domain.memory import Head, Status
from mneme.domain.recollection import RecallQuery, Relevance
from mneme.domain.retrieval.ranking_weights import RankingWeights
from mneme.domain.retrieval.relevance import CosineAnchors
from mneme.domain.tenancy import TenantContext
from mneme.domain.visibility import Visible, head_is_visible

LOOKED_AT = 20
"""Memories that are read; those of other speakers among them are put aside."""

SECONDS = 10.0

_BY_SIMILARITY = RankingWeights(version="similarity", relevance=1.0, weight=0.0)
"""How strong a memory is has no say in what a fact is compared with."""


@dataclass(frozen=True, slots=True)
class Similar:
    """A memory with what an evolver sees of it."""

    known: KnownMemory
    candidate: Candidate


@dataclass(frozen=True)
class FindSimilar:
    """Searches the one place a fact belongs to, and what was committed there just now."""

    index: VectorIndex
    memories: MemoryRepository
    embedder: Embedder
    clock: Clock
    limits: Limits = DEFAULT_LIMITS

    def __call__(
        self, tenant: TenantContext, user_id: str, placed: PlacedFact, terms: tuple[str, ...]
    ) -> list[Similar]:
        """Return the active memories nearest to the fact, the most similar first.

        They are of its scope and epoch, of its kind, ownership and speaker, and hold now; never
        TURNs. Raises Unavailable.
        """
        try:
            heads = self._nearest(tenant, user_id, placed, terms)
        except RecallTimedOut as late:
            raise Unavailable("the search for similar memories took too long") from late
        return self._opened(tenant, user_id, placed, terms, heads)[: self.limits.candidates]

    def named(
        self,
        tenant: TenantContext,
        user_id: str,
        placed: PlacedFact,
        terms: tuple[str, ...],
        memory_ids: list[str],
    ) -> list[Similar]:
        """Return those of the memories, as they stand now, that the search could have returned."""
        seen = _visible(placed, self.clock.now())
        heads = self.memories.heads(tenant, user_id, memory_ids).values()
        shown = [head for head in heads if head_is_visible(head, seen)]
        return self._opened(tenant, user_id, placed, terms, shown)

    def _opened(
        self,
        tenant: TenantContext,
        user_id: str,
        placed: PlacedFact,
        terms: tuple[str, ...],
        heads: list[Head],
    ) -> list[Similar]:
        """Return the memories with the fact's speaker, compared with the fact."""
        refs = {head: (head.memory_id, head.revision) for head in heads}
        revisions = self.memories.revisions(tenant, user_id, list(refs.values()))
        opened = [
            KnownMemory(head, revisions[ref]) for head, ref in refs.items() if ref in revisions
        ]
        found = [
            self.compared(placed, terms, known)
            for known in opened
            if _speaker(known.revision.speaker) == _speaker(placed.fact.speaker)
        ]
        return sorted(found, key=lambda one: (-one.candidate.similarity, one.known.memory_id))

    def compared(self, placed: PlacedFact, terms: tuple[str, ...], known: KnownMemory) -> Similar:
        """Return a memory compared with the fact."""
        return Similar(known, candidate(known, similar(placed, terms, known, self._anchors())))

    def _nearest(
        self, tenant: TenantContext, user_id: str, placed: PlacedFact, terms: tuple[str, ...]
    ) -> list[Head]:
        deadline = Deadline.after(self.clock, SECONDS)
        query = RecallQuery(user_id, placed.fact.text, top_k=LOOKED_AT, consistent=True)
        anchors = self._anchors()
        asked = Question(
            terms=tuple(dict.fromkeys(terms))[:TERM_LIMIT],
            vector=placed.embedding.vector,
            model=placed.embedding.model,
            anchors=anchors,
        )
        visible = _visible(placed, self.clock.now())
        find = FindCandidates(self.index, self.memories)
        found = find(tenant, query, asked, visible, deadline)
        near = [_scored(hit, terms, anchors) for hit in found.found.hits]
        near.sort(key=lambda one: -one.relevance.value)
        check = CheckHeads(self.memories, _BY_SIMILARITY)
        checked = check(tenant, query, near, visible, deadline)
        heads = {one.head.memory_id: one.head for one in checked}
        return list(heads.values())[:LOOKED_AT]

    def _anchors(self) -> CosineAnchors:
        model = self.embedder.model
        return CosineAnchors(model.unrelated, model.paraphrase)


def _scored(hit: IndexHit, terms: tuple[str, ...], anchors: CosineAnchors) -> Scored:
    value = similarity(terms, hit.terms, hit.cosine, anchors)
    return Scored(hit, Relevance(value, vector=None, lexical=None))


def _visible(placed: PlacedFact, now: datetime) -> Visible:
    fact = placed.fact
    return Visible(
        scopes=frozenset({placed.place}),
        now=now,
        at=now,
        statuses=frozenset({Status.ACTIVE}),
        ownership=frozenset({fact.ownership}),
        kinds=frozenset({fact.kind}),
    )


def _speaker(name: str | None) -> str:
    return (name or "").casefold()
