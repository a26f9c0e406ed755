"""Relevance: how well one memory fits a query, in [0, 1], whatever else was found (DESIGN §10).

It is a sum of parts, each a function of the query, the memory, its conversation and the user's term
statistics, never of other candidates, so that one threshold means the same in every answer. The
sum orders as the study's recipe does (`docs/decisions`); a logistic makes it a relevance.

Each part is reckoned for all units in one pass, with what they share looked up once: a recall
rates hundreds of them.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, Protocol

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

    `cosine`, and in `near` those of its neighbours by their memory ids, are missing where the
    vector search did not return them. `length` counts its own terms.
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
    def near(self) -> Mapping[str, float]: ...  # noqa: D102


class Match(NamedTuple):
    """How the query's terms meet a unit, each in [0, 1].

    `own` by BM25, `previous` the same of the message before it, `window` the share of the terms
    that the unit or a neighbour holds.
    """

    own: float
    previous: float
    window: float


class Rated(NamedTuple):
    """A unit's place in the order: its relevance as log-odds, and how it meets the words."""

    log_odds: float
    met: Match
    best_of_run: float


def rate(units: Sequence[Unit], by: Yardstick) -> list[Rated]:
    """Return the rating of each unit, in order."""
    matches = matches_of(units, by)
    best = best_of_runs(units, matches)
    runs = [best.get(unit.context.run, 0.0) for unit in units]
    return list(map(Rated, log_odds(units, matches, runs, by), matches, runs))


def matches_of(units: Iterable[Unit], by: Yardstick) -> list[Match]:
    """Return how the query's terms meet each unit."""
    shares, weights, weighed = by.neighbour_shares, by.weights, by.weighed
    k1, b, half, all_weigh = weights.k1, weights.b, weights.bm25_half, by.all_terms_weigh
    matches = []
    for unit in units:
        place_of = unit.places.get
        score = before = held = floor = 0.0
        for term, weight in weighed:
            place = place_of(term)
            if place is None:
                continue
            if place > AROUND:
                count = place >> OWN_SHIFT
                floor = floor or k1 * (1 - b + b * by.relative_length(unit.length))
                score += weight * count * (k1 + 1) / (count + floor)
                held += weight
            else:
                held += weight * shares[place]
            if place & PREVIOUS:
                before += weight
        if held:
            window = min(1.0, held / all_weigh)
            matches.append(Match(score / (score + half), before / (before + half), window))
        else:
            matches.append(_NO_MATCH)
    return matches


def best_of_runs(units: Iterable[Unit], matches: Iterable[Match]) -> dict[str, float]:
    """Return the best match of a unit's own terms in each run of adjacent turns."""
    best: dict[str, float] = {}
    for unit, met in zip(units, matches, strict=True):
        own = met.own
        if own:
            run = unit.context.run
            if run and own > best.get(run, 0.0):
                best[run] = own
    return best


def log_odds(
    units: Sequence[Unit], matches: Sequence[Match], best_of_run: Sequence[float], by: Yardstick
) -> list[float]:
    """Return the log-odds of each unit's relevance: what orders them."""
    weights = by.weights
    told = zip(
        lexical_points(matches, best_of_run, by),
        speaker_points(units, matches, by),
        said_points(units, matches, by),
        strict=True,
    )
    points = [lexical + speaker + said for lexical, speaker, said in told]
    if not by.embedded:
        slope = weights.lexical_slope
        return [FLOOR + slope * one for one in points]
    slope = weights.slope
    around, vectors = neighbour_points(units, by), vector_log_odds(units, by)
    return [
        FLOOR + slope * (one + near) + vector
        for one, near, vector in zip(points, around, vectors, strict=True)
    ]


