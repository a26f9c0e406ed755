"""The order of an answer: relevance first, strength second, no two hits that say the same."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from mneme.domain.recollection import Relevance
from mneme.domain.retrieval.ranking_weights import RankingWeights
from mneme.domain.retrieval.term_places import TermPlaces, own_terms


@dataclass(frozen=True, slots=True)
class Ranked:
    """A memory on its way into the answer."""

    memory_id: str
    revision: int
    relevance: Relevance
    weight: float
    final_score: float
    observed_at: datetime
    places: TermPlaces


def final_score(relevance: float, weight: float, weights: RankingWeights) -> float:
    """Return the score that decides the order (seed 3 chapter 7)."""
    return weights.relevance * relevance + weights.weight * weight


def ranked(found: Sequence[Ranked], top: int, weights: RankingWeights) -> list[Ranked]:
    """Return the memories best first; among the first `top` none repeats another one's words.

    Those that would have are behind them, in order.
    """
    return _diversified(sorted(found, key=_order), top, weights.duplicate_overlap)


def _order(one: Ranked) -> tuple[float, float, float, str, int]:
    newest_first = -one.observed_at.timestamp()
    return (-one.final_score, -one.relevance.value, newest_first, one.memory_id, -one.revision)


def _diversified(ordered: Sequence[Ranked], top: int, overlap: float) -> list[Ranked]:
    kept: list[tuple[Ranked, frozenset[str]]] = []
    repeating: list[Ranked] = []
    waiting = iter(ordered)
    while len(kept) < top and (one := next(waiting, None)) is not None:
        terms = frozenset(own_terms(one.places))
        repeats = any(
            one.memory_id != better.memory_id and _say_the_same(terms, said, overlap)
            for better, said in kept  # revisions of one memory are its history: all are wanted
        )
        if repeats:
            repeating.append(one)
        else:
            kept.append((one, terms))
    return [one for one, _ in kept] + repeating + list(waiting)


def _say_the_same(terms: frozenset[str], others: frozenset[str], overlap: float) -> bool:
    return bool(terms) and len(terms & others) >= overlap * len(terms | others)
