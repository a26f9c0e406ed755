"""Relevance: how well one memory fits a query, in [0, 1], whatever else was found (DESIGN §10).

It depends on the query, the memory and the user's term statistics, never on other candidates, so
that one threshold means the same in every answer.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from mneme.domain.recollection import Relevance
from mneme.domain.retrieval.bm25 import TermStatistics, bm25, term_weights
from mneme.domain.retrieval.ranking_weights import RankingWeights

UNRELATED = 0.1
PARAPHRASE = 0.8


@dataclass(frozen=True, slots=True)
class CosineAnchors:
    """The cosines of an embedding model that mean relevance 0.1 and 0.8."""

    unrelated: float
    paraphrase: float

    def __post_init__(self) -> None:
        """Refuse anchors that calibrate nothing."""
        if self.unrelated >= self.paraphrase:
            raise ValueError("a paraphrase must have a higher cosine than an unrelated text")


@dataclass(frozen=True, slots=True)
class Evidence:
    """What is known of one memory: its terms, those of its neighbours, and its cosine.

    `cosine` is None if the vector search did not return the memory.
    """

    terms: Sequence[str]
    neighbours: Mapping[int, Sequence[str]]
    cosine: float | None


@dataclass(frozen=True, slots=True)
class Yardstick:
    """What all memories of one recall are measured with."""

    known_terms: Mapping[str, float]
    """The query's terms that the user's memories hold, with their weights."""
    all_terms_weigh: float
    average_length: float
    anchors: CosineAnchors
    embedded: bool
    weights: RankingWeights


def yardstick(
    terms: Sequence[str],
    statistics: TermStatistics,
    anchors: CosineAnchors,
    weights: RankingWeights,
    *,
    embedded: bool,
) -> Yardstick:
    """Return the yardstick of a query; `embedded` is false if it has no vector."""
    weighed = term_weights(terms, statistics)
    known = {term: w for term, w in weighed.items() if statistics.frequencies.get(term)}
    unknown = sum(w for term, w in weighed.items() if term not in known)
    return Yardstick(
        known_terms=known,
        all_terms_weigh=sum(known.values()) + weights.unknown_term * unknown,
        average_length=statistics.average_length,
        anchors=anchors,
        embedded=embedded,
        weights=weights,
    )


def relevance(evidence: Evidence, by: Yardstick) -> Relevance:
    """Return the memory's relevance and its two parts."""
    vector = _vector_log_odds(evidence.cosine, by) if by.embedded else None
    lexical = _lexical_evidence(evidence, by) if by.known_terms else None
    return Relevance(
        value=logistic(_log_odds(vector, lexical, by.weights)),
        vector=None if vector is None or evidence.cosine is None else logistic(vector),
        lexical=None if lexical is None else logistic(by.weights.lexical_intercept + lexical),
    )


def logistic(log_odds: float) -> float:
    """Return the probability of the log-odds, without overflow."""
    if log_odds >= 0:
        return 1 / (1 + math.exp(-log_odds))
    odds = math.exp(log_odds)
    return odds / (1 + odds)


def calibrated(cosine: float, anchors: CosineAnchors) -> float:
    """Return the place of a cosine between unrelated (0) and paraphrase (1); it may lie outside."""
    return (cosine - anchors.unrelated) / (anchors.paraphrase - anchors.unrelated)


def coverage(evidence: Evidence, by: Yardstick) -> float:
    """Return the share of the query's terms, by weight, that the memory or a neighbour holds."""
    held = {term: 1.0 for term in evidence.terms if term in by.known_terms}
    for at, terms in evidence.neighbours.items():
        share = by.weights.neighbours.get(at, 0.0)
        for term in by.known_terms.keys() & terms:
            held[term] = max(share, held.get(term, 0.0))
    covered = sum(by.known_terms[term] * share for term, share in held.items())
    return min(1.0, covered / by.all_terms_weigh) if covered else 0.0


def _vector_log_odds(cosine: float | None, by: Yardstick) -> float:
    place = by.weights.unseen_cosine if cosine is None else calibrated(cosine, by.anchors)
    # Concave: a question and its answer differ more than two wordings of one statement, so most
    # of the way from unrelated to relevant lies near the unrelated end.
    step = place**by.weights.cosine_curve if place > 0 else place
    return _logit(UNRELATED) + (_logit(PARAPHRASE) - _logit(UNRELATED)) * step


def _lexical_evidence(evidence: Evidence, by: Yardstick) -> float:
    weights = by.weights
    score = bm25(by.known_terms, evidence.terms, by.average_length, weights.k1, weights.b)
    return weights.bm25 * score / (score + weights.bm25_half) + weights.coverage * coverage(
        evidence, by
    )


def _log_odds(vector: float | None, lexical: float | None, weights: RankingWeights) -> float:
    if vector is not None and lexical is not None:
        return weights.both_intercept + vector + lexical
    if vector is not None:
        return vector
    return weights.lexical_intercept + (lexical or 0.0)


def _logit(probability: float) -> float:
    return math.log(probability / (1 - probability))
