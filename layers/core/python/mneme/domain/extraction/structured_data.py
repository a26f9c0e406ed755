"""Data in JSON's notation within a text: where it begins and ends."""

import re

_OPENING = re.compile(r"(?<![\w\])])[{\[](?=\s{0,40}(?:[\"'{\[]))")
_MARK = re.compile(r"\"(?:[^\"\\\n]|\\.){0,4000}\"|[{}\[\]]|\n[ \t]{0,40}\n")


def data_spans(text: str) -> list[tuple[int, int]]:
    """Return where data stands, in order; data that is never closed ends with its paragraph."""
    spans: list[tuple[int, int]] = []
    place = 0
    while opening := _OPENING.search(text, place):
        place = _end(text, opening.start())
        spans.append((opening.start(), place))
    return spans


def _end(text: str, start: int) -> int:
    depth = 0
    for mark in _MARK.finditer(text, start):
        sign = mark.group()
        if sign.isspace():
            return mark.start()
        depth += (sign in "{[") - (sign in "}]")
        if depth == 0 and sign in "}]":
            return mark.end()
    return len(text)
