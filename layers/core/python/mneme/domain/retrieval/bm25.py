"""BM25 with the user's own statistics (Robertson and Zaragoza, 2009)."""

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class TermStatistics:
    """The user's own statistics under the same predicate: never those of a shared shard."""

    documents: int
    average_length: float
    frequencies: Mapping[str, int]

    def covering(self, rows: Sequence[Sequence[str]]) -> "TermStatistics":
        """Return statistics in which these documents' terms occur at least as often as in them.

        For documents that the index, whose statistics these are, may not have counted yet.
        """
        counted = Counter(term for row in rows for term in set(row))
        known = {**counted, **self.frequencies}
        return TermStatistics(
            documents=max(self.documents, len(rows)),
            average_length=self.average_length or _average_length(rows),
            frequencies={term: max(n, counted[term]) for term, n in known.items()},
        )

    def knowing(self, terms: Iterable[str]) -> "TermStatistics":
        """Return statistics in which each of these terms occurs at least once."""
        frequencies = {**self.frequencies}
        for term in terms:
            frequencies[term] = max(1, frequencies.get(term, 0))
        return replace(self, frequencies=frequencies)


NO_STATISTICS = TermStatistics(documents=0, average_length=0.0, frequencies={})


def term_weights(terms: Iterable[str], statistics: TermStatistics) -> dict[str, float]:
    """Return the inverse document frequency of each term, always positive."""
    return {term: _inverse_frequency(statistics, term) for term in terms}


def bm25(
    weights: Mapping[str, float],
    document: Sequence[str],
    average_length: float,
    k1: float,
    b: float,
) -> float:
    """Return the document's score, at least 0: the sum of the query terms' saturated weights."""
    found = [term for term in document if term in weights]
    if not found:
        return 0.0
    length = len(document) / average_length if average_length > 0 else 1.0
    floor = k1 * (1 - b + b * length)
    return sum(weights[term] * n * (k1 + 1) / (n + floor) for term, n in Counter(found).items())


def _inverse_frequency(statistics: TermStatistics, term: str) -> float:
    # An index may count a document twice while it merges; a frequency above N must not go below 0.
    frequency = min(statistics.frequencies.get(term, 0), statistics.documents)
    return math.log1p((statistics.documents - frequency + 0.5) / (frequency + 0.5))


def _average_length(rows: Sequence[Sequence[str]]) -> float:
    return sum(map(len, rows)) / len(rows) if rows else 0.0
