"""Items as DynamoDB's attribute values."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mneme.adapters.dynamodb_items import (
    AttributeValue,
    from_attribute,
    from_attributes,
    to_attribute,
    to_attributes,
)
from mneme.adapters.item_rules import checked_number
from mneme.application.ports.table_store import Item

ITEM: Item = {
    "text": "é",
    "flag": True,
    "number": 3,
    "bytes": b"\xff",
    "set": frozenset({"b", "a"}),
    "none": None,
    "list": [1, [b"x"]],
    "map": {"a": 0.5},
}


def test_each_type_has_its_letter() -> None:
    assert to_attributes(ITEM) == {
        "text": {"S": "é"},
        "flag": {"BOOL": True},
        "number": {"N": "3"},
        "bytes": {"B": b"\xff"},
        "set": {"SS": ["a", "b"]},
        "none": {"NULL": True},
        "list": {"L": [{"N": "1"}, {"L": [{"B": b"x"}]}]},
        "map": {"M": {"a": {"N": "0.5"}}},
    }


def test_attributes_become_the_item_again() -> None:
    assert from_attributes(to_attributes(ITEM)) == ITEM


@given(number=st.floats(1e-130, 1e37) | st.integers(-(10**37), 10**37))
def test_every_number_comes_back_from_its_decimal(number: float) -> None:
    assert from_attribute(to_attribute(checked_number(number))) == number


@pytest.mark.parametrize(
    ("text", "expected"), [("1", 1), ("1.0", 1), ("1E+2", 100), ("-0.25", -0.25), ("1e-7", 1e-7)]
)
def test_a_number_is_an_int_if_it_is_whole(text: str, expected: float) -> None:
    number = from_attribute({"N": text})

    assert (number, type(number)) == (expected, type(expected))


def test_bytes_of_an_event_are_read_from_base64() -> None:
    assert from_attribute({"B": "/wA="}) == b"\xff\x00"


@pytest.mark.parametrize("attribute", [{"NS": ["1"]}, {"BS": [b"x"]}])
def test_a_type_that_is_never_stored_is_refused(attribute: AttributeValue) -> None:
    with pytest.raises(ValueError, match="never stored"):
        from_attribute(attribute)
