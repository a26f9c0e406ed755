"""The wording of Chinese sentences: character by character, words of other scripts whole."""

import re

from mneme.domain.dates.number_words import chinese_number
from mneme.domain.evolution.wording import Wording
from mneme.domain.evolution.wording_words import (
    CHINESE_DISLIKE,
    CHINESE_FILLERS,
    CHINESE_LIKE,
    CHINESE_MEASURES,
    CHINESE_NEGATION,
    CHINESE_OCCASION,
    CHINESE_PARTICLES,
    NOT,
)
from mneme.domain.retrieval.terms import folded

_FORMS = (
    (re.compile(r"\s+"), ""),
    (re.compile(r"[。.!?!?]+$"), ""),
    (re.compile(CHINESE_DISLIKE), f"{NOT}喜欢"),
    (re.compile(CHINESE_NEGATION), NOT),
    (re.compile(CHINESE_LIKE), "喜欢"),
    (re.compile(CHINESE_FILLERS), ""),
    (re.compile(CHINESE_PARTICLES), ""),
    (re.compile("居住在"), "住在"),
    (re.compile("^(?:我(?!们)|本人|用户|俺)"), ""),
)
_COUNT = re.compile(rf"(\d+|[〇零一二两三四五六七八九十百千]{{1,7}})(?=[{CHINESE_MEASURES}])")
_OCCASION = re.compile(CHINESE_OCCASION)
_TOKEN = re.compile(r"#\d+|[A-Za-z0-9]+(?:[.'-][A-Za-z0-9]+)*|\S")


def chinese_wording(text: str) -> Wording:
    """Return the wording of a sentence."""
    of_one_occasion = _OCCASION.search(text) is not None
    for pattern, instead in _FORMS:
        text = pattern.sub(instead, text)
    text = _COUNT.sub(lambda match: f"#{_number(match[1])}", text)
    tokens = _TOKEN.findall(text)
    latin = [token for token in tokens if token[0].isascii() and token[0].isalnum()]
    return Wording(
        forms=tuple(folded(token) for token in tokens),
        settings=frozenset(),
        names=frozenset(folded(token) for token in latin if not token.isdigit()),
        numbers=frozenset(
            token if token.startswith("#") else f"#{token}"
            for token in tokens
            if token.startswith("#") or token.isdigit()
        ),
        of_one_occasion=of_one_occasion,
    )


def _number(marks: str) -> str:
    try:
        return str(chinese_number(marks))
    except ValueError:
        return marks
