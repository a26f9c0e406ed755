"""The numbers of the ranking, as data with a version."""

from collections.abc import Mapping
from dataclasses import dataclass, field

NEIGHBOUR_SHARES = {-3: 0.2, -2: 0.4, -1: 0.6, 1: 0.5, 2: 0.3, 3: 0.2}


@dataclass(frozen=True, slots=True)
class RankingWeights:
    """What counts how much. Any change is a new version, argued with a measured sample.

    The log-odds of relevance are, by what could be looked at:

    - vector and terms: `both_intercept` + calibrated cosine + lexical evidence,
    - terms only: `lexical_intercept` + lexical evidence,
    - vector only, or a query of which the user's memories know no term: calibrated cosine;

    lexical evidence = `bm25`·b/(b + `bm25_half`) + `coverage`·c, with b the BM25 score and c the
    share of the query's terms, by weight, that the memory holds.
    """

    version: str = "1"
    relevance: float = 0.7
    weight: float = 0.3
    k1: float = 0.6
    b: float = 0.2
    bm25_half: float = 8.0
    bm25: float = 1.6
    coverage: float = 4.0
    both_intercept: float = -0.9
    lexical_intercept: float = -2.0
    cosine_curve: float = 0.4
    """Exponent of a cosine's place between the anchors: how early it counts."""
    unseen_cosine: float = 0.15
    """Stands for the cosine of a memory that only the lexical list holds: where, between
    unrelated (0) and paraphrase (1), such memories lie."""
    unknown_term: float = 0.6
    """What a query term that none of the user's memories holds counts in the coverage."""
    neighbours: Mapping[int, float] = field(default_factory=lambda: dict(NEIGHBOUR_SHARES))
    """What a term counts in the coverage if only a TURN's neighbour at this offset holds it."""
    duplicate_overlap: float = 0.9
    """From this share of common terms on, two memories say the same."""
