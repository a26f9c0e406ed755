"""Whether a text that an evolver wrote says what its sources say, and nothing else.

The check is plain on purpose: words, names, numbers and negations. What it refuses is not lost;
the fact is then added in its own words.
"""

from collections.abc import Sequence

from mneme.domain.evolution.read_wording import wording
from mneme.domain.evolution.wording import Wording
from mneme.domain.evolution.wording_words import ALIKE
from mneme.domain.extraction.sentences import has_han, sentences
from mneme.domain.fact import FACT_BYTES
from mneme.domain.retrieval.terms import Stem, terms_of

LEAST_KEPT = 0.75
"""Least share, of the words that only one source has, that the text must hold."""

_HARMLESS = frozenset({"user", "both", "well", "addit", "former", "previous", "not", "no", "never"})
_HARMLESS_CHARACTERS = frozenset("用户和与及以也都又还并且，。、；,.;了的¬")


def is_founded(text: str, sources: Sequence[str], stem: Stem) -> bool:
    """Return whether the text says all that its sources say, and mentions nothing else."""
    if not text.strip() or len(text.encode("utf-8", "surrogatepass")) > FACT_BYTES:
        return False
    said, given = mentions(text, stem), [mentions(source, stem) for source in sources]
    return said <= frozenset().union(*given) and _denies_only_what_they_deny(text, sources, stem)


def keeps(text: str, source: str, others: Sequence[str], stem: Stem) -> bool:
    """Return whether the text leaves out nothing that only this one of its sources says."""
    common = frozenset().union(*(mentions(other, stem) for other in others))
    peculiar = mentions(source, stem) - common
    kept = len(peculiar & mentions(text, stem))
    return kept >= LEAST_KEPT * len(peculiar) and keeps_detail(text, source, stem)


def keeps_detail(text: str, source: str, stem: Stem) -> bool:
    """Return whether the text has every name and number of a source, and its denials."""
    one, other = _wordings(text, stem), _wordings(source, stem)
    names, said = _all(other, "names"), _all(one, "names") | _all(one, "forms")
    numbers = _all(other, "numbers") <= _all(one, "numbers")
    return names <= said and numbers and (not _denies(other) or _denies(one))


def is_denied_alike(one: str, other: str, stem: Stem) -> bool:
    """Return whether both texts deny something or neither does."""
    return _denies(_wordings(one, stem)) == _denies(_wordings(other, stem))


def _denies_only_what_they_deny(text: str, sources: Sequence[str], stem: Stem) -> bool:
    denied = any(_denies(_wordings(source, stem)) for source in sources)
    return denied or not _denies(_wordings(text, stem))


def _wordings(text: str, stem: Stem) -> list[Wording]:
    return [wording(sentence, stem) for sentence in sentences(text)]


def _denies(parts: Sequence[Wording]) -> bool:
    return any(part.negations for part in parts)


def _all(parts: Sequence[Wording], what: str) -> frozenset[str]:
    return frozenset().union(*(getattr(part, what) for part in parts))


def mentions(text: str, stem: Stem) -> frozenset[str]:
    """Return what a text mentions: words that tell something, Chinese characters."""
    found: set[str] = set()
    for sentence in sentences(text):
        if has_han(sentence):
            found.update(wording(sentence, stem).forms)
        else:
            found.update(ALIKE.get(term, term) for term in terms_of(sentence, stem))
    return frozenset(found - _HARMLESS - _HARMLESS_CHARACTERS)
