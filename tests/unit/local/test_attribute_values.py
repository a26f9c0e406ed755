import pytest

from local.attribute_values import attribute_value, attribute_values
from mneme.application.ports.table_store import Value


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (None, {"NULL": True}),
        (True, {"BOOL": True}),
        (7, {"N": "7"}),
        (-0.5, {"N": "-0.5"}),
        (2.0, {"N": "2"}),
        (1e-7, {"N": "0.0000001"}),
        (1e21, {"N": "1000000000000000000000"}),
        (1_772_366_400_000, {"N": "1772366400000"}),
        ("où", {"S": "où"}),
        (b"\x00\xff", {"B": "AP8="}),
        ([1, "a"], {"L": [{"N": "1"}, {"S": "a"}]}),
        ({"a": {"b": None}}, {"M": {"a": {"M": {"b": {"NULL": True}}}}}),
        (frozenset({"b", "a"}), {"SS": ["a", "b"]}),
    ],
)
def test_each_type_is_written_under_its_letter(value: Value, written: object) -> None:
    assert attribute_value(value) == written


def test_an_item_is_written_attribute_by_attribute() -> None:
    assert attribute_values({"pk": "u", "n": 1}) == {"pk": {"S": "u"}, "n": {"N": "1"}}
