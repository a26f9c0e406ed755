"""A memory as it stands, and as an evolver sees it."""

from dataclasses import dataclass

from mneme.application.placed_fact import PlacedFact
from mneme.application.recall_rows import cosine_of
from mneme.domain.evolution.decisions import Candidate
from mneme.domain.evolution.similarity import similarity
from mneme.domain.memory import Head, Revision
from mneme.domain.retrieval.relevance import CosineAnchors


@dataclass(frozen=True, slots=True)
class KnownMemory:
    """A head, read consistently, and the revision it points at."""

    head: Head
    revision: Revision

    @property
    def memory_id(self) -> str:
        """The memory's id."""
        return self.head.memory_id


def candidate(known: KnownMemory, similar: float) -> Candidate:
    """Return the memory as an evolver sees it."""
    head = known.head
    return Candidate(
        memory_id=head.memory_id,
        revision=head.revision,
        text=known.revision.content,
        similarity=similar,
        status=head.status,
        provenance=head.provenance,
        observed_at=head.observed_at,
        valid_at=head.valid_at,
        invalid_at=head.invalid_at,
        expire_at=head.expire_at,
        fact_key=known.revision.fact_key,
        told_at=known.revision.observed_at,
    )


def similar(
    placed: PlacedFact, terms: tuple[str, ...], known: KnownMemory, anchors: CosineAnchors
) -> float:
    """Return how similar a memory is to a fact with these terms."""
    cosine = cosine_of(placed.embedding, known.revision.embedding)
    return similarity(terms, known.revision.terms, cosine, anchors)