def relevance(unit: Unit, rated: Rated, by: Yardstick) -> Relevance:
    """Return the unit's relevance and its two sides: what the vector and what the words say."""
    lexical = vector = None
    if by.known_terms:
        (points,) = lexical_points((rated.met,), (rated.best_of_run,), by)
        lexical = logistic(FLOOR + by.weights.lexical_slope * points)
    if by.embedded and unit.cosine is not None:
        place = calibrated(unit.cosine, by.anchors)
        vector = logistic(FLOOR + SPAN * _curve(place, by.weights.cosine_curve))
    return Relevance(logistic(rated.log_odds), vector, lexical)


def lexical_points(
    matches: Iterable[Match], best_of_run: Iterable[float], by: Yardstick
) -> list[float]:
    """Return the points for the terms that a unit, its neighbours or its run hold."""
    of_window, of_run = by.weights.window, by.weights.run
    return [
        of_window * met.window + of_run * max(met.own, best)
        for met, best in zip(matches, best_of_run, strict=True)
    ]


def speaker_points(units: Sequence[Unit], matches: Iterable[Match], by: Yardstick) -> list[float]:
    """Return the points for who said it; 0 unless the query names exactly one speaker."""
    speaker, of_match, of_others = by.speaker, by.weights.speaker_match, by.weights.other_speaker
    if speaker is None:
        return [0.0] * len(units)
    return [
        of_match * met.own if unit.context.speaker == speaker else of_others
        for unit, met in zip(units, matches, strict=True)
    ]


def said_points(units: Iterable[Unit], matches: Iterable[Match], by: Yardstick) -> list[float]:
    """Return the points for when and how it is said."""
    weights, dates = by.weights, by.dates
    wanted = [(_WANTED[asked], weights.answers.get(asked, 0.0)) for asked in by.asks]
    usual = math.log1p(weights.usual_length)
    found = []
    for unit, met in zip(units, matches, strict=True):
        context = unit.context
        marks, points = context.marks, 0.0
        if dates:
            points += weights.date * (fit(context.said_on, dates) + fit(context.dates, dates)) / 2
        for mark, worth in wanted:
            if mark in marks:
                points += worth
        if Mark.QUESTION in marks:
            points += weights.question
        if Mark.AFTER_QUESTION in marks:
            points += weights.after_question * met.previous
        if Mark.UNSPACED not in marks:
            points += weights.length * (math.log1p(unit.length) - usual)
        found.append(points)
    return found


def neighbour_points(units: Iterable[Unit], by: Yardstick) -> list[float]:
    """Return the points for the cosines of the neighbours, against what is usual unseen."""
    share_of, unseen, anchors = by.weights.cosines_around.get, by.weights.unseen_cosine, by.anchors
    found = []
    for unit in units:
        points = 0.0
        near = unit.near
        for offset, memory_id in unit.context.neighbours.items():
            cosine = near.get(memory_id)
            if cosine is not None:
                points += share_of(offset, 0.0) * (calibrated(cosine, anchors) - unseen)
        found.append(points)
    return found


def vector_log_odds(units: Iterable[Unit], by: Yardstick) -> list[float]:
    """Return what a unit's own vector adds: a straight line where the words speak as well.

    Where the user's memories know none of the query's words it alone must tell a memory from an
    unrelated one; in between, both readings mix by the share of the words that are known. That few
    memories know a word lowers no memory without it as much as if many did.
    """
    weights, anchors = by.weights, by.anchors
    steep, curve = weights.slope * weights.cosine * by.cosine_factor, weights.cosine_curve

    def at(place: float) -> float:
        straight, alone = steep * place, SPAN * _curve(place, curve)
        share = by.known_share if alone < straight else by.known_share * by.trust
        return share * straight + (1 - share) * alone

    unseen = at(weights.unseen_cosine)
    cosines = (unit.cosine for unit in units)
    return [unseen if one is None else at(calibrated(one, anchors)) for one in cosines]


def _curve(place: float, exponent: float) -> float:
    return float(place**exponent) if place > 0 else place


_NO_MATCH = Match(0.0, 0.0, 0.0)
