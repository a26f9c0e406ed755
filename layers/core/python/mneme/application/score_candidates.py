"""How relevant each candidate is to the question."""

from dataclasses import dataclass

from mneme.application.find_candidates import Candidates
from mneme.application.ports.vector_index import IndexHit, IndexHits
from mneme.application.pose_question import Question
from mneme.domain.recollection import Relevance
from mneme.domain.retrieval.ranking_weights import RankingWeights
from mneme.domain.retrieval.relevance import Evidence, relevance, yardstick

CANDIDATE_LIMIT = 100
"""Most candidates that go on."""


@dataclass(frozen=True, slots=True)
class Scored:
    """A candidate with its relevance."""

    hit: IndexHit
    relevance: Relevance


def relevant(
    question: Question, candidates: Candidates, least: float, weights: RankingWeights
) -> list[Scored]:
    """Return the candidates of at least that relevance, the most relevant first."""
    found = candidates.found
    by = yardstick(
        question.terms,
        found.statistics.knowing(_said_around(question, found)),
        question.anchors,
        weights,
        embedded=question.vector is not None,
    )
    scored = [
        Scored(hit, relevance(Evidence(hit.terms, hit.context.terms, hit.cosine), by))
        for hit in found.hits
    ]
    enough = [one for one in scored if one.relevance.value >= least]
    enough.sort(key=lambda one: -one.relevance.value)
    return enough[:CANDIDATE_LIMIT]


def _said_around(question: Question, found: IndexHits) -> frozenset[str]:
    """Return the terms that only neighbours say, who are themselves not to be seen."""
    frequencies = found.statistics.frequencies
    uncounted = frozenset(term for term in question.terms if not frequencies.get(term))
    if not uncounted:
        return uncounted
    around = (said for hit in found.hits for said in hit.context.terms.values())
    return frozenset().union(*(uncounted.intersection(said) for said in around))
