"""The authority's word on what the index found: a stale hit never leaks."""

import heapq
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from operator import itemgetter

from mneme.application.ports.vector_index import IndexHit
from mneme.application.recall.recall_deadline import Deadline
from mneme.application.recall.recall_predicate import asks_for_history
from mneme.application.recall.score_candidates import Scored
from mneme.application.repositories.memory_repository import MemoryRepository, RevisionRef
from mneme.domain.memory import Head, Revision, end_of_past
from mneme.domain.recall_account import RecallStep
from mneme.domain.recollection import RecallQuery, Relevance
from mneme.domain.retrieval.ranking import final_score
from mneme.domain.tenancy import TenantContext
from mneme.domain.thresholds import Thresholds
from mneme.domain.visibility import Visible, head_is_visible
from mneme.domain.weight import current_weight

BATCH = 100
SPARE = 5
"""Read beyond the results asked for, as some will be refused or repeat a better one."""

USUAL_LOSS = 0.03
"""What decay is assumed to have taken from the scores of those that are read first. Where it took
more, more are read afterwards."""


@dataclass(frozen=True, slots=True)
class Checked:
    """A candidate whose head, read consistently, says it may be seen, with its score."""

    hit: IndexHit
    relevance: Relevance
    head: Head
    weight: float
    final_score: float


@dataclass(frozen=True)
class CheckHeads:
    """Reads the heads that can still reach the answer, and applies the predicate again."""

    memories: MemoryRepository
    by: Thresholds

    def __call__(
        self,
        tenant: TenantContext,
        query: RecallQuery,
        scored: Sequence[Scored],
        visible: Visible,
        deadline: Deadline,
    ) -> list[Checked]:
        """Return what may be seen of `scored`, those that could score highest first.

        An index document that is not its head's current revision passes only if the query asks
        for history, and its own row says that it held.
        """
        wanted = query.top_k + SPARE
        checked: list[Checked] = []
        waiting = sorted(
            ((self._bound(one), one) for one in scored), key=itemgetter(0), reverse=True
        )
        while waiting:
            size = self._reaching([bound for bound, _ in waiting], checked, wanted)
            if not size:
                break
            batch = [one for _, one in waiting[:size]]
            checked.extend(self._visible(tenant, query, batch, visible, deadline))
            waiting = waiting[size:]
        return checked

    def _reaching(self, bounds: Sequence[float], checked: Sequence[Checked], wanted: int) -> int:
        """Return how many of those that wait, at their strongest, could be among the `wanted`."""
        if len(checked) >= wanted:
            rival = heapq.nlargest(wanted, (one.final_score for one in checked))[-1]
            least = 0
        else:
            rival = bounds[min(wanted, len(bounds)) - 1] - USUAL_LOSS
            least = 1
        reaching = sum(bound >= rival for bound in bounds)
        return min(max(reaching, least), BATCH)

    def _bound(self, one: Scored) -> float:
        """Return the score that a memory would have at its strongest."""
        return final_score(one.value, one.hit.weight_cap, self.by.ranking)

    def _visible(
        self,
        tenant: TenantContext,
        query: RecallQuery,
        batch: Sequence[Scored],
        visible: Visible,
        deadline: Deadline,
    ) -> Iterator[Checked]:
        ids = list(dict.fromkeys(one.hit.memory_id for one in batch))
        read = partial(self.memories.heads, tenant, query.user_id, ids)
        heads = deadline.within(RecallStep.HEADS, read)
        past: Mapping[RevisionRef, Revision] = {}
        if asks_for_history(query):
            past = self._past_revisions(tenant, query.user_id, batch, heads, deadline)
        for one in batch:
            head = heads.get(one.hit.memory_id)
            if head is not None and _may_be_seen(one.hit, head, visible, past):
                weight = current_weight(head, visible.now, self.by.weights)
                final = final_score(one.value, weight, self.by.ranking)
                yield Checked(one.hit, one.relevance, head, weight, final)

    def _past_revisions(
        self,
        tenant: TenantContext,
        user_id: str,
        batch: Sequence[Scored],
        heads: Mapping[str, Head],
        deadline: Deadline,
    ) -> dict[RevisionRef, Revision]:
        """Return the past revisions among the batch, each with the one that followed it."""
        refs = {
            (one.hit.memory_id, number)
            for one in batch
            if one.hit.memory_id in heads and one.hit.revision < heads[one.hit.memory_id].revision
            for number in (one.hit.revision, one.hit.revision + 1)
        }
        if not refs:
            return {}
        read = partial(self.memories.revisions, tenant, user_id, sorted(refs))
        return deadline.within(RecallStep.REVISIONS, read)


def _may_be_seen(
    hit: IndexHit, head: Head, visible: Visible, past: Mapping[RevisionRef, Revision]
) -> bool:
    if hit.revision == head.revision:
        return head_is_visible(head, visible)
    revision = past.get((hit.memory_id, hit.revision))
    following = past.get((hit.memory_id, hit.revision + 1))
    if revision is None or following is None:
        return False
    ended = end_of_past(revision, following)
    then = replace(head, valid_at=revision.valid_at, invalid_at=ended)
    return head_is_visible(then, visible)
