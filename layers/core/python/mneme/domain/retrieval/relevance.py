"""Relevance: how well one memory fits a query, in [0, 1], whatever else was found (DESIGN §10).

It is a sum of parts, each a function of the query, the memory, its conversation and the user's term
statistics, never of other candidates, so that one threshold means the same in every answer. The
sum orders as the study's recipe does (`docs/decisions`); a logistic makes it a relevance.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from mneme.domain.recollection import Relevance
from mneme.domain.retrieval.calibration import FLOOR, SPAN, calibrated, logistic
from mneme.domain.retrieval.date_words import fit
from mneme.domain.retrieval.marks import Asked
from mneme.domain.retrieval.term_places import AROUND, OWN_SHIFT, PREVIOUS, TermPlaces
from mneme.domain.retrieval.unit_context import Mark, UnitContext
from mneme.domain.retrieval.yardstick import Yardstick

_WANTED = {Asked.WHEN: Mark.TIME, Asked.COUNT: Mark.NUMBER, Asked.NAME: Mark.NAME}


class Unit(Protocol):
    """What is known of one memory or turn.

    `cosine` and `cosines_around`, those of its neighbours by offset, are missing where the vector
    search did not return them. `length` counts its own terms.
    """

    @property
    def places(self) -> TermPlaces: ...  # noqa: D102

    @property
    def length(self) -> int: ...  # noqa: D102

    @property
    def context(self) -> UnitContext: ...  # noqa: D102

    @property
    def cosine(self) -> float | None: ...  # noqa: D102

    @property
    def cosines_around(self) -> Mapping[int, float]: ...  # noqa: D102


@dataclass(frozen=True, slots=True)
class Match:
    """How the query's terms meet a unit, each in [0, 1].

    `own` by BM25, `previous` the same of the message before it, `window` the share of the terms
    that the unit or a neighbour holds.
    """

    own: float
    previous: float
    window: float


@dataclass(frozen=True, slots=True)
class Rated:
    """A unit's place in the order: its relevance as log-odds, and how it meets the words."""

    log_odds: float
    met: Match
    best_of_run: float


def rate(units: Sequence[Unit], by: Yardstick) -> list[Rated]:
    """Return the rating of each unit, in order."""
    matches = [match(unit, by) for unit in units]
    best = best_of_runs(units, matches)
    rated = []
    for unit, met in zip(units, matches, strict=True):
        best_of_run = best.get(unit.context.run, 0.0)
        rated.append(Rated(log_odds(unit, met, best_of_run, by), met, best_of_run))
    return rated


def match(unit: Unit, by: Yardstick) -> Match:
    """Return how the query's terms meet the unit."""
    place_of, shares, weights = unit.places.get, by.neighbour_shares, by.weights
    k1 = weights.k1
    floor = k1 * (1 - weights.b + weights.b * by.relative_length(unit.length))
    score = before = held = 0.0
    for term, weight in by.weighed:
        place = place_of(term)
        if place is None:
            continue
        if place > AROUND:
            count = place >> OWN_SHIFT
            score += weight * count * (k1 + 1) / (count + floor)
            held += weight
        else:
            held += weight * shares[place]
        if place & PREVIOUS:
            before += weight
    if not held:
        return _NO_MATCH
    half = weights.bm25_half
    window = min(1.0, held / by.all_terms_weigh)
    return Match(score / (score + half), before / (before + half), window)


def best_of_runs(units: Iterable[Unit], matches: Iterable[Match]) -> dict[str, float]:
    """Return the best match of a unit's own terms in each run of adjacent turns."""
    best: dict[str, float] = {}
    for unit, met in zip(units, matches, strict=True):
        run = unit.context.run
        if run and met.own > best.get(run, 0.0):
            best[run] = met.own
    return best


def log_odds(unit: Unit, met: Match, best_of_run: float, by: Yardstick) -> float:
    """Return the log-odds of the unit's relevance: what orders it."""
    points = (
        lexical_points(met, best_of_run, by)
        + speaker_points(unit.context, met, by)
        + said_points(unit, met, by)
    )
    if not by.embedded:
        return FLOOR + by.weights.lexical_slope * points
    points += neighbour_points(unit.cosines_around, by)
    return FLOOR + by.weights.slope * points + vector_log_odds(unit.cosine, by)


def relevance(unit: Unit, rated: Rated, by: Yardstick) -> Relevance:
    """Return the unit's relevance and its two sides: what the vector and what the words say."""
    lexical = vector = None
    if by.known_terms:
        points = lexical_points(rated.met, rated.best_of_run, by)
        lexical = logistic(FLOOR + by.weights.lexical_slope * points)
    if by.embedded and unit.cosine is not None:
        place = calibrated(unit.cosine, by.anchors)
        vector = logistic(FLOOR + SPAN * _curve(place, by.weights.cosine_curve))
    return Relevance(logistic(rated.log_odds), vector, lexical)


def lexical_points(met: Match, best_of_run: float, by: Yardstick) -> float:
    """Return the points for the terms that the unit, its neighbours or its run hold."""
    return by.weights.window * met.window + by.weights.run * max(met.own, best_of_run)


def speaker_points(context: UnitContext, met: Match, by: Yardstick) -> float:
    """Return the points for who said it; 0 unless the query names exactly one speaker."""
    if by.speaker is None:
        return 0.0
    if context.speaker == by.speaker:
        return by.weights.speaker_match * met.own
    return by.weights.other_speaker


def said_points(unit: Unit, met: Match, by: Yardstick) -> float:
    """Return the points for when and how it is said."""
    weights, context = by.weights, unit.context
    marks = context.marks
    points = 0.0
    if by.dates:
        fits = fit(context.said_on, by.dates) + fit(context.dates, by.dates)
        points += weights.date * fits / 2
    for asked in by.asks:
        if _WANTED[asked] in marks:
            points += weights.answers.get(asked, 0.0)
    if Mark.QUESTION in marks:
        points += weights.question
    if Mark.AFTER_QUESTION in marks:
        points += weights.after_question * met.previous
    if Mark.UNSPACED not in marks:
        points += weights.length * (math.log1p(unit.length) - math.log1p(weights.usual_length))
    return points


def neighbour_points(cosines: Mapping[int, float], by: Yardstick) -> float:
    """Return the points for the cosines of the neighbours, against what is usual unseen."""
    if not cosines:
        return 0.0
    around, unseen = by.weights.cosines_around, by.weights.unseen_cosine
    return sum(
        around.get(offset, 0.0) * (calibrated(cosine, by.anchors) - unseen)
        for offset, cosine in cosines.items()
    )


def vector_log_odds(cosine: float | None, by: Yardstick) -> float:
    """Return what the unit's own vector adds: a straight line where the words speak as well.

    Where the user's memories know none of the query's words it alone must tell a memory from an
    unrelated one; in between, both readings mix by the share of the words that are known. That few
    memories know a word lowers no memory without it as much as if many did.
    """
    weights = by.weights
    place = weights.unseen_cosine if cosine is None else calibrated(cosine, by.anchors)
    straight = weights.slope * weights.cosine * by.cosine_factor * place
    alone = SPAN * _curve(place, weights.cosine_curve)
    share = by.known_share if alone < straight else by.known_share * by.trust
    return share * straight + (1 - share) * alone


def _curve(place: float, exponent: float) -> float:
    return float(place**exponent) if place > 0 else place


_NO_MATCH = Match(0.0, 0.0, 0.0)
