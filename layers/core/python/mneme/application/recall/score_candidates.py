"""How relevant each candidate is to the question."""

import heapq
from dataclasses import dataclass

from mneme.application.ports.vector_index import IndexHit, IndexHits
from mneme.application.recall.find_candidates import Candidates
from mneme.application.recall.pose_question import Question
from mneme.domain.recollection import Relevance
from mneme.domain.retrieval.calibration import logistic
from mneme.domain.retrieval.ranking_weights import RankingWeights
from mneme.domain.retrieval.relevance import rate, relevance
from mneme.domain.retrieval.yardstick import Query, yardstick

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
        Query(
            question.terms,
            question.dates,
            question.asks,
            embedded=question.vector is not None,
            unspaced=question.unspaced,
        ),
        {hit.context.speaker for hit in found.hits},
        found.statistics.knowing(_said_around(question, found)),
        question.anchors,
        weights,
    )
    ratings = zip(rate(found.hits, by), found.hits, strict=True)
    near = [pair for pair in ratings if logistic(pair[0].log_odds) >= least]
    best = heapq.nlargest(CANDIDATE_LIMIT, near, key=lambda pair: pair[0].log_odds)
    return [Scored(hit, relevance(hit, rated, by)) for rated, hit in best]


def _said_around(question: Question, found: IndexHits) -> frozenset[str]:
    """Return the terms that only neighbours say, who are themselves not to be seen."""
    frequencies = found.statistics.frequencies
    uncounted = [term for term in question.terms if not frequencies.get(term)]
    return frozenset(term for term in uncounted if any(term in hit.places for hit in found.hits))
