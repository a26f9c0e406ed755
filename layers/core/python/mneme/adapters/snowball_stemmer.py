"""English stems by the Snowball algorithm."""

from functools import lru_cache
from threading import Lock

from snowballstemmer.english_stemmer import EnglishStemmer

_WORDS_CACHED = 32_768
_LONGEST_WORD = 64


class SnowballStemmer:
    """The stemmer, with the stems of recent words kept.

    The pure Python implementation is named, not chosen at run time: stems are hashed into the
    index, so that the same word must have the same stem in every environment.
    """

    def __init__(self) -> None:
        algorithm = EnglishStemmer()
        lock = Lock()  # the algorithm keeps the word it works on in itself

        @lru_cache(maxsize=_WORDS_CACHED)
        def stem(word: str) -> str:
            with lock:
                return str(algorithm.stemWord(word))

        self._stem = stem

    def stem(self, word: str) -> str:
        """Return the stem of a lower-case word.

        Words of another script, and runs too long for any English word, are returned as they are.
        """
        return self._stem(word) if len(word) <= _LONGEST_WORD else word
