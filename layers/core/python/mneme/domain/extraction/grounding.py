"""Whether a statement has anything to do with what was said: models invent whole people."""

import re

from mneme.domain.retrieval.lexicon import FUNCTION_CHARACTERS, STOP_WORDS
from mneme.domain.retrieval.terms import folded

_UNSPACED = "\u3005-\u3007\u3041-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U000323af"
_TOKEN = re.compile(rf"[{_UNSPACED}]|(?:[^\W_{_UNSPACED}])+")
_STEM = 4
"""So many first letters of a word stand for its forms."""

_UNTELLING = STOP_WORDS | FUNCTION_CHARACTERS | {"user", "用", "户"}


def is_grounded(statement: str, said: str) -> bool:
    """Return whether the statement shares a word or character of substance with what was said.

    That is little to ask, on purpose: what is said in other words must not be lost.
    """
    stated = _substance(statement)
    return bool(stated) and not stated.isdisjoint(_substance(said))


def _substance(text: str) -> set[str]:
    return {token[:_STEM] for token in _TOKEN.findall(folded(text)) if token not in _UNTELLING}
