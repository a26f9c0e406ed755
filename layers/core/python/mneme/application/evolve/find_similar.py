"""The memories that a new fact may repeat, change or contradict, found as recall finds them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from mneme.application.commit.known_memory import KnownMemory, candidate
from mneme.application.commit.placed_fact import PlacedFact
from mneme.application.evolve.likeness import Likeness, Similar
from mneme.application.evolve.recent_memories import Opened, RecentMemories
from mneme.application.ports.clock import Clock
from mneme.application.ports.embedder import Embedder
from mneme.application.ports.metrics import NO_METRICS, Metrics
from mneme.application.ports.settings import ThresholdsNow, as_delivered
from mneme.application.ports.vector_index import IndexHits, IndexQuery, VectorIndex
from mneme.application.recall.find_candidates import FindCandidates
from mneme.application.recall.pose_question import TERMS_A_QUESTION, Question
from mneme.application.recall.recall_deadline import Deadline
from mneme.application.repositories.memory_repository import MemoryRepository, RevisionRef
from mneme.domain.errors import RecallTimedOut, Unavailable
from mneme.domain.evolution.decisions import Limits
from mneme.domain.measures import Measure, Measured
from mneme.domain.memory import Head, Revision, Status
from mneme.domain.recollection import RecallQuery
from mneme.domain.retrieval.calibration import CosineAnchors
from mneme.domain.scope import join_key
from mneme.domain.tenancy import TenantContext
from mneme.domain.visibility import Visible, head_is_visible

LOOKED_AT = 20
"""Memories that are read; those of other speakers among them are put aside."""

HITS = 60
"""Asked of each list of the index: in the lexical one its own term weights only choose."""

ALIKE = 3
"""Archived memories that are read: each is an object of its own."""

SECONDS = 10.0


@dataclass(frozen=True)
class FindSimilar:
    """Searches the one place a fact belongs to, and what was committed there just now."""

    index: VectorIndex
    memories: MemoryRepository
    embedder: Embedder
    clock: Clock
    thresholds: ThresholdsNow = as_delivered
    kept: RecentMemories | None = None
    metrics: Metrics = NO_METRICS

    @property
    def limits(self) -> Limits:
        """The numbers of the discipline, as they are now."""
        return self.thresholds().evolution

    def for_lot(self) -> "FindSimilar":
        """Return one that reads what it has read once more only if it has changed."""
        return replace(self, kept=RecentMemories(self.memories))

    def __call__(
        self, tenant: TenantContext, user_id: str, placed: PlacedFact, terms: tuple[str, ...]
    ) -> list[Similar]:
        """Return the active memories nearest to the fact, the most similar first.

        They are of its scope and epoch, of its kind, ownership and speaker, and hold now; never
        TURNs. Those that are not related are left out: nothing may be done with them. Raises
        Unavailable.
        """
        nearest = self._search(tenant, user_id, placed, terms).nearest()[: self.limits.candidates]
        self.metrics.record(tenant, [Measure(Measured.FACT_CANDIDATES, len(nearest))])
        return nearest

    def archived(
        self, tenant: TenantContext, user_id: str, placed: PlacedFact, terms: tuple[str, ...]
    ) -> list[Similar]:
        """Return the archived memories so like the fact that they may say the same.

        As far as the index shows them: none while that is away. Once for a lot, where there is
        nothing archived at all.
        """
        search = self._search(tenant, user_id, placed, terms)
        archived = replace(search.visible, statuses=frozenset({Status.ARCHIVED}))
        return replace(search, visible=archived).alike()

    def named(
        self,
        tenant: TenantContext,
        user_id: str,
        placed: PlacedFact,
        terms: tuple[str, ...],
        memory_ids: list[str],
    ) -> list[Similar]:
        """Return those of the memories, as they stand now, that the search could have returned."""
        return self._search(tenant, user_id, placed, terms).named(memory_ids)

    def compared(self, placed: PlacedFact, terms: tuple[str, ...], known: KnownMemory) -> Similar:
        """Return a memory compared with the fact."""
        return Likeness.of(placed, terms, self._anchors()).to(known)

    def as_it_stands(
        self, tenant: TenantContext, user_id: str, found: Sequence[KnownMemory]
    ) -> dict[str, KnownMemory]:
        """Return memories that were found with their revisions read anew, by their ids."""
        refs = {one.memory_id: (one.memory_id, one.head.revision) for one in found}
        revisions = self.memories.revisions(tenant, user_id, list(refs.values()))
        return {
            one.memory_id: KnownMemory(one.head, revisions[refs[one.memory_id]])
            for one in found
            if refs[one.memory_id] in revisions
        }

    def _search(
        self, tenant: TenantContext, user_id: str, placed: PlacedFact, terms: tuple[str, ...]
    ) -> "_Search":
        return _Search(
            by=self,
            recent=self.kept or RecentMemories(self.memories),
            tenant=tenant,
            user_id=user_id,
            placed=placed,
            asked=self._question(placed, terms),
            likeness=Likeness.of(placed, terms, self._anchors()),
            visible=_visible(placed, self.clock.now()),
        )

    def _question(self, placed: PlacedFact, terms: tuple[str, ...]) -> Question:
        return Question(
            terms=tuple(dict.fromkeys(terms))[:TERMS_A_QUESTION],
            vector=placed.embedding.vector,
            model=placed.embedding.model,
            anchors=self._anchors(),
        )

    def _anchors(self) -> CosineAnchors:
        model = self.embedder.model
        return CosineAnchors(model.unrelated, model.paraphrase)


@dataclass(frozen=True, slots=True)
class _Search:
    """One search for one fact."""

    by: FindSimilar
    recent: RecentMemories
    tenant: TenantContext
    user_id: str
    placed: PlacedFact
    asked: Question
    likeness: Likeness
    visible: Visible

    def nearest(self) -> list[Similar]:
        try:
            found = [one for one in self._compared() if one[0] >= self.by.limits.related]
        except RecallTimedOut as late:
            raise Unavailable("the search for similar memories took too long") from late
        found.sort(reverse=True)
        checked: list[Head] = []
        for start in range(0, len(found), LOOKED_AT):
            refs = [ref for _, ref in found[start : start + LOOKED_AT]]
            checked += self._checked(refs)
            if len(checked) >= LOOKED_AT:
                break
        return self._opened(checked[:LOOKED_AT])

    def alike(self) -> list[Similar]:
        where = (self.placed.place, self.placed.fact.kind, self.placed.fact.ownership)
        if where in self.recent.nothing_archived:
            return []
        try:
            shown = self._shown(Deadline.after(self.by.clock, SECONDS))
        except Unavailable:
            return []  # a second memory can be united with it later
        if not shown.statistics.documents:
            self.recent.nothing_archived.add(where)
        found = [
            (self.likeness.value(hit.terms, hit.cosine), (hit.memory_id, hit.revision))
            for hit in shown.hits
        ]
        near = sorted((one for one in found if one[0] >= self.by.limits.same), reverse=True)
        return self._opened(self._checked([ref for _, ref in near[:ALIKE]]))

    def named(self, memory_ids: list[str]) -> list[Similar]:
        heads = self.by.memories.heads(self.tenant, self.user_id, memory_ids).values()
        return self._opened([head for head in heads if head_is_visible(head, self.visible)])

    def _checked(self, refs: list[RevisionRef]) -> list[Head]:
        """Return the heads, read now, of those that stand as they were found."""
        heads = self.by.memories.heads(self.tenant, self.user_id, [ref[0] for ref in refs])
        return [
            heads[memory_id]
            for memory_id, revision in refs
            if memory_id in heads
            and heads[memory_id].revision == revision
            and head_is_visible(heads[memory_id], self.visible)
        ]

    def _compared(self) -> Iterator[tuple[float, RevisionRef]]:
        """Yield similarity and revision of what the index shows, and of what it may not yet."""
        deadline = Deadline.after(self.by.clock, SECONDS)
        try:
            hits = self._shown(deadline).hits
        except Unavailable:
            yield from self._without_index(deadline)
            return
        deadline.check()
        shown = {(hit.memory_id, hit.revision) for hit in hits}
        for hit in hits:
            yield self.likeness.value(hit.terms, hit.cosine), (hit.memory_id, hit.revision)
        heads = self.recent.heads(self.tenant, self.user_id)
        refs = [
            (one.memory_id, one.revision) for one in heads if head_is_visible(one, self.visible)
        ]
        unseen = [ref for ref in refs if ref not in shown]
        for ref, one in self.recent.opened(self.tenant, self.user_id, unseen).items():
            yield self.likeness.to_opened(one), ref

    def _shown(self, deadline: Deadline) -> IndexHits:
        share = self.by.thresholds().recall.index_time_share
        query = IndexQuery(
            user=join_key(self.tenant.tenant_id, self.user_id),
            visible=self.visible,
            vector=self.placed.embedding.vector,
            terms=self.asked.terms,
            vector_limit=HITS,
            lexical_limit=HITS,
            timeout_seconds=deadline.remaining() * share,
        )
        return self.by.index.search(self.tenant, query)

    def _without_index(self, deadline: Deadline) -> Iterator[tuple[float, RevisionRef]]:
        """Yield the same of the user's strongest memories, as recall does in an outage."""
        # A memory that is overlooked would be learned twice: better not now than so.
        by = self.by.thresholds()
        find = FindCandidates(self.by.index, self.by.memories, by, whole=True)
        query = RecallQuery(self.user_id, self.placed.fact.text)
        found = find.in_rows(self.tenant, query, self.asked, self.visible, deadline)
        for hit in found.hits:
            yield self.likeness.value(hit.terms, hit.cosine), (hit.memory_id, hit.revision)

    def _opened(self, heads: list[Head]) -> list[Similar]:
        """Return the memories with the fact's speaker, compared with the fact."""
        refs = {head: (head.memory_id, head.revision) for head in heads}
        opened = self.recent.opened(self.tenant, self.user_id, list(refs.values()))
        found = [
            self._similar(head, opened[ref])
            for head, ref in refs.items()
            if ref in opened and self._is_speakers(opened[ref].revision)
        ]
        return sorted(found, key=lambda one: (-one.candidate.similarity, one.known.memory_id))

    def _similar(self, head: Head, one: Opened) -> Similar:
        known = KnownMemory(head, one.revision)
        return Similar(known, candidate(known, self.likeness.to_opened(one)))

    def _is_speakers(self, revision: Revision) -> bool:
        return _speaker(revision.speaker) == _speaker(self.placed.fact.speaker)


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
