"""Plain BM25 over raw texts: the baseline. Shares nothing with Mneme's own ranking."""

import math
import re
from collections import Counter
from collections.abc import Mapping

K1 = 1.2
B = 0.75
_WORD = re.compile(r"\w+")


class PlainBm25:
    """Ranks a fixed set of texts by lower-cased words, with neither stems nor stop words."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self._counts = {name: Counter(_words(text)) for name, text in texts.items()}
        self._lengths = {name: counts.total() for name, counts in self._counts.items()}
        self._average = sum(self._lengths.values()) / max(len(texts), 1)
        self._documents = Counter(word for counts in self._counts.values() for word in counts)

    def rank(self, query: str, limit: int) -> list[str]:
        """Return the names of the best texts, best first; those without a common word are out."""
        scores = {name: self.score(name, query) for name in self._counts}
        found = [name for name, score in scores.items() if score > 0]
        return sorted(found, key=lambda name: -scores[name])[:limit]

    def score(self, name: str, query: str) -> float:
        """Return how well the text of that name answers the query; 0 is not at all."""
        counts = self._counts[name]
        norm = K1 * (1 - B + B * self._lengths[name] / self._average)
        return sum(
            self._idf(word) * counts[word] * (K1 + 1) / (counts[word] + norm)
            for word in _words(query)
            if word in counts
        )

    def _idf(self, word: str) -> float:
        having = self._documents[word]
        return math.log(1 + (len(self._counts) - having + 0.5) / (having + 0.5))


def _words(text: str) -> list[str]:
    return _WORD.findall(text.lower())
