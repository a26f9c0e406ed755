"""Candidates from the revisions' own rows, for what the index does not show."""

from dataclasses import replace

from mneme.application.index.compared_vectors import Direction
from mneme.application.ports.vector_index import IndexHit
from mneme.application.recall.pose_question import Question
from mneme.domain.memory import Embedding, Head, Revision
from mneme.domain.retrieval.term_places import term_places


def hit_of(head: Head, revision: Revision, question: Question) -> IndexHit:
    """Return a revision as if the index had found it."""
    return IndexHit(
        memory_id=revision.memory_id,
        revision=revision.revision,
        cosine=_cosine_to(question, revision.embedding),
        places=term_places(revision.terms, revision.context.terms),
        length=len(revision.terms),
        kind=head.kind,
        observed_at=revision.observed_at,
        context=replace(revision.context, terms={}),
        weight_cap=head.weight_cap,
    )


def cosine_of(one: Embedding, other: Embedding | None) -> float | None:
    """Return the cosine of two embeddings of one model, None for those of different models."""
    if other is None or one.model != other.model:
        return None
    return Direction.of(one).cosine(Direction.of(other))


def _cosine_to(question: Question, embedding: Embedding | None) -> float | None:
    if question.vector is None:
        return None
    return cosine_of(Embedding(question.model, question.vector), embedding)
