"""Changes as data, where emulators differ from DynamoDB or cannot be looked into."""

from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mneme.adapters.table_conditions import changed, holds, same
from mneme.application.ports.table_store import (
    AddToSet,
    Change,
    Compare,
    Equals,
    Increase,
    Item,
    Not,
    Remove,
    RemoveFromSet,
    SetTo,
    Value,
)

KEY: Item = {"pk": "p", "sk": "m"}
MEMBERS = frozenset({"a"})


@pytest.mark.parametrize(
    "changes", [(Remove("a"),), (RemoveFromSet("a", MEMBERS),), (Remove("a"), Remove("b"))]
)
def test_changes_that_only_take_away_create_no_item(changes: tuple[Change, ...]) -> None:
    assert changed(KEY, None, changes) is None
    assert changed(KEY, None, (*changes, SetTo("c", 1))) == {**KEY, "c": 1}


def test_the_item_before_is_left_as_it_was() -> None:
    before: Item = {**KEY, "a": 1, "s": MEMBERS}

    changed(KEY, before, (Increase("a", 1), AddToSet("s", frozenset({"b"})), SetTo("c", 1)))

    assert before == {**KEY, "a": 1, "s": MEMBERS}


@given(cents=st.lists(st.integers(-10_000, 10_000), max_size=30))
def test_decimal_fractions_add_up_without_drift(cents: list[int]) -> None:
    item: Item = {**KEY, "sum": 0}

    for each in cents:
        item = changed(KEY, item, (Increase("sum", each / 100),)) or {}

    assert item["sum"] == sum(cents) / 100


@pytest.mark.parametrize("start", [10**38 - 1, "1", None, True, [1]])
def test_an_increase_of_what_cannot_grow_is_refused(start: Value) -> None:
    with pytest.raises(ValueError):
        changed(KEY, {**KEY, "n": start}, (Increase("n", 1),))


@pytest.mark.parametrize("operator", ["<", "<=", ">", ">="])
def test_nothing_is_ordered_against_an_item_that_is_not_there(
    operator: Literal["<", "<=", ">", ">="],
) -> None:
    assert not holds(Compare("a", operator, 1), None)
    assert holds(Not(Equals("a", 1)), None)


def test_sameness_sees_types_that_python_takes_for_equal() -> None:
    assert same({"a": [1, b"x"]}, {"a": [1.0, b"x"]})
    assert not same({"a": [1]}, {"a": [True]})
    assert not same({"a": 1}, {"b": 1})
    assert not same(None, False)
