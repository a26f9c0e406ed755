"""The one encoding of a JSON value as bytes (RFC 8785), so that whoever reads it can hash it alike.

Of what the RFC takes only what our documents are made of: no fractions, and whole numbers that
every reader of JSON keeps exact.
"""

import json
from collections.abc import Mapping, Sequence

Json = None | bool | int | str | Sequence["Json"] | Mapping[str, "Json"]

LARGEST = 2**53 - 1
DEEPEST = 64
"""No document of ours has so many values in one another."""


def canonical(value: Json) -> bytes:
    """Return the value's bytes. Raises ValueError for what has none, or is nested too deep."""
    return _text(value, DEEPEST).encode()


def _text(value: object, depth: int) -> str:
    if value is None or isinstance(value, bool | str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, int) and abs(value) <= LARGEST:
        return str(int(value))
    if not depth:
        raise ValueError("a value is nested too deep")
    if isinstance(value, Mapping):
        if not all(isinstance(name, str) for name in value):
            raise ValueError("a name is no text")
        ordered = sorted(value, key=_in_utf_16)
        return "{" + ",".join(_member(name, value[name], depth - 1) for name in ordered) + "}"
    if isinstance(value, Sequence):
        return "[" + ",".join(_text(one, depth - 1) for one in value) + "]"
    raise ValueError("a value has no canonical form")


def _member(name: str, value: object, depth: int) -> str:
    return f"{_text(name, 1)}:{_text(value, depth)}"


def _in_utf_16(name: str) -> bytes:
    return name.encode("utf-16-be")
