"""One encoding of JSON, as RFC 8785 has it."""

import json

import pytest

from mneme.domain.canonical_json import DEEPEST, LARGEST, Json, canonical


def test_names_are_sorted_by_their_utf_16() -> None:
    # RFC 8785, 3.2.3: a surrogate pair sorts before U+FB33.
    names = ["\u20ac", "\r", "\ufb33", "1", "\U0001f600", "\u0080", "\u00f6"]

    told = json.loads(canonical(dict.fromkeys(names)))

    assert list(told) == ["\r", "1", "\u0080", "\u00f6", "\u20ac", "\U0001f600", "\ufb33"]


def test_what_need_not_be_escaped_is_not() -> None:
    text = "\u20ac$\u000f\u000aA'\u0042\u0022\u005c\\\"/\u007f"

    assert canonical(text) == '"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/\x7f"'.encode()


def test_values_stand_without_space() -> None:
    value = {"b": [1, True, None, -2], "a": {"y": "", "x": []}}

    assert canonical(value) == b'{"a":{"x":[],"y":""},"b":[1,true,null,-2]}'


@pytest.mark.parametrize("value", [1.5, float("nan"), LARGEST + 1, {1: 2}, "\ud800", [object()]])
def test_what_readers_differ_in_has_no_form(value: object) -> None:
    with pytest.raises(ValueError):
        canonical(value)  # type: ignore[arg-type]


@pytest.mark.parametrize("inner", [1, "text", [], {}])
def test_what_is_nested_too_deep_has_no_form(inner: Json) -> None:
    value: Json = inner
    for _ in range(DEEPEST - 1):
        value = [value]

    assert canonical(value).startswith(b"[" * (DEEPEST - 1))
    with pytest.raises(ValueError, match="too deep"):
        canonical({"a": [[value]]})
