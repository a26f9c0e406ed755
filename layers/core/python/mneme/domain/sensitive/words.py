"""Whether a value is a secret or plain words: lists of words, and the mix of characters."""

import re


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_PROSE = _words(
    """
    string none null true false required optional undefined unknown hidden empty invalid incorrect
    correct wrong weak strong long short safe secret secure insecure easy hard simple complex
    complicated missing necessary important private public different same similar unique good bad
    okay fine case-sensitive sensitive confidential available compromised impossible possible
    something anything nothing nowhere elsewhere there here below above attached always never
    still already probably maybe forgot forgotten lost stolen leaked changed expired reset
    default random anymore currently please sorry today tomorrow again too not now yours mine
    written stored saved shared encrypted hashed broken gone known visible
    """
)
OTHER_PASSES = _words(
    """
    all annual backstage band boarding bus city class compass day each entry event festival first
    free gate guest hall high hiking low monthly mountain museum next night one parking press rail
    second season ski third toll train transit travel two visitor weekend weekly yearly
    """
)
"""What stands before a pass that is no password: it lets somebody in, or over the mountains."""
_PROSE_ENDING = re.compile(
    r"(?:ed|ing|ly|able|ible|ful|less|ive|ous|ation|ment|ness|ary|ory|ical|ant|ent)$", re.IGNORECASE
)
_CALLED_PASSWORD = re.compile(r"password|passwd|credential", re.IGNORECASE)
_CALLED_KEY = re.compile(
    r"password|secret|credential|token|property|privatekey|publickey", re.IGNORECASE
)
"""What is called after a secret is a name in a program or a form, not the secret."""
_SYMBOL = re.compile(r"[@#$%^&*!+=?\\|~_]")
_DIGIT = re.compile(r"\d", re.ASCII)
_LETTER = re.compile(r"[A-Za-z]")
_HUMP = re.compile(r"[a-z][A-Z]|[A-Z]{2}[a-z]")
_MEASURE = re.compile(r"\d{1,3}-?[a-z]+", re.IGNORECASE)
_FRAGMENT = re.compile(r"[A-Za-z0-9]+")

_FEWEST = 4
_FEWEST_ALONE = 6
_FEWEST_DIFFERENT = 8
_RANDOM_FRAGMENT = 8
_RANDOM_LETTERS = 20
_FEWEST_HUMPS = 3
_LONG = 32


def looks_secret(value: str, *, alone: bool) -> bool:
    """Return whether the value told behind the word "password" is one.

    `alone`: the sentence ends behind it, so that a plain word may be meant too.
    """
    plain = value.rstrip("!")
    if len(plain) < _FEWEST or plain.lower() in _PROSE or not _varied(plain, 2):
        return False
    if " " in plain:
        return alone and not _PROSE.issuperset(plain.lower().split())
    if (_MEASURE.fullmatch(plain) and "-" in plain) or (
        _CALLED_PASSWORD.search(plain) and not _DIGIT.search(plain)
    ):
        return False
    if _DIGIT.search(plain) or _SYMBOL.search(plain) or _HUMP.search(plain):
        return True
    return alone and plain.isalpha() and len(plain) >= _FEWEST_ALONE and not _is_prose(plain)


def looks_random(value: str) -> bool:
    """Return whether the value can be no word, name, path or version but a generated key."""
    if not _varied(value, _FEWEST_DIFFERENT) or _CALLED_KEY.search(value):
        return False
    if len(value) >= _LONG and _DIGIT.search(value) and len(_HUMP.findall(value)) >= _FEWEST_HUMPS:
        return True
    return any(_is_generated(fragment) for fragment in _FRAGMENT.findall(value))


def _is_generated(fragment: str) -> bool:
    if len(fragment) >= _RANDOM_FRAGMENT and _LETTER.search(fragment) and _DIGIT.search(fragment):
        return not re.fullmatch(r"[A-Za-z]+\d{1,4}|v?\d{1,4}[a-z]+", fragment)
    return len(fragment) >= _RANDOM_LETTERS and len(_HUMP.findall(fragment)) >= _FEWEST_HUMPS


def _varied(value: str, fewest: int) -> bool:
    return len(set(value)) >= fewest and not set(value) <= set("*xX.-_")


def _is_prose(word: str) -> bool:
    return _PROSE_ENDING.search(word) is not None
