"""One attempt to read a JSON object or array that begins at a given bracket.

The grammar is JSON's, save that strings may hold bare line breaks and a comma may trail: models
write both. An attempt ends in one of three ways: the value is complete, or the text ended before it
did, or what stands there is no JSON. In the latter two the values inside that were complete are
still told.
"""

import json
import math
import re
from collections.abc import Iterator
from enum import Enum, auto
from typing import Any

MAX_NESTING = 64
"""Anything deeper is no answer of ours, and would exhaust the stack of whoever walks through it."""

_SPACE = re.compile(r"[ \t\r\n]*+")
_STRING = re.compile(r'"(?:[^"\\]|\\.)*+', re.DOTALL)
_WORD = re.compile(r"[-+.0-9A-Za-z]++")
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]{0,400})(?P<real>(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?)")
_LITERALS = {"true": True, "false": False, "null": None}


class _NotJson(Exception):
    """What stands there is no JSON."""


class _CutOff(Exception):
    """What stands there is JSON up to the end of the text."""


class _Want(Enum):
    """What has to come next, unless the container ends."""

    KEY = auto()
    COLON = auto()
    VALUE = auto()
    COMMA = auto()


class _Container:
    """An object or array under construction; `key` is that of the value to come."""

    def __init__(self, bracket: str, start: int) -> None:
        self.start = start
        self.value: Any = {} if bracket == "{" else []
        self.closing = "}" if bracket == "{" else "]"
        self.first = _Want.KEY if bracket == "{" else _Want.VALUE
        self.key = ""
        self.height = 1
        self.complete = False

    def put(self, value: object) -> None:
        if isinstance(self.value, dict):
            self.value[self.key] = value
        else:
            self.value.append(value)


class JsonReader:
    """Reads from the bracket at `start`; `cut_off` tells whether the text ended before the value.

    Every bracket that was read as one is entered in `taken`, since to begin there again would give
    nothing new, with where to go on: behind its value, or behind itself if that is not whole.
    """

    def __init__(self, text: str, start: int, taken: dict[int, int]) -> None:
        self._at = start
        self.cut_off = False
        self._text = text
        self._taken = taken
        self._begun: list[_Container] = []
        self._open: list[_Container] = []
        self._want = _Want.VALUE

    def read(self) -> None:
        """Read as far as possible."""
        try:
            self._begin(self._text[self._at])
            while self._open:
                self._step(self._next())
        except _CutOff:
            self.cut_off = True
        except _NotJson:
            pass  # told by `taken`

    def values(self) -> Iterator[Any]:
        """Yield the whole values, each before those inside of it."""
        for one in self._begun:
            if one.complete and one.height <= MAX_NESTING:
                yield one.value

    def _next(self) -> str:
        space = _SPACE.match(self._text, self._at)
        self._at = space.end() if space else self._at
        if self._at == len(self._text):
            raise _CutOff
        return self._text[self._at]

    def _step(self, char: str) -> None:
        if char in "]}":
            self._end(char)
        elif self._want is _Want.COMMA:
            self._sign(char, ",", self._open[-1].first)
        elif self._want is _Want.COLON:
            self._sign(char, ":", _Want.VALUE)
        elif self._want is _Want.KEY:
            self._open[-1].key = self._string(char)
            self._want = _Want.COLON
        elif char in "[{":
            self._begin(char)
        else:
            self._put(self._string(char) if char == '"' else self._word())

    def _begin(self, char: str) -> None:
        container = _Container(char, self._at)
        self._at += 1
        self._taken[container.start] = self._at
        self._begun.append(container)
        self._open.append(container)
        self._want = container.first

    def _end(self, char: str) -> None:
        container = self._open[-1]
        if char != container.closing or self._want not in (_Want.COMMA, container.first):
            raise _NotJson
        self._at += 1
        self._taken[container.start] = self._at
        container.complete = True
        self._open.pop()
        if self._open:
            self._open[-1].height = max(self._open[-1].height, container.height + 1)
            self._put(container.value)

    def _put(self, value: object) -> None:
        self._open[-1].put(value)
        self._want = _Want.COMMA

    def _sign(self, char: str, expected: str, then: _Want) -> None:
        if char != expected:
            raise _NotJson
        self._at += 1
        self._want = then

    def _string(self, char: str) -> str:
        body = _STRING.match(self._text, self._at)
        if char != '"' or body is None:
            raise _NotJson
        if not self._text.startswith('"', body.end()):
            raise _CutOff
        self._at = body.end() + 1
        try:
            return str(json.loads(body[0] + '"', strict=False))
        except ValueError:  # an escape that JSON does not know
            raise _NotJson from None

    def _word(self) -> object:
        word = _WORD.match(self._text, self._at)
        if word is None:
            raise _NotJson
        self._at = word.end()
        if self._at == len(self._text):
            raise _CutOff
        if word[0] in _LITERALS:
            return _LITERALS[word[0]]
        return _number(word[0])


def _number(word: str) -> int | float:
    number = _NUMBER.fullmatch(word)
    if number is None:
        raise _NotJson
    if not number["real"]:
        return int(word)
    real = float(word)
    if not math.isfinite(real):
        raise _NotJson
    return real
