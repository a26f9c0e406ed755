"""Halves of surrogate pairs in a JSON text: they are no characters, and which field holds one."""

import json
from typing import Any

from mneme.runtime.repeated_keys import Path


def lone_surrogate(text: bytes) -> Path | None:
    """Return the path of the first string that holds one, or of the object of such a key.

    None if there is none, or the text is no JSON at all.
    """
    try:
        # Numbers stay text: none is looked at, and one may be longer than may be converted.
        whole = json.loads(text, parse_int=str, parse_float=str)
    except (ValueError, RecursionError):
        return None
    waiting: list[tuple[Path, Any]] = [((), whole)]
    while waiting:
        path, value = waiting.pop()
        if isinstance(value, str) and _is_halved(value):
            return path
        if isinstance(value, dict):
            if any(map(_is_halved, value)):
                return path
            waiting += [((*path, name), part) for name, part in reversed(value.items())]
        elif isinstance(value, list):
            waiting += [((*path, at), part) for at, part in reversed([*enumerate(value)])]
    return None


def _is_halved(text: str) -> bool:
    return any("\ud800" <= character <= "\udfff" for character in text)
