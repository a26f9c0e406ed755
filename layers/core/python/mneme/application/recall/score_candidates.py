"""How relevant each candidate is to the question."""

import heapq
from typing import NamedTuple

from mneme.application.ports.vector_index import IndexHit, IndexHits
from mneme.application.recall.find_candidates import Candidates
from mneme.application.recall.pose_question import Question
from mneme.domain.recollection import Relevance
from mneme.domain.retrieval.calibration import logistic
from mneme.domain.retrieval.relevance import Rated, rate, relevance
from mneme.domain.retrieval.yardstick import Query, Yardstick, yardstick
from mneme.domain.thresholds import Thresholds


class Scored(NamedTuple):
    """A candidate with its relevance, whose two sides are worked out for what is answered."""

    hit: IndexHit
    value: float
    rated: Rated
    by: Yardstick

    @property
    def relevance(self) -> Relevance:
        """The relevance with its sides."""
        return relevance(self.hit, self.rated, self.by)


def relevant(
    question: Question, candidates: Candidates, least: float, thresholds: Thresholds
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
        thresholds.ranking,
    )
    scored = [
        Scored(hit, value, rated, by)
        for hit, rated in zip(found.hits, rate(found.hits, by), strict=True)
        if (value := logistic(rated.log_odds)) >= least
    ]
    return heapq.nlargest(thresholds.recall.candidates, scored, key=lambda one: one.rated.log_odds)


def _said_around(question: Question, found: IndexHits) -> frozenset[str]:
    """Return the terms that only neighbours say, who are themselves not to be seen."""
    frequencies = found.statistics.frequencies
    uncounted = [term for term in question.terms if not frequencies.get(term)]
    return frozenset(term for term in uncounted if any(term in hit.places for hit in found.hits))
