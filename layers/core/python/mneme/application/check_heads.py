"""The authority's word on what the index found: a stale hit never leaks."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from mneme.application.ports.vector_index import IndexHit
from mneme.application.recall_deadline import Deadline
from mneme.application.recall_predicate import asks_for_history
from mneme.application.repositories.memory_repository import MemoryRepository, RevisionRef
from mneme.application.score_candidates import Scored
from mneme.domain.memory import Head, Revision
from mneme.domain.recollection import RecallQuery, Relevance
from mneme.domain.retrieval.ranking import can_reach
from mneme.domain.retrieval.ranking_weights import RankingWeights
from mneme.domain.tenancy import TenantContext
from mneme.domain.visibility import Visible, head_is_visible

BATCH = 100
SPARE = 5
"""Read beyond the results asked for, as some will be refused or repeat a better one."""


@dataclass(frozen=True, slots=True)
class Checked:
    """A candidate whose head, read consistently, says it may be seen."""

    hit: IndexHit
    relevance: Relevance
    head: Head


@dataclass(frozen=True)
class CheckHeads:
    """Reads the heads that can still reach the answer, and applies the predicate again."""

    memories: MemoryRepository
    weights: RankingWeights

    def __call__(
        self,
        tenant: TenantContext,
        query: RecallQuery,
        scored: Sequence[Scored],
        visible: Visible,
        deadline: Deadline,
    ) -> list[Checked]:
        """Return what may be seen of `scored`, which is given best first and returned so.

        An index document that is not its head's current revision passes only if the query asks
        for history, and its own row says that it held.
        """
        wanted = query.top_k + SPARE
        checked: list[Checked] = []
        waiting = list(scored)
        while waiting and self._could_change_the_answer(waiting, checked, wanted):
            deadline.check()
            batch, waiting = self._next_batch(waiting, wanted)
            checked.extend(self._visible(tenant, query, batch, visible))
        return checked

    def _could_change_the_answer(
        self, waiting: Sequence[Scored], checked: Sequence[Checked], wanted: int
    ) -> bool:
        if len(checked) < wanted:
            return True
        return can_reach(
            waiting[0].relevance.value, checked[wanted - 1].relevance.value, self.weights
        )

    def _next_batch(self, waiting: list[Scored], wanted: int) -> tuple[list[Scored], list[Scored]]:
        """Split off those that, were all visible, could still reach the first `wanted`."""
        rival = waiting[min(wanted, len(waiting)) - 1].relevance.value
        size = sum(can_reach(one.relevance.value, rival, self.weights) for one in waiting)
        size = min(max(size, 1), BATCH)
        return waiting[:size], waiting[size:]

    def _visible(
        self,
        tenant: TenantContext,
        query: RecallQuery,
        batch: Sequence[Scored],
        visible: Visible,
    ) -> Iterator[Checked]:
        ids = list(dict.fromkeys(one.hit.memory_id for one in batch))
        heads = self.memories.heads(tenant, query.user_id, ids)
        past: Mapping[RevisionRef, Revision] = {}
        if asks_for_history(query):
            past = self._past_revisions(tenant, query.user_id, batch, heads)
        for one in batch:
            head = heads.get(one.hit.memory_id)
            if head is not None and _may_be_seen(one.hit, head, visible, past):
                yield Checked(one.hit, one.relevance, head)

    def _past_revisions(
        self,
        tenant: TenantContext,
        user_id: str,
        batch: Sequence[Scored],
        heads: Mapping[str, Head],
    ) -> dict[RevisionRef, Revision]:
        """Return the past revisions among the batch, each with the one that followed it."""
        refs = {
            (one.hit.memory_id, number)
            for one in batch
            if one.hit.memory_id in heads and one.hit.revision < heads[one.hit.memory_id].revision
            for number in (one.hit.revision, one.hit.revision + 1)
        }
        return self.memories.revisions(tenant, user_id, sorted(refs)) if refs else {}


def _may_be_seen(
    hit: IndexHit, head: Head, visible: Visible, past: Mapping[RevisionRef, Revision]
) -> bool:
    if hit.revision == head.revision:
        return head_is_visible(head, visible)
    revision = past.get((hit.memory_id, hit.revision))
    following = past.get((hit.memory_id, hit.revision + 1))
    if revision is None or following is None:
        return False
    # A past revision held until it was closed, or else until the next one began to hold.
    ended = revision.invalid_at or following.valid_at or following.created_at
    then = replace(head, valid_at=revision.valid_at, invalid_at=ended)
    return head_is_visible(then, visible)
