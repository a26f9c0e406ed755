"""Items as bytes for SQLite, and back, exactly: types survive, down to int and float.

Most items are flat and hold JSON's types only: they are stored as one JSON object. Otherwise four
objects — plain attributes, string sets, lengths of byte strings, and nested values that hold bytes
or sets — stand in a JSON array, and the byte strings follow, raw, behind a line feed.
"""

import json
from base64 import b64encode
from binascii import a2b_base64
from collections.abc import Sequence

from mneme.application.ports.table_store import Item, Value

_PLAIN = frozenset({str, int, float, bool, type(None)})
_encode = json.JSONEncoder(
    ensure_ascii=False, allow_nan=False, check_circular=False, separators=(",", ":")
).encode
_decode = json.JSONDecoder().decode
_OBJECT = b"{"
_END = b"\n"


def encode_item(item: Item) -> bytes:
    """Return the item as bytes. Raises ValueError for text that is no Unicode, or for NaN."""
    rest = {name: value for name, value in item.items() if type(value) not in _PLAIN}
    if all(_is_plain(value) for value in rest.values()):
        return _encode(item).encode()
    return _encode_mixed(item, rest)


def decode_item(data: bytes) -> dict[str, Value]:
    """Return the item that `encode_item` made these bytes of."""
    if data.startswith(_OBJECT):
        item: dict[str, Value] = _decode(data.decode())
        return item
    return _decode_mixed(data)


def decode_items(encoded: Sequence[bytes]) -> list[dict[str, Value]]:
    """Return the items of several encodings; for plain ones this is faster than one by one."""
    if not all(data.startswith(_OBJECT) for data in encoded):
        return [decode_item(data) for data in encoded]
    items: list[dict[str, Value]] = _decode((b"[" + b",".join(encoded) + b"]").decode())
    return items


def _encode_mixed(item: Item, rest: Item) -> bytes:
    sets = {name: sorted(value) for name, value in rest.items() if isinstance(value, frozenset)}
    raw = {name: value for name, value in rest.items() if isinstance(value, bytes)}
    nested = {
        name: _tagged(value)
        for name, value in rest.items()
        if isinstance(value, list | dict) and not _is_plain(value)
    }
    plain = {
        name: value
        for name, value in item.items()
        if name not in sets and name not in raw and name not in nested
    }
    lengths = {name: len(value) for name, value in raw.items()}
    head = _encode([plain, sets, lengths, nested]).encode()
    return b"".join((head, _END, *raw.values()))


def _decode_mixed(data: bytes) -> dict[str, Value]:
    # A line feed within a string is escaped in JSON, so that the first one ends the head.
    start = data.index(_END)
    item: dict[str, Value]
    item, sets, lengths, nested = _decode(data[:start].decode())
    start += 1
    for name, members in sets.items():
        item[name] = frozenset(members)
    for name, length in lengths.items():
        item[name] = data[start : start + length]
        start += length
    for name, value in nested.items():
        item[name] = _untagged(value)
    return item


def _is_plain(value: Value) -> bool:
    if type(value) in _PLAIN:
        return True
    if isinstance(value, list):
        return all(map(_is_plain, value))
    return isinstance(value, dict) and all(map(_is_plain, value.values()))


def _tagged(value: Value) -> list[object]:
    match value:
        case bytes():
            return ["bytes", b64encode(value).decode()]
        case frozenset():
            return ["set", sorted(value)]
        case list():
            return ["list", [_tagged(member) for member in value]]
        case dict():
            return ["dict", {name: _tagged(member) for name, member in value.items()}]
    return ["plain", value]


def _untagged(pair: list[Value]) -> Value:
    kind, value = pair
    if kind == "bytes" and isinstance(value, str):  # as most are
        return a2b_base64(value)
    match pair:
        case ["set", list(members)]:
            return frozenset(str(member) for member in members)
        case ["list", list(members)]:
            return [_untagged(member) for member in members if isinstance(member, list)]
        case ["dict", dict(members)]:
            return {k: _untagged(v) for k, v in members.items() if isinstance(v, list)}
        case ["plain", value]:
            return value
    raise ValueError("the stored item is damaged")
