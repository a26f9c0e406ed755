"""What may answer: from the index, from what it does not show yet, or from the heads alone."""

import heapq
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from mneme.application.ports.vector_index import IndexHit, IndexHits, IndexQuery, VectorIndex
from mneme.application.pose_question import Question
from mneme.application.recall_deadline import Deadline
from mneme.application.recall_rows import hit_of
from mneme.application.repositories.memory_repository import MemoryRepository
from mneme.domain.errors import Unavailable
from mneme.domain.memory import Head, Kind
from mneme.domain.recollection import RecallQuery
from mneme.domain.retrieval.bm25 import NO_STATISTICS
from mneme.domain.scope import join_key
from mneme.domain.tenancy import TenantContext
from mneme.domain.visibility import Visible, head_is_visible
from mneme.domain.weight import decay_factor, weight_at

LEAST_VECTOR_HITS = 60
VECTOR_HITS_PER_RESULT = 4
LEXICAL_HITS = 200
"""More than are ranked: the index's own term weights only choose."""

KNOWN_COSINES = 300
"""Of the nearest: what the words find, and the neighbours of that, are often among them."""

ROWS = 100
"""Most memories, and most TURNs, that are ranked from their rows."""

HEADS_PAGE = 1000
INDEX_TIME_SHARE = 0.6
"""Of the time left: if the index does not answer in it, the heads still can."""


@dataclass(frozen=True, slots=True)
class Candidates:
    """What was found; `index_answered` is false if only the heads were looked at."""

    found: IndexHits
    index_answered: bool


@dataclass(frozen=True)
class FindCandidates:
    """Looks in the index, and in the rows where the index cannot say."""

    index: VectorIndex
    memories: MemoryRepository

    def __call__(
        self,
        tenant: TenantContext,
        query: RecallQuery,
        question: Question,
        visible: Visible,
        deadline: Deadline,
    ) -> Candidates:
        """Return the candidates. Raises Unavailable if the heads do not answer, RecallTimedOut."""
        search = _index_query(tenant, query, question, visible, deadline)
        try:
            found = self.index.search(tenant, search)
        except Unavailable:
            heads = self._strongest(tenant, query.user_id, visible, deadline)
            return Candidates(self._with_rows(tenant, query, question, heads, _NOTHING), False)
        deadline.check()
        if query.consistent:
            heads = self._not_shown_yet(tenant, query.user_id, visible, found)
            found = self._with_rows(tenant, query, question, heads, found)
        return Candidates(found, True)

    def _not_shown_yet(
        self, tenant: TenantContext, user_id: str, visible: Visible, found: IndexHits
    ) -> list[Head]:
        shown = {(hit.memory_id, hit.revision) for hit in found.hits}
        return [
            head
            for turns in (False, True)
            if _may_show(visible, turns=turns)
            for head in self.memories.recently_changed(tenant, user_id, ROWS, turns=turns)
            if head_is_visible(head, visible) and (head.memory_id, head.revision) not in shown
        ]

    def _strongest(
        self, tenant: TenantContext, user_id: str, visible: Visible, deadline: Deadline
    ) -> list[Head]:
        heads = self._all_heads(tenant, user_id, deadline)
        seen = (head for head in heads if head_is_visible(head, visible))
        return heapq.nlargest(ROWS, seen, key=lambda head: _strength(head, visible))

    def _all_heads(self, tenant: TenantContext, user_id: str, deadline: Deadline) -> Iterator[Head]:
        cursor: str | None = None
        while True:
            deadline.check()
            heads, cursor = self.memories.heads_page(tenant, user_id, cursor, HEADS_PAGE)
            yield from heads
            if cursor is None:
                return

    def _with_rows(
        self,
        tenant: TenantContext,
        query: RecallQuery,
        question: Question,
        heads: Sequence[Head],
        found: IndexHits,
    ) -> IndexHits:
        refs = [(head.memory_id, head.revision) for head in heads]
        rows = self.memories.revisions(tenant, query.user_id, refs)
        hits: list[IndexHit] = [
            hit_of(head, rows[ref], question)
            for head, ref in zip(heads, refs, strict=True)
            if ref in rows and query.filter.labels(rows[ref])
        ]
        said = [rows[hit.memory_id, hit.revision].terms for hit in hits]
        statistics = found.statistics.covering(said)
        return replace(found, hits=(*found.hits, *hits), statistics=statistics)


_NOTHING = IndexHits(hits=(), statistics=NO_STATISTICS)


def _index_query(
    tenant: TenantContext,
    query: RecallQuery,
    question: Question,
    visible: Visible,
    deadline: Deadline,
) -> IndexQuery:
    return IndexQuery(
        user=join_key(tenant.tenant_id, query.user_id),
        visible=visible,
        vector=question.vector,
        terms=question.terms,
        vector_limit=max(VECTOR_HITS_PER_RESULT * query.top_k, LEAST_VECTOR_HITS),
        lexical_limit=LEXICAL_HITS,
        dates=tuple(question.dates),
        known_cosines=KNOWN_COSINES,
        timeout_seconds=deadline.remaining() * INDEX_TIME_SHARE,
    )


def _may_show(visible: Visible, *, turns: bool) -> bool:
    """Return whether a TURN, or anything else, is of a kind that may be seen."""
    return any((kind is Kind.TURN) is turns for kind in visible.kinds or Kind)


def _strength(head: Head, visible: Visible) -> tuple[float, datetime]:
    factor = decay_factor(head.kind, important=head.is_important)
    return weight_at(head.anchor, factor, visible.now), head.changed_at
