"""What all memories of one recall are measured with."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from mneme.domain.retrieval.bm25 import TermStatistics, term_weights
from mneme.domain.retrieval.calibration import CosineAnchors
from mneme.domain.retrieval.marks import Asked
from mneme.domain.retrieval.ranking_weights import RankingWeights
from mneme.domain.retrieval.term_places import neighbour_shares

Speaker = tuple[str, ...]
"""The blind terms of a speaker's name."""


@dataclass(frozen=True, slots=True)
class Query:
    """What is asked, blind: its terms, the dates it asks for with how well each would fit.

    `embedded` is false if it has no vector; `unspaced` if its script has no spaces.
    """

    terms: tuple[str, ...]
    dates: Mapping[str, float] = field(default_factory=dict)
    asks: frozenset[Asked] = frozenset()
    embedded: bool = True
    unspaced: bool = False


@dataclass(frozen=True, slots=True)
class Yardstick:
    """The query, weighed by the user's own statistics.

    `known_terms` are those that the user's memories hold, with their weights; names of speakers
    are not among them. `speaker` is the one that is named, if exactly one is.
    """

    known_terms: Mapping[str, float]
    weighed: tuple[tuple[str, float], ...]
    """The same as pairs, which hundreds of units go through."""
    all_terms_weigh: float
    known_share: float
    """The share of the query's terms, by weight, that the memories know."""
    trust: float
    """How far words that a memory lacks may count against it, in [0, 1]: little among few."""
    speaker: Speaker | None
    dates: Mapping[str, float]
    asks: frozenset[Asked]
    embedded: bool
    cosine_factor: float
    average_length: float
    anchors: CosineAnchors
    weights: RankingWeights
    neighbour_shares: tuple[float, ...]

    def relative_length(self, length: int) -> float:
        """Return a length against the user's average."""
        return length / self.average_length if self.average_length > 0 else 1.0


def yardstick(
    query: Query,
    speakers: Iterable[Speaker],
    statistics: TermStatistics,
    anchors: CosineAnchors,
    weights: RankingWeights,
) -> Yardstick:
    """Return the yardstick of a query; `speakers` are those of what was found."""
    named = named_speakers(query.terms, speakers)
    terms = without_names(query.terms, named)
    weighed = term_weights(terms, statistics)
    known = {term: w for term, w in weighed.items() if statistics.frequencies.get(term)}
    unknown = sum(w for term, w in weighed.items() if term not in known)
    weigh = sum(known.values()) + weights.unknown_term * unknown
    return Yardstick(
        known_terms=known,
        weighed=tuple(known.items()),
        all_terms_weigh=weigh,
        known_share=sum(known.values()) / weigh if known else 0.0,
        trust=_trust(statistics, weights),
        speaker=named[0] if len(named) == 1 else None,
        dates=query.dates,
        asks=query.asks,
        embedded=query.embedded,
        cosine_factor=weights.unspaced_cosine if query.unspaced else 1.0,
        average_length=statistics.average_length,
        anchors=anchors,
        weights=weights,
        neighbour_shares=neighbour_shares(weights.neighbours),
    )


def _trust(statistics: TermStatistics, weights: RankingWeights) -> float:
    """Return how far the memories' words can be trusted to tell what is relevant, in [0, 1].

    That one of two memories says "live" tells little about "where do I live?": the one that
    answers may say "moved". Of hundreds, the one that says it mostly is the one.
    """
    many, few = statistics.documents**2, weights.few_memories**2
    return many / (many + few)


def named_speakers(terms: Iterable[str], speakers: Iterable[Speaker]) -> list[Speaker]:
    """Return the speakers that the terms name: of those who share a name, the best met."""
    asked = set(terms)
    met = {speaker: asked.intersection(speaker) for speaker in set(speakers)}
    return sorted(
        speaker
        for speaker, names in met.items()
        if names and not any(names < others for others in met.values())
    )


def without_names(terms: tuple[str, ...], named: Iterable[Speaker]) -> tuple[str, ...]:
    """Return the terms that are no speaker's name; all of them if nothing else is asked."""
    names = {name for speaker in named for name in speaker}
    return tuple(term for term in terms if term not in names) or terms
