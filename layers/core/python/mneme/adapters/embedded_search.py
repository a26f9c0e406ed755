"""One user's index in memory: the predicate, the two lists and the statistics of a search."""

import math
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from enum import StrEnum
from itertools import islice
from operator import itemgetter

import numpy as np
from numpy.typing import NDArray

from mneme.adapters.embedded_rows import EntryColumns
from mneme.adapters.embedded_segments import Mask, Postings, Rows, Vectors, best, word
from mneme.adapters.index_card import read_card, with_cosines
from mneme.adapters.index_partition import CONTEXT_BOOST, distinct, microseconds, scope_word
from mneme.application.ports.vector_index import (
    IndexHit,
    IndexHits,
    IndexQuery,
    TermStatistics,
    Visible,
)
from mneme.domain.memory import Kind

Cards = Callable[[Sequence[int]], Iterable[tuple[int, str]]]
"""Reads the cards of rows by their numbers."""

_ROW_OBJECTS = 300
_CARD_FACTOR = 5
"""What Python holds of each row, in bytes, and of each card once read, in its length; estimates."""

_LEAST_DEAD = 64
_FOREVER = np.iinfo(np.int64).max
_EVER = np.iinfo(np.int64).min
_WORDS = ("scope", "status", "ownership", "mem_type", "kind")
_NUMBERS = {
    "sequence": 0,
    "revision": 0,
    "length": 0,
    "observed_at": _EVER,
    "valid_at": _EVER,
    "invalid_at": _FOREVER,
    "expire_at": _FOREVER,
}


