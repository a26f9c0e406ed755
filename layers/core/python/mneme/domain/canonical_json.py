"""The one encoding of a JSON value as bytes (RFC 8785), so that whoever reads it can hash it alike.

Of what the RFC takes only what our documents are made of: no fractions, and whole numbers that
every reader of JSON keeps exact.
"""

import json
from collections.abc import Mapping, Sequence

Json = None | bool | int | str | Sequence["Json"] | Mapping[str, "Json"]

LARGEST = 2**53 - 1


def canonical(value: Json) -> bytes:
    """Return the value's bytes. Raises ValueError for what has none."""
    return _text(value).encode()


def _text(value: object) -> str:
    if value is None or isinstance(value, bool | str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, int) and abs(value) <= LARGEST:
        return str(int(value))
    if isinstance(value, Mapping):
        if not all(isinstance(name, str) for name in value):
            raise ValueError("a name is no text")
        ordered = sorted(value, key=_in_utf_16)
        return "{" + ",".join(f"{_text(name)}:{_text(value[name])}" for name in ordered) + "}"
    if isinstance(value, Sequence):
        return "[" + ",".join(map(_text, value)) + "]"
    raise ValueError("a value has no canonical form")


def _in_utf_16(name: str) -> bytes:
    return name.encode("utf-16-be")
