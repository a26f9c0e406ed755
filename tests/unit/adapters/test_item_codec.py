"""Items survive their encoding exactly."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mneme.adapters.item_codec import decode_item, decode_items, encode_item
from mneme.application.ports.table_store import Item, Value

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
scalars = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | texts
    | st.binary(max_size=8)
    | st.frozensets(texts, max_size=3)
)
values: st.SearchStrategy[Value] = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3)
)
items = st.dictionaries(texts, values, max_size=5)


def exact(value: object) -> object:
    """Return the value with the type of each part: to Python 1, 1.0 and True are equal."""
    if isinstance(value, list):
        return [exact(each) for each in value]
    if isinstance(value, dict):
        return {name: exact(each) for name, each in value.items()}
    return type(value), repr(value) if isinstance(value, float) else value


@given(item=items)
def test_every_item_survives_to_the_type_of_its_parts(item: Item) -> None:
    assert exact(decode_item(encode_item(item))) == exact(item)


@given(several=st.lists(items, max_size=4))
def test_items_decoded_together_equal_those_decoded_apart(several: list[Item]) -> None:
    encoded = [encode_item(item) for item in several]

    assert exact(decode_items(encoded)) == exact([decode_item(each) for each in encoded])


def test_a_plain_item_is_one_json_object() -> None:
    assert encode_item({"a": 1, "b": ["é"], "c": None}) == '{"a":1,"b":["é"],"c":null}'.encode()


def test_bytes_are_stored_raw_behind_the_rest() -> None:
    encoded = encode_item({"raw": b"\n\x00{", "text": "line\nfeed"})

    assert encoded.endswith(b"\n\n\x00{")
    assert decode_item(encoded) == {"raw": b"\n\x00{", "text": "line\nfeed"}


@pytest.mark.parametrize("value", [float("nan"), float("inf"), "\ud800", ["\ud800", b""]])
def test_what_cannot_be_written_down_is_refused(value: Value) -> None:
    with pytest.raises(ValueError):
        encode_item({"a": value})


@pytest.mark.parametrize("damage", ["nested", "bytes", 1])
def test_a_damaged_item_is_not_taken_for_another(damage: object) -> None:
    encoded = encode_item({"a": [b"x"]}).replace(b'["bytes","eA=="]', repr([damage, 1]).encode())

    with pytest.raises(ValueError):
        decode_item(encoded.replace(b"'", b'"'))