class UserSegment:
    """The entries of one user up to row number `sequence`, ready to be searched.

    `sweeps`: how often the user's tombstones had been swept when it was first loaded.
    """

    def __init__(self, dimensions: int, sweeps: int = 0) -> None:
        self.sequence = 0
        self.sweeps = sweeps
        self._places: dict[tuple[str, int], int] = {}
        self._ids: list[str] = []
        self._codes: dict[str, int] = {}
        self._hits: dict[int, IndexHit] = {}
        self._card_bytes = 0
        self._dead = 0
        self._alive: Mask = np.empty(0, np.bool_)
        self._words = {name: np.empty(0, np.int32) for name in _WORDS}
        self._numbers = {name: np.empty(0, np.int64) for name in _NUMBERS}
        self._terms, self._context, self._tags = Postings(), Postings(), Postings()
        self._vectors = Vectors(dimensions)

    @property
    def nbytes(self) -> int:
        """Return roughly the memory held."""
        rows = len(self._alive)
        columns = rows * (1 + 4 * len(_WORDS) + 8 * len(_NUMBERS) + _ROW_OBJECTS)
        postings = self._terms.nbytes + self._context.nbytes + self._tags.nbytes
        return columns + postings + self._vectors.nbytes + self._card_bytes * _CARD_FACTOR

    @property
    def worn(self) -> bool:
        """Whether most rows are dead, so that loading anew is worth it."""
        return self._dead > max(_LEAST_DEAD, len(self._alive) // 2)

    def extend(
        self, living: EntryColumns, gone: Collection[tuple[str, int]], sequence: int
    ) -> None:
        """Take what was written since, up to row number `sequence`, instead of what it replaces."""
        keys = list(zip(living.memory_id, living.revision, strict=True))
        self._bury([*keys, *gone])
        first = len(self._alive)
        self._places.update(zip(keys, range(first, first + len(keys)), strict=True))
        self._ids += living.memory_id
        self._append(living, first, len(keys))
        self.sequence = sequence

    def search(self, query: IndexQuery, cards: Cards) -> IndexHits:
        """Return what the query asks for; every step sees visible rows only."""
        visible = self._visible(query.visible)
        carriers = {term: self._terms.rows(word(term)) for term in distinct(query.terms)}
        statistics = self._statistics(visible, carriers)
        lexical = self._lexical(query, visible, statistics, carriers)
        known = self._nearest(query, visible)
        found = dict.fromkeys([*islice(known, max(query.vector_limit, 0)), *lexical])
        self._read(found.keys(), cards)
        near, hits = self._near(known), self._hits
        told = tuple(with_cosines(hits[row], known.get(row), near) for row in found)
        return IndexHits(told, statistics)

    def _near(self, known: Mapping[int, float]) -> dict[str, float]:
        """Return the cosines by memory, of the newest of its revisions of which one is known."""
        rows = np.fromiter(known, np.int64, len(known))
        oldest_first = rows[np.argsort(self._numbers["revision"][rows], kind="stable")]
        ids = self._ids
        return {ids[row]: known[row] for row in oldest_first.tolist()}

    def _bury(self, keys: Collection[tuple[str, int]]) -> None:
        replaced = [place for key in keys if (place := self._places.pop(key, None)) is not None]
        self._alive[replaced] = False
        self._dead += len(replaced)

    def _append(self, living: EntryColumns, first: int, count: int) -> None:
        self._alive = np.concatenate([self._alive, np.ones(count, np.bool_)])
        for name in _WORDS:
            codes = [self._codes.setdefault(v, len(self._codes)) for v in getattr(living, name)]
            self._words[name] = np.concatenate([self._words[name], np.array(codes, np.int32)])
        for name, missing in _NUMBERS.items():
            values = [missing if value is None else value for value in getattr(living, name)]
            numbers = np.array(values, np.int64)
            self._numbers[name] = np.concatenate([self._numbers[name], numbers])
        self._terms.extend(first, living.terms)
        self._context.extend(first, living.context_terms)
        self._tags.extend(first, living.tags)
        self._vectors.extend(living.vector)

    def _visible(self, visible: Visible) -> Mask:
        now, at = microseconds(visible.now), microseconds(visible.at)
        lasting: Mask = self._numbers["expire_at"] > now
        lasting |= self._among("kind", [kind for kind in Kind if visible.shows_expired(kind)])
        mask: Mask = self._alive & lasting
        mask &= self._among("scope", [scope_word(scope) for scope in visible.scopes])
        mask &= self._among("status", visible.statuses)
        if not visible.any_validity:
            mask &= (self._numbers["valid_at"] <= at) & (self._numbers["invalid_at"] > at)
        if visible.since is not None:
            mask &= self._numbers["observed_at"] >= microseconds(visible.since)
        if visible.until is not None:
            mask &= self._numbers["observed_at"] < microseconds(visible.until)
        narrowed: Mapping[str, Collection[StrEnum]] = {
            "ownership": visible.ownership,
            "mem_type": visible.mem_types,
            "kind": visible.kinds,
        }
        for name, allowed in narrowed.items():
            if allowed:
                mask &= self._among(name, allowed)
        if visible.tags:
            mask &= np.logical_or.reduce([self._all_tags(tags) for tags in visible.tags])
        if visible.entities:
            named = [self._all_tags(frozenset({one})) for one in visible.entities]
            mask &= np.logical_or.reduce(named)
        return mask

    def _among(self, name: str, allowed: Collection[str]) -> Mask:
        known = [self._codes[value] for value in allowed if value in self._codes]
        mask = np.zeros(len(self._alive), np.bool_)
        for code in known:
            mask |= self._words[name] == code
        return mask

    def _all_tags(self, tags: frozenset[str]) -> Mask:
        mask = np.ones(len(self._alive), np.bool_)
        for tag in tags:
            carriers = np.zeros(len(self._alive), np.bool_)
            carriers[self._tags.rows(word(tag))] = True
            mask &= carriers
        return mask

    def _statistics(self, visible: Mask, carriers: Mapping[str, Rows]) -> TermStatistics:
        documents = int(np.count_nonzero(visible))
        total = int(self._numbers["length"][visible].sum())
        return TermStatistics(
            documents=documents,
            average_length=total / documents if documents else 0.0,
            frequencies={t: int(np.count_nonzero(visible[rows])) for t, rows in carriers.items()},
        )

    def _lexical(
        self,
        query: IndexQuery,
        visible: Mask,
        statistics: TermStatistics,
        carriers: Mapping[str, Rows],
    ) -> list[int]:
        """Return the rows of the best sums of idf: over own terms, and less over neighbours'."""
        if not (carriers or query.dates) or query.lexical_limit <= 0:
            return []
        weights: NDArray[np.float64] = np.zeros(len(self._alive))
        for term, rows in carriers.items():
            idf = _idf(statistics.documents, statistics.frequencies[term])
            weights[rows] += idf
            weights[self._context.rows(word(term))] += CONTEXT_BOOST * idf
        for date in query.dates:
            rows = self._context.rows(word(date))
            weights[rows] += CONTEXT_BOOST * _idf(statistics.documents, len(rows))
        candidates = np.flatnonzero(visible & (weights > 0))
        return [row for row, _ in best(weights[candidates], candidates, query.lexical_limit)]

    def _nearest(self, query: IndexQuery, visible: Mask) -> dict[int, float]:
        """Return the rows whose cosines are told, with those, the nearest first."""
        limit = max(query.vector_limit, query.known_cosines)
        if query.vector is None or limit <= 0:
            return {}
        candidates = np.flatnonzero(visible & self._vectors.present)
        cosines = self._vectors.cosines(query.vector, candidates)
        known = best(cosines, candidates, limit)
        return dict(sorted(known, key=itemgetter(1), reverse=True))

    def _read(self, rows: Collection[int], cards: Cards) -> None:
        """Have the hits of these rows at hand."""
        numbers = self._numbers["sequence"]
        unread = {int(numbers[row]): row for row in rows if row not in self._hits}
        if unread:
            for number, card in cards(list(unread)):
                self._hits[unread[number]] = read_card(card)
                self._card_bytes += len(card)


def _idf(documents: int, carriers: int) -> float:
    carriers = min(carriers, documents)
    return math.log1p((documents - carriers + 0.5) / (carriers + 0.5))
