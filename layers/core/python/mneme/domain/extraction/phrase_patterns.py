"""A small notation for phrases, so that word lists read as lists: one phrase a line.

    i'm [so/very] {weary}       optional words, alternatives, a named list of alternatives
    on ~ way                    up to two words of any kind in between; ~9 up to nine
    my bank_account             an alternative of two words is tied by a low line
    procrastinat*               any ending
    ^ wait $                    the sentence begins or ends here
    about to !get/be            not followed by these

Phrases are found in `spoken` text. Every repetition is bounded.
"""

import re
import sys
from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial

_ANY_WORDS = 2
_ENDING = r"[^ ]{0,20}"
_NAMED = re.compile(r"\{([a-z_]+)\}")


def spoken(words: list[str]) -> str:
    """Return words in lower case as the text that phrases are found in."""
    return f" {' '.join(words)} "


class Phrases:
    """A pattern that is made when it is first looked for: most processes read no sentence."""

    def __init__(self, make: Callable[[], re.Pattern[str]]) -> None:
        self._made = cache(make)

    def search(self, text: str, start: int = 0, end: int = sys.maxsize) -> re.Match[str] | None:
        """Return the first match between two places, or None."""
        return self._made().search(text, start, end)

    def match(self, text: str, start: int = 0) -> re.Match[str] | None:
        """Return the match at a place, or None."""
        return self._made().match(text, start)

    def finditer(self, text: str) -> Iterator[re.Match[str]]:
        """Yield every match."""
        return self._made().finditer(text)


def phrases(text: str, lists: Mapping[str, str] | None = None) -> Phrases:
    """Return the pattern that finds any of the phrases; `lists` are the named alternatives."""
    return Phrases(lambda: _of_phrases(text, lists or {}))


def expressions(text: str, lists: Mapping[str, str] | None = None) -> Phrases:
    """Return the pattern that finds any of the regular expressions, which white space parts.

    `{name}` stands for any word of that list. For scripts without spaces.
    """
    return Phrases(lambda: _of_expressions(text, lists or {}))


def _of_phrases(text: str, lists: Mapping[str, str]) -> re.Pattern[str]:
    lines = (line.split() for line in text.strip().splitlines())
    part = partial(_part, lists=lists)
    return re.compile(f"(?<= )(?:{'|'.join(''.join(map(part, line)) for line in lines)})")


def _of_expressions(text: str, lists: Mapping[str, str]) -> re.Pattern[str]:
    named = {name: "|".join(words.split()) for name, words in lists.items()}
    whole = "|".join(text.split())
    return re.compile(_NAMED.sub(lambda name: f"(?:{named[name[1]]})", whole), re.IGNORECASE)


def _part(mark: str, lists: Mapping[str, str]) -> str:
    if mark == "^":
        return "(?<=^ )"
    if mark == "$":
        return "$"
    if mark.startswith("~"):
        return rf"(?:[^ ]+ ){{0,{int(mark[1:] or _ANY_WORDS)}}}"
    if mark.startswith("!"):
        return f"(?!{_alternatives(mark[1:], lists)})"
    if mark.startswith("["):
        return f"(?:{_alternatives(mark[1:-1], lists)})?"
    return f"(?:{_alternatives(mark, lists)})"


def _alternatives(mark: str, lists: Mapping[str, str]) -> str:
    named = (lists[part[1:-1]].split() if part[0] == "{" else [part] for part in mark.split("/"))
    return "|".join(_words(word) for words in named for word in words)


def _words(alternative: str) -> str:
    escaped = re.escape(alternative.replace("_", " ")).replace(r"\*", _ENDING).replace(r"\ ", " ")
    return f"{escaped} "
