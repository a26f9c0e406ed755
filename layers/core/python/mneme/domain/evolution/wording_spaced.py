"""The wording of sentences that are written with spaces: English, and any other script."""

import re
from collections.abc import Iterator
from functools import lru_cache

from mneme.domain.dates.number_words import english_number
from mneme.domain.evolution.wording import Wording
from mneme.domain.evolution.wording_words import (
    ALIKE,
    DROPPED,
    FOND,
    LIKED_LESS,
    MODAL,
    NEGATIONS,
    NOT,
    OCCASION,
    PAST,
    PAST_FORMS,
    SPEAKER,
    STOPPING,
    TO_BE,
    TO_HAVE,
)
from mneme.domain.extraction.phrases_english import FUNCTION_WORDS, THIRD_PERSON
from mneme.domain.retrieval.lexicon import IRREGULAR_FORMS
from mneme.domain.retrieval.terms import Stem, folded

_TOKEN = re.compile(r"\d+(?:st|nd|rd|th)\b|\d+(?:[.,:/]\d+)*|[^\W_]+(?:['.\-][^\W_]+)*|,")
_ORDINAL = re.compile(r"(\d+)(?:st|nd|rd|th)")
_REGULAR_PAST = re.compile(r"\w{3,}ed")
_BEFORE_ANOTHER = frozenset({"and", "or", "than", "as", "but", "like", "with"})
_DENYING = frozenset({"did", "never", "no"})
_SHORT_FORMS = {"m": "am", "re": "are", "ve": "have", "ll": "will", "d": "would"}
_WHOLE = {"can't": "can not", "cannot": "can not", "won't": "will not", "shan't": "shall not"}
_PHRASES = (
    (re.compile(r"\b(?:can't|cannot|can not) (?:stand|bear)\b", re.IGNORECASE), "dislike"),
    (re.compile(r"\bno longer\b", re.IGNORECASE), "not"),
    (re.compile(r"\bany more\b", re.IGNORECASE), "anymore"),
    (re.compile(r"\bthe user\b", re.IGNORECASE), "user"),
    (re.compile(r"\b(?:am|is|are|'m|'re|'s) (?:fond of|into|keen on)\b"), " like"),
    (re.compile(r"\bgave up (?=\w+ing\b)|\bgive up (?=\w+ing\b)", re.IGNORECASE), "quit "),
)


def spaced_wording(text: str, stem: Stem) -> Wording:
    """Return the wording of a sentence."""
    plain = text.translate({ord(mark): "'" for mark in "’‘ʼ`"})
    for phrase, instead in _PHRASES:
        plain = phrase.sub(instead, plain)
    raw = _TOKEN.findall(plain)
    names = _names(raw)
    words = [word for word in _expanded(raw) if word]
    forms = _without_speaker([form for form in _forms(words, stem, fond=not names) if form])
    return Wording(
        forms=tuple(forms),
        settings=frozenset(_settings(words)),
        names=names,
        numbers=frozenset(form for form in forms if form.startswith("#")),
        of_one_occasion=not OCCASION.isdisjoint(words),
    )


def _without_speaker(forms: list[str]) -> list[str]:
    """Drop the speaker as subject: not in "Ana and I", nor in "taller than I"."""
    kept: list[str] = []
    for form in forms:
        if form not in SPEAKER or (kept and kept[-1] in _BEFORE_ANOTHER):
            kept.append(form)
    return kept[1:] if kept[:1] == [","] else kept


def _names(raw: list[str]) -> frozenset[str]:
    """Return what is spelt as a name is: with a capital inside the sentence, or with a digit."""
    return frozenset(
        folded(word)
        for at, word in enumerate(raw)
        if word not in {"I", "I'm", "I've", "I'd", "I'll", ","}
        and (
            (word[0].isupper() and (at > 0 or word.isupper() or _is_subject(raw)))
            or (any(map(str.isdigit, word)) and not word[0].isdigit())
        )
    )


def _is_subject(raw: list[str]) -> bool:
    """Return whether the first word, with its capital, seems to be somebody's name."""
    first, second = raw[0].lower(), raw[1].lower() if len(raw) > 1 else ""
    if first.endswith("s") or first in FUNCTION_WORDS | THIRD_PERSON | SPEAKER:
        return False
    return second in TO_BE | TO_HAVE | MODAL | _DENYING or second.endswith(("s", "ed", "n't"))


def _expanded(raw: list[str]) -> Iterator[str]:
    """Yield the words in lower case, with short forms written out."""
    for word in raw:
        low = folded(word)
        if low in _WHOLE:
            yield from _WHOLE[low].split()
            continue
        if low.endswith("n't"):
            yield from (low[:-3], "not")
            continue
        stem, mark, ending = low.partition("'")
        yield stem
        if mark:
            yield _SHORT_FORMS.get(ending, "'" + ending)


def _forms(words: list[str], stem: Stem, *, fond: bool) -> Iterator[str]:
    owns = not TO_HAVE.isdisjoint(words)
    for at, word in enumerate(words):
        following = words[at + 1] if at + 1 < len(words) else ""
        if word in LIKED_LESS:
            yield from (NOT, FOND)
        elif word in NEGATIONS or (word in STOPPING and following.endswith("ing")):
            yield NOT
        elif word in {"a", "an"}:
            yield "a" if owns else ""
        elif not _says_nothing(words, at, following):
            yield _form(word, stem, fond=fond)


def _says_nothing(words: list[str], at: int, following: str) -> bool:
    word = words[at]
    only_helps = word == "did" or (word in TO_HAVE and following in STOPPING)
    return only_helps or word in DROPPED or _is_used_to(words, at)


def _form(word: str, stem: Stem, *, fond: bool) -> str:
    if word in TO_BE:
        return "be"
    if word in TO_HAVE:
        return "have"
    number = _number(word)
    if number is not None:
        return number
    base = IRREGULAR_FORMS.get(word, word)
    root = (stem(base) or base) if base.isascii() and base.isalpha() else base
    alike = ALIKE.get(root, root)
    return root if alike == FOND and not fond else alike


@lru_cache(maxsize=512)
def _number(word: str) -> str | None:
    ordinal = _ORDINAL.fullmatch(word)
    if ordinal:
        return "#" + ordinal[1]
    if word[0].isdigit() and word.replace(",", "").replace(".", "").isdigit():
        return "#" + word.replace(",", "")
    if not word.replace("-", "").isalpha() or word in {"a", "an", "couple", "dozen"}:
        return None
    try:
        return f"#{english_number(word)}"
    except ValueError:
        return None


def _is_used_to(words: list[str], at: int) -> bool:
    """Return whether the word is of "used to", which sets what follows into the past."""
    pair = words[at : at + 2] if words[at] == "used" else words[max(0, at - 1) : at + 1]
    return pair == ["used", "to"]


def _settings(words: list[str]) -> Iterator[str]:
    for at, word in enumerate(words):
        if word in MODAL:
            yield word
        elif _is_used_to(words, at):
            yield "former"
        elif word in STOPPING:
            continue
        elif (
            word in PAST
            or word in PAST_FORMS
            or (_REGULAR_PAST.fullmatch(word) and not _is_participle(words, at))
        ):
            yield "past"


def _is_participle(words: list[str], at: int) -> bool:
    """Return whether a word in -ed tells what something is: "am (not) married"."""
    before = [word for word in words[max(0, at - 2) : at] if word not in NEGATIONS | DROPPED]
    return bool(before) and before[-1] in {"am", "is", "are"}
