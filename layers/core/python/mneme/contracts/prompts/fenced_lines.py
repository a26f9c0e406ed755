"""Data in a prompt: lines of JSON between fences that nothing in them can close."""

import json
from collections.abc import Iterable

_LINE_ENDS = {"\x85": "\\u0085", "\u2028": "\\u2028", "\u2029": "\\u2029"}
"""What JSON lets stand and some readers take for the end of a line."""


def fenced(fence: str, name: str, lines: Iterable[str]) -> str:
    """Return the lines between two fences; `fence` is drawn for this one prompt."""
    return "\n".join((f"<{name}-{fence}>", *lines, f"</{name}-{fence}>"))


def json_line(value: object) -> str:
    """Return a value as one line."""
    text = json.dumps(value, ensure_ascii=False)
    for end, escaped in _LINE_ENDS.items():
        text = text.replace(end, escaped)
    return text
