"""How alike a fact and memories are: by their words and vectors, on the scale of evolution."""

from collections.abc import Sequence
from dataclasses import dataclass

from mneme.application.commit.known_memory import KnownMemory, candidate
from mneme.application.commit.placed_fact import PlacedFact
from mneme.application.evolve.recent_memories import Opened
from mneme.application.index.compared_vectors import Direction
from mneme.domain.evolution.decisions import Candidate
from mneme.domain.evolution.similarity import similarity
from mneme.domain.retrieval.calibration import CosineAnchors


@dataclass(frozen=True, slots=True)
class Similar:
    """A memory with what an evolver sees of it."""

    known: KnownMemory
    candidate: Candidate


@dataclass(frozen=True, slots=True)
class Likeness:
    """A fact, ready to be compared with many memories."""

    terms: frozenset[str]
    direction: Direction
    anchors: CosineAnchors

    @classmethod
    def of(cls, placed: PlacedFact, terms: tuple[str, ...], anchors: CosineAnchors) -> "Likeness":
        """Return the fact, read once."""
        return cls(frozenset(terms), Direction.of(placed.embedding), anchors)

    def value(self, terms: Sequence[str] | frozenset[str], cosine: float | None) -> float:
        """Return the likeness to what is found by these terms and this cosine."""
        return similarity(self.terms, terms, cosine, self.anchors)

    def to(self, known: KnownMemory) -> Similar:
        """Return a memory compared with the fact."""
        embedding = known.revision.embedding
        direction = None if embedding is None else Direction.of(embedding)
        cosine = self.direction.cosine(direction)
        return Similar(known, candidate(known, self.value(known.revision.terms, cosine)))

    def to_opened(self, one: Opened) -> float:
        """Return the likeness to an opened memory."""
        return self.value(one.terms, self.direction.cosine(one.direction))
