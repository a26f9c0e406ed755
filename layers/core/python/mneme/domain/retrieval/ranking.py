"""The order of an answer: relevance first, strength second, no two hits that say the same."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from mneme.domain.recollection import Relevance
from mneme.domain.retrieval.ranking_weights import RankingWeights


@dataclass(frozen=True, slots=True)
class Ranked:
    """A memory on its way into the answer."""

    memory_id: str
    revision: int
    relevance: Relevance
    weight: float
    final_score: float
    observed_at: datetime
    terms: frozenset[str]


def final_score(relevance: float, weight: float, weights: RankingWeights) -> float:
    """Return the score that decides the order (seed 3 chapter 7)."""
    return weights.relevance * relevance + weights.weight * weight


def can_reach(relevance: float, rival: float, weights: RankingWeights) -> bool:
    """Return whether a memory could score as high as a rival, whatever their weights in [0, 1]."""
    return final_score(relevance, 1.0, weights) >= final_score(rival, 0.0, weights)


def ranked(found: Sequence[Ranked], top: int, weights: RankingWeights) -> list[Ranked]:
    """Return the memories best first; among the first `top` none repeats another one's words.

    Those that would have are behind them, in order.
    """
    return _diversified(sorted(found, key=_order), top, weights.duplicate_overlap)


def _order(one: Ranked) -> tuple[float, float, float, str, int]:
    newest_first = -one.observed_at.timestamp()
    return (-one.final_score, -one.relevance.value, newest_first, one.memory_id, -one.revision)


def _diversified(ordered: Sequence[Ranked], top: int, overlap: float) -> list[Ranked]:
    kept: list[Ranked] = []
    left: list[Ranked] = []
    for one in ordered:
        full = len(kept) == top
        repeats = not full and any(_says_the_same(one, better, overlap) for better in kept)
        (left if full or repeats else kept).append(one)
    return kept + left


def _says_the_same(one: Ranked, other: Ranked, overlap: float) -> bool:
    # Revisions of one memory are its history: who asks for it wants them all.
    if one.memory_id == other.memory_id or not one.terms:
        return False
    common = len(one.terms & other.terms)
    return common >= overlap * len(one.terms | other.terms)
