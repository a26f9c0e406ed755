"""The last steps of a recall: put what may be seen in order, and decrypt the best of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from mneme.application.recall.check_heads import Checked
from mneme.application.recall.recall_deadline import Deadline
from mneme.application.repositories.memory_repository import MemoryRepository
from mneme.domain.memory import Head
from mneme.domain.recall_account import RecallStep
from mneme.domain.recollection import RecalledMemory, RecallQuery
from mneme.domain.retrieval.ranking import Ranked, ranked
from mneme.domain.retrieval.ranking_weights import RankingWeights
from mneme.domain.tenancy import TenantContext


@dataclass(frozen=True, slots=True)
class Best:
    """What was checked, in the order of the answer, which is longer than the answer."""

    ranked: Sequence[Ranked]
    heads: Mapping[str, Head]

    @classmethod
    def of(cls, checked: Sequence[Checked], top_k: int, weights: RankingWeights) -> "Best":
        """Put what was checked in order."""
        heads = {one.head.memory_id: one.head for one in checked}
        return cls(ranked([_ranked(one) for one in checked], top_k, weights), heads)

    def first(self, count: int) -> list[Head]:
        """Return the heads of the first so many."""
        return [self.heads[one.memory_id] for one in self.ranked[:count]]


@dataclass(frozen=True)
class ReadAnswer:
    """Reads and decrypts no more revisions than are returned."""

    memories: MemoryRepository

    def __call__(
        self, tenant: TenantContext, query: RecallQuery, best: Best, deadline: Deadline
    ) -> tuple[RecalledMemory, ...]:
        """Return the best `top_k` memories, best first."""
        waiting = best.ranked
        memories: list[RecalledMemory] = []
        while waiting and len(memories) < query.top_k:
            missing = query.top_k - len(memories)
            batch, waiting = waiting[:missing], waiting[missing:]
            memories += self._opened(tenant, query, batch, best.heads, deadline)
        return tuple(memories)

    def _opened(
        self,
        tenant: TenantContext,
        query: RecallQuery,
        batch: Sequence[Ranked],
        heads: Mapping[str, Head],
        deadline: Deadline,
    ) -> list[RecalledMemory]:
        """Return the memories of a batch; a revision purged meanwhile is gone."""
        refs = [(one.memory_id, one.revision) for one in batch]
        read = partial(self.memories.revisions, tenant, query.user_id, refs, searchable=False)
        revisions = deadline.within(RecallStep.REVISIONS, read)
        return [
            RecalledMemory(
                head=heads[one.memory_id],
                revision=revisions[ref],
                weight=one.weight,
                relevance=one.relevance,
                final_score=one.final_score,
            )
            for one, ref in zip(batch, refs, strict=True)
            if ref in revisions and query.filter.labels(revisions[ref])
        ]


def _ranked(one: Checked) -> Ranked:
    return Ranked(
        memory_id=one.hit.memory_id,
        revision=one.hit.revision,
        relevance=one.relevance,
        weight=one.weight,
        final_score=one.final_score,
        observed_at=one.hit.observed_at,
        places=one.hit.places,
    )
