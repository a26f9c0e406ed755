"""What may answer: from the index, from what it does not show yet, or from the heads alone."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice

from mneme.application.ports.vector_index import IndexHit, IndexHits, IndexQuery, VectorIndex
from mneme.application.recall.pose_question import Question
from mneme.application.recall.recall_deadline import Deadline
from mneme.application.recall.recall_rows import hit_of
from mneme.application.repositories.head_rows import UnreadHead
from mneme.application.repositories.memory_repository import MemoryRepository
from mneme.domain.errors import RecallTimedOut, Unavailable
from mneme.domain.memory import Head, Kind
from mneme.domain.recall_account import RecallStep, Setback, setback_of
from mneme.domain.recollection import RecallQuery
from mneme.domain.retrieval.bm25 import NO_STATISTICS
from mneme.domain.scope import join_key
from mneme.domain.tenancy import TenantContext
from mneme.domain.thresholds import Thresholds
from mneme.domain.visibility import Visible, head_is_visible
from mneme.domain.weight import current_weight

KNOWN_COSINES = 300
"""Of the nearest: what the words find, and the neighbours of that, are often among them."""

ROWS = 100
"""Most memories, and most TURNs, that are ranked from their rows."""

HEADS_PAGE = 250
"""Between two pages the time is looked at: a page is the most that a recall may be late by."""

PAGES_TIME_SHARE = 0.5
"""Of the time left after the first page: what the newest memories say has to be read as well."""


@dataclass(frozen=True, slots=True)
class Candidates:
    """What was found. With a `setback` of the index only the heads were looked at."""

    found: IndexHits
    setback: Setback | None = None


@dataclass(frozen=True)
class FindCandidates:
    """Looks in the index, and in the rows where the index cannot say.

    Without the index, and without the time to look at all heads, the newest do, unless it is to be
    the `whole`.
    """

    index: VectorIndex
    memories: MemoryRepository
    by: Thresholds
    whole: bool = False

    def __call__(
        self,
        tenant: TenantContext,
        query: RecallQuery,
        question: Question,
        visible: Visible,
        deadline: Deadline,
    ) -> Candidates:
        """Return the candidates. Raises Unavailable if the heads do not answer, RecallTimedOut."""
        search = self._index_query(tenant, query, question, visible, deadline)
        try:
            with deadline.measured(RecallStep.INDEX):
                found = self.index.search(tenant, search)
        except Unavailable as outage:
            rows = self.in_rows(tenant, query, question, visible, deadline)
            return Candidates(rows, setback_of(outage))
        deadline.check(RecallStep.INDEX)
        if query.consistent:
            heads = self._not_shown_yet(tenant, query.user_id, visible, found, deadline)
            found = self._with_rows(tenant, query, question, heads, found, deadline)
        return Candidates(found)

    def in_rows(
        self,
        tenant: TenantContext,
        query: RecallQuery,
        question: Question,
        visible: Visible,
        deadline: Deadline,
    ) -> IndexHits:
        """Return the strongest memories as if the index, which is not asked, had found them.

        Raises Unavailable if the heads do not answer, RecallTimedOut.
        """
        heads = self._strongest(tenant, query.user_id, visible, deadline)
        return self._with_rows(tenant, query, question, heads, _NOTHING, deadline)

    def _not_shown_yet(
        self,
        tenant: TenantContext,
        user_id: str,
        visible: Visible,
        found: IndexHits,
        deadline: Deadline,
    ) -> list[Head]:
        shown = {(hit.memory_id, hit.revision) for hit in found.hits}
        changed = partial(self.memories.recently_changed, tenant, user_id, ROWS)
        return [
            head
            for turns in (False, True)
            if _may_show(visible, turns=turns)
            for head in deadline.within(RecallStep.HEADS, partial(changed, turns=turns))
            if head_is_visible(head, visible) and (head.memory_id, head.revision) not in shown
        ]

    def _strongest(
        self, tenant: TenantContext, user_id: str, visible: Visible, deadline: Deadline
    ) -> list[Head]:
        heads = self._all_heads(tenant, user_id, deadline)
        shown = (head for head in heads if not visible.kinds or head.kind in visible.kinds)
        strongest = sorted(shown, key=lambda head: self._strength(head, visible), reverse=True)
        read = (head.read() for head in strongest)
        return list(islice((head for head in read if head_is_visible(head, visible)), ROWS))

    def _all_heads(
        self, tenant: TenantContext, user_id: str, deadline: Deadline
    ) -> Iterator[UnreadHead]:
        """Yield the user's heads, the newest first, as far as the time allows.

        Raises RecallTimedOut if that is too short for the first page, or for the `whole`.
        """
        page = partial(self.memories.newest_heads, tenant, user_id, limit=HEADS_PAGE)
        heads, cursor = deadline.within(RecallStep.HEADS, page)
        yield from heads
        further = deadline if self.whole else deadline.sooner(PAGES_TIME_SHARE)
        while cursor is not None:
            try:
                heads, cursor = further.within(RecallStep.HEADS, partial(page, cursor=cursor))
            except RecallTimedOut:
                if self.whole:
                    raise
                return  # the answer says that it was not looked at everything
            yield from heads

    def _with_rows(
        self,
        tenant: TenantContext,
        query: RecallQuery,
        question: Question,
        heads: Sequence[Head],
        found: IndexHits,
        deadline: Deadline,
    ) -> IndexHits:
        refs = [(head.memory_id, head.revision) for head in heads]
        read = partial(self.memories.revisions, tenant, query.user_id, refs)
        rows = deadline.within(RecallStep.REVISIONS, read)
        hits: list[IndexHit] = [
            hit_of(head, rows[ref], question)
            for head, ref in zip(heads, refs, strict=True)
            if ref in rows and query.filter.labels(rows[ref])
        ]
        said = [rows[hit.memory_id, hit.revision].terms for hit in hits]
        statistics = found.statistics.covering(said)
        return replace(found, hits=(*found.hits, *hits), statistics=statistics)

    def _index_query(
        self,
        tenant: TenantContext,
        query: RecallQuery,
        question: Question,
        visible: Visible,
        deadline: Deadline,
    ) -> IndexQuery:
        asked = self.by.recall
        # If the index does not answer in its time, the heads still can.
        seconds = deadline.remaining(RecallStep.INDEX) * asked.index_time_share
        return IndexQuery(
            user=join_key(tenant.tenant_id, query.user_id),
            visible=visible,
            vector=question.vector,
            terms=question.terms,
            vector_limit=max(asked.vector_hits_per_result * query.top_k, asked.vector_hits),
            lexical_limit=asked.lexical_hits,
            dates=tuple(question.dates),
            known_cosines=KNOWN_COSINES,
            timeout_seconds=seconds,
        )

    def _strength(self, head: UnreadHead, visible: Visible) -> tuple[float, int]:
        return current_weight(head, visible.now, self.by.weights), head.changed_at_ms


_NOTHING = IndexHits(hits=(), statistics=NO_STATISTICS)


def _may_show(visible: Visible, *, turns: bool) -> bool:
    """Return whether a TURN, or anything else, is of a kind that may be seen."""
    return any((kind is Kind.TURN) is turns for kind in visible.kinds or Kind)
