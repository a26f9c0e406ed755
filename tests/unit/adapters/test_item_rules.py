"""What an item may hold, where the contract suite cannot see it."""

from enum import IntEnum, StrEnum
from typing import Any

import pytest

from mneme.adapters.item_rules import checked_value, item_size
from mneme.adapters.table_layout import TableLayout
from mneme.adapters.transaction_rules import checked_transaction
from mneme.application.ports.table_store import Check, Compare, Key, Value


class Colour(StrEnum):
    RED = "red"


class Size(IntEnum):
    LARGE = 3


def test_enumerations_become_what_they_stand_for() -> None:
    checked = checked_value({"a": Colour.RED, "b": [Size.LARGE], "c": frozenset({Colour.RED})})

    assert checked == {"a": "red", "b": [3], "c": frozenset({"red"})}
    assert isinstance(checked, dict)
    assert [type(each) for each in (checked["a"], *list(checked["c"]))] == [str, str]  # type: ignore[arg-type]


@pytest.mark.parametrize("value", [(1, 2), {"a"}, bytearray(b"a"), object(), frozenset({1})])
def test_what_is_no_value_is_a_type_error(value: Any) -> None:
    with pytest.raises(TypeError):
        checked_value([value])


@pytest.mark.parametrize(
    ("value", "expected"),
    [(2.0, 2), (-0.0, 0), (1e22, 10**22), (2.5, 2.5), (True, True), (10**38 - 1, 10**38 - 1)],
)
def test_numbers_are_kept_as_the_store_gives_them_back(value: Value, expected: Value) -> None:
    checked = checked_value(value)

    assert (checked, type(checked)) == (expected, type(expected))


@pytest.mark.parametrize("value", [10**38, -1.1e38, 1e-131, float("nan"), float("-inf")])
def test_numbers_that_no_table_can_hold_are_refused(value: float) -> None:
    with pytest.raises(ValueError, match="number"):
        checked_value(value)


@pytest.mark.parametrize(
    ("value", "size"),
    [
        ("abc", 3),
        ("é🍕", 6),
        (b"abc", 3),
        (None, 1),
        (True, 1),
        (12345, 4),
        (frozenset({"a", "é"}), 3),
        (["ab", None], 3 + 3 + 2),
        ({"k": "ab"}, 3 + 1 + 1 + 2),
    ],
)
def test_an_item_weighs_its_names_and_values(value: Value, size: int) -> None:
    assert item_size({"name": value}) == len("name") + size


def test_an_item_may_weigh_exactly_its_limit() -> None:
    assert item_size({"a": b"x" * (400 * 1024 - 1)}) == 400 * 1024
    with pytest.raises(ValueError, match="400 KB"):
        item_size({"a": b"x" * (400 * 1024)})


@pytest.mark.parametrize("bound", [True, None, ["a"], frozenset({"a"})])
def test_only_what_has_an_order_is_a_bound(bound: Any) -> None:
    layouts = {"heads": TableLayout("heads", "heads", sorted=True, stream=False, indexes={})}
    check = Check("heads", Key("p", "m"), Compare("a", "<", bound))

    with pytest.raises(TypeError, match="order"):
        checked_transaction(layouts, [check])
