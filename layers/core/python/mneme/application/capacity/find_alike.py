"""Which of a dimension's weakest memories are so much alike that a model may make them one."""

from collections import defaultdict
from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from mneme.application.capacity.choose_leaving import ChooseLeaving
from mneme.application.commit.known_memory import KnownMemory
from mneme.application.index.compared_vectors import Direction
from mneme.application.ports.clock import Clock
from mneme.application.ports.embedder import EmbeddingModel, Stemmer
from mneme.application.ports.settings import ThresholdsNow, as_delivered
from mneme.application.repositories.memory_repository import MemoryRepository
from mneme.domain.counting import Counter
from mneme.domain.evolution.compression import (
    alike,
    may_be_compressed,
    mood_of,
    place_of,
)
from mneme.domain.evolution.similarity import similarity
from mneme.domain.memory import Head
from mneme.domain.retrieval.calibration import CosineAnchors
from mneme.domain.tenancy import TenantContext
from mneme.domain.user_state import UserState

WEAK = 100
"""So many of those that would leave first are read and compared: one batch of revisions."""


@dataclass(frozen=True, slots=True, eq=False)
class _Compared:
    """A memory with what it is compared by."""

    memory_id: str
    terms: frozenset[str]
    direction: Direction | None


@dataclass(frozen=True)
class FindAlike:
    """Reads the weakest memories of a dimension, once, and groups those that may become one."""

    memories: MemoryRepository
    choose: ChooseLeaving
    embedding_model: EmbeddingModel
    stemmer: Stemmer
    clock: Clock
    thresholds: ThresholdsNow = as_delivered

    def __call__(
        self, tenant: TenantContext, user_id: str, state: UserState, counter: Counter
    ) -> list[list[str]]:
        """Return groups of ids, the group with the weakest memory first. Raises Unavailable."""
        leaving = self.choose(tenant, user_id, state, counter, WEAK)[:WEAK]
        places: dict[Hashable, list[_Compared]] = defaultdict(list)
        for known in self._opened(tenant, user_id, leaving):
            place = self._place(known)
            if place is not None:
                places[place].append(_compared(known))
        limits = self.thresholds().compression
        order = {head.memory_id: at for at, head in enumerate(leaving)}
        groups = [
            [one.memory_id for one in group]
            for listed in places.values()
            for group in alike(listed, self._similarity, limits)
        ]
        return sorted(groups, key=lambda group: order[group[0]])

    def _opened(
        self, tenant: TenantContext, user_id: str, heads: Sequence[Head]
    ) -> list[KnownMemory]:
        refs = {(head.memory_id, head.revision): head for head in heads}
        revisions = self.memories.revisions(tenant, user_id, list(refs))
        return [KnownMemory(refs[ref], revisions[ref]) for ref in refs if ref in revisions]

    def _place(self, known: KnownMemory) -> Hashable:
        """Return what a memory must have in common with others, None if it is let alone."""
        head, said = known.head, known.revision
        if not may_be_compressed(head, said, self.clock.now()):
            return None
        mood = mood_of(said.content, self.stemmer.stem)
        return None if mood is None else (place_of(head, said), mood)

    def _similarity(self, one: _Compared, other: _Compared) -> float:
        model = self.embedding_model
        anchors = CosineAnchors(model.unrelated, model.paraphrase)
        cosine = None if one.direction is None else one.direction.cosine(other.direction)
        return similarity(one.terms, other.terms, cosine, anchors)


def _compared(known: KnownMemory) -> _Compared:
    said = known.revision
    direction = None if said.embedding is None else Direction.of(said.embedding)
    return _Compared(known.memory_id, frozenset(said.terms), direction)
