"""Units and yardsticks of plain words, for tests of the ranking."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from mneme.domain.recollection import Relevance
from mneme.domain.retrieval.bm25 import TermStatistics
from mneme.domain.retrieval.calibration import CosineAnchors
from mneme.domain.retrieval.ranking_weights import RankingWeights
from mneme.domain.retrieval.relevance import rate, relevance
from mneme.domain.retrieval.term_places import TermPlaces, term_places
from mneme.domain.retrieval.unit_context import NO_CONTEXT, UnitContext
from mneme.domain.retrieval.yardstick import Query, Speaker, Yardstick, yardstick

ANCHORS = CosineAnchors(unrelated=0.12, paraphrase=0.83)
KNOWN = TermStatistics(50, 5.0, {"tea": 4, "milk": 9, "green": 2, "ann": 20})
USUAL = RankingWeights().usual_length


@dataclass(frozen=True)
class MadeUnit:
    """A unit as the ranking sees it."""

    places: TermPlaces
    length: int = USUAL
    context: UnitContext = NO_CONTEXT
    cosine: float | None = None
    near: Mapping[str, float] = field(default_factory=dict)


def unit(
    words: str = "",
    cosine: float | None = None,
    around: Mapping[int, str] | None = None,
    *,
    length: int = USUAL,
    cosines_around: Mapping[int, float] | None = None,
    **context: Any,
) -> MadeUnit:
    """Return a unit of the usual length with these words, and its context's parts by name."""
    known = cosines_around or {}
    said = {offset: tuple(words.split()) for offset, words in (around or {}).items()}
    return MadeUnit(
        places=term_places(words.split(), said),
        length=length,
        context=UnitContext(**{"neighbours": {at: str(at) for at in known}, **context}),
        cosine=cosine,
        near={str(at): cosine for at, cosine in known.items()},
    )


def measure(
    asked: str = "tea milk", *, speakers: frozenset[Speaker] = frozenset(), **query: Any
) -> Yardstick:
    """Return the yardstick of a query in plain words."""
    asking = Query(tuple(asked.split()), **query)
    return yardstick(asking, speakers, KNOWN, ANCHORS, RankingWeights())


def value(of: MadeUnit, by: Yardstick | None = None) -> float:
    """Return the relevance of one unit found alone."""
    return rated(of, by).value


def rated(of: MadeUnit, by: Yardstick | None = None) -> Relevance:
    """Return the relevance of one unit found alone, with its sides."""
    [found] = relevances([of], by or measure())
    return found


def relevances(units: Sequence[MadeUnit], by: Yardstick) -> list[Relevance]:
    """Return the relevance of each of the units found together."""
    return [
        relevance(unit, rating, by) for unit, rating in zip(units, rate(units, by), strict=True)
    ]
