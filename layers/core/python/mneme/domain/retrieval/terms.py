"""From text to the terms it is found by: the same for a memory and for a query about it.

Spaced scripts give stemmed words; scripts written without spaces (Chinese, Japanese, Thai …) and
Korean give overlapping pairs of characters. 臺北 and 台北 give the same pair: terms are made of
simplified characters. The tables are in `lexicon`.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator

from mneme.domain.retrieval.lexicon import (
    FUNCTION_CHARACTERS,
    IRREGULAR_FORMS,
    QUERY_FUNCTION_CHARACTERS,
    QUERY_STOP_WORDS,
    STOP_WORDS,
)
from mneme.domain.simplified_text import simplified

Stem = Callable[[str], str]

TERM_LENGTH = 64
"""Longer runs of letters are no words; their beginning stands for them."""

_UNSPACED = (
    "\u3005-\u3007"  # ideographic iteration mark, closing mark, zero
    "\u3040-\u30ff\u31f0-\u31ff"  # kana
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U000323af"  # Han
    "\u1100-\u11ff\uac00-\ud7af"  # Hangul
    "\u0e01-\u0e3a\u0e40-\u0e4e\u0e81-\u0ece"  # Thai, Lao
    "\u1000-\u103f\u1780-\u17d3"  # Burmese, Khmer
)
_MARKS = (
    "\u0591-\u05c7\u064b-\u065f\u0670"  # vowel points of Hebrew and Arabic
    "\u0900-\u0963\u0966-\u0dff"  # the scripts of India, whose vowels are marks
)
_RUN = re.compile(rf"(?P<pairs>[{_UNSPACED}]+)|(?P<word>(?:[^\W_{_UNSPACED}]|[{_MARKS}])+)")
_CLITIC = re.compile(r"(?<=\w)'(?:s|re|ve|ll|d|m)\b")
_NEGATION = re.compile(r"(?<=\w)n't\b")
_APOSTROPHES = str.maketrans("’‘ʼ`", "''''")
_ACCENTS = re.compile("[\u0300-\u036f]")


def terms_of(text: str, stem: Stem) -> tuple[str, ...]:
    """Return the terms a memory is indexed by, in order, repeated as they occur."""
    return tuple(_terms(text, stem, STOP_WORDS, FUNCTION_CHARACTERS))


def query_terms_of(text: str, stem: Stem) -> tuple[str, ...]:
    """Return the distinct terms of a query, in order; empty if it names nothing."""
    found = _terms(text, stem, QUERY_STOP_WORDS, QUERY_FUNCTION_CHARACTERS)
    return tuple(dict.fromkeys(found))


def spoken_terms_of(speaker: str | None, text: str, stem: Stem) -> tuple[str, ...]:
    """Return the terms of something said; who said it is one of the things it is found by."""
    return terms_of(f"{speaker}\n{text}" if speaker else text, stem)


def folded(text: str) -> str:
    """Return the text with widths, case, accents and apostrophes made one."""
    plain = unicodedata.normalize("NFKD", text.translate(_APOSTROPHES)).casefold()
    return unicodedata.normalize("NFKC", _ACCENTS.sub("", plain))


def _terms(
    text: str, stem: Stem, stop_words: frozenset[str], function_characters: frozenset[str]
) -> Iterator[str]:
    words = _NEGATION.sub(" not ", _CLITIC.sub(" ", simplified(folded(text))))
    for run in _RUN.finditer(words):
        if run["pairs"]:
            yield from _pairs(run["pairs"], function_characters)
        elif run["word"] not in stop_words:
            yield _word(run["word"], stem)


def _pairs(run: str, function_characters: frozenset[str]) -> Iterator[str]:
    pairs = [run] if len(run) == 1 else [run[i : i + 2] for i in range(len(run) - 1)]
    yield from (pair for pair in pairs if not function_characters.issuperset(pair))


def _word(word: str, stem: Stem) -> str:
    word = IRREGULAR_FORMS.get(word, word)[:TERM_LENGTH]
    return (stem(word) or word) if word.isascii() and word.isalpha() else word
