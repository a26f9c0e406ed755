"""Whether a statement has anything to do with what was said: models invent whole people."""

import re

from mneme.domain.extraction.phrases_english import PERSON_VERBS
from mneme.domain.retrieval.lexicon import FUNCTION_CHARACTERS, STOP_WORDS
from mneme.domain.retrieval.terms import folded

_UNSPACED = "\u3005-\u3007\u3041-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U000323af"
_TOKEN = re.compile(rf"[{_UNSPACED}]|(?:[^\W_{_UNSPACED}])+")
_STEM = 4
"""So many first letters of a word stand for its forms."""

_UNTELLING = STOP_WORDS | FUNCTION_CHARACTERS | {"user", "用", "户"}


_WORD = r"[A-Z\u00c0-\u00de][a-z\u00df-\u00ff]{2,30}"
_NAMES = re.compile(rf"(?<![\w'’-]){_WORD}(?: {_WORD})*(?![\w-])")
_DOES = "|".join(sorted(PERSON_VERBS))
_PERSON = re.compile(
    rf"(?!(?:The|This|That|User|Users|There|Here)\b){_WORD} (?:(?:{_DOES})\b"
    r"|(?:is|was) (?:an?|from|married|allergic|called|\d))"
)
"""A first word that is a person's name."""
_OF_THE_CALENDAR = (
    "january february march april may june july august september october november december monday"
    " tuesday wednesday thursday friday saturday sunday christmas easter"
)
_NO_NAMES = frozenset({"user", "assistant", *_OF_THE_CALENDAR.split()})


def is_grounded(statement: str, said: str) -> bool:
    """Return whether the statement shares a word or character of substance with what was said.

    That is little to ask, on purpose: what is said in other words must not be lost.
    """
    stated = _substance(statement)
    return bool(stated) and not stated.isdisjoint(_substance(said))


def names_strangers(statement: str, said: str) -> bool:
    """Return whether the statement spells a name, in Latin letters, that nobody has said.

    `said` is folded to its letters. Days, months and languages are no names. Several words in a row
    of which the first letters were said ("NYC") are known.
    """
    return any(
        not _is_known(match.group(), said)
        for match in _NAMES.finditer(statement)
        if match.start() > 0 or _PERSON.match(statement) is not None
    )


def _is_known(names: str, said: str) -> bool:
    words = [word for word in names.split() if folded(word) not in _NO_NAMES]
    initials = "".join(word[0] for word in words)
    if len(words) > 1 and folded(initials) in said:
        return True
    return all("".join(filter(str.isalnum, folded(word))) in said for word in words)


def _substance(text: str) -> set[str]:
    return {token[:_STEM] for token in _TOKEN.findall(folded(text)) if token not in _UNTELLING}
