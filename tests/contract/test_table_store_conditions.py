"""What every table store takes each condition to mean."""

from typing import Literal

import pytest

from mneme.application.ports.table_store import (
    All,
    Any,
    Compare,
    Condition,
    Contains,
    Delete,
    Equals,
    Missing,
    Not,
    Present,
    Put,
    SetTo,
    Update,
    Value,
)
from mneme.domain.errors import WriteConflict
from tests.contract.table_store_fixtures import TableHarness

YES, NO = Present("pk"), Missing("pk")


@pytest.fixture
def typed(tables: TableHarness) -> TableHarness:
    if tables.kind == "moto":
        pytest.skip("moto compares Python's values, whatever their types in DynamoDB")
    return tables


def test_presence_is_of_the_attribute_even_if_it_holds_nothing(tables: TableHarness) -> None:
    tables.put(tables.item(nothing=None))

    assert tables.holds(Present("nothing"))
    assert not tables.holds(Missing("nothing"))
    assert tables.holds(Missing("other"))
    assert not tables.holds(Present("other"))


def test_a_key_attribute_tells_whether_the_item_exists(tables: TableHarness) -> None:
    tables.put(tables.item("here"))

    assert tables.holds(Present("pk"), "here")
    assert tables.holds(Missing("pk"), "nowhere")
    assert not tables.holds(Present("sk"), "nowhere")


@pytest.mark.parametrize(
    ("stored", "asked", "equal"),
    [
        (1, 1, True),
        (1, 1.0, True),
        (0.1, 0.1, True),
        (1, 2, False),
        (1, "1", False),
        (None, None, True),
        (None, False, False),
        ("", "", True),
        ("é", "e\u0301", False),
        (b"a", b"a", True),
        (b"a", "a", False),
        (frozenset({"a", "b"}), frozenset({"b", "a"}), True),
        (frozenset({"a"}), frozenset({"a", "b"}), False),
        (["a"], frozenset({"a"}), False),
        ([1, {"a": True}], [1.0, {"a": True}], True),
        ([1], [1, 2], False),
        ({"a": 1}, {"a": 1, "b": 2}, False),
    ],
)
def test_equality_minds_the_type(
    tables: TableHarness, stored: Value, asked: Value, equal: bool
) -> None:
    tables.put(tables.item(value=stored))

    assert tables.holds(Equals("value", asked)) is equal
    assert tables.holds(Not(Equals("value", asked))) is not equal


@pytest.mark.parametrize(
    ("stored", "operator", "bound", "expected"),
    [
        (2, "<", 10, True),
        (2, "<", 2, False),
        (2, "<=", 2.0, True),
        (2.5, ">", 2, True),
        (-3, ">=", -2, False),
        ("10", "<", "2", True),
        ("Z", "<", "a", True),
        ("z", "<", "ä", True),
        ("\uffff", "<", "🍕", True),
        (b"\x01", "<", b"\x01\x00", True),
        (b"\xff", ">", b"\x7f", True),
    ],
)
def test_order_is_of_numbers_or_bytes_of_one_type(
    tables: TableHarness,
    stored: Value,
    operator: Literal["<", "<=", ">", ">="],
    bound: int | float | str | bytes,
    expected: bool,
) -> None:
    tables.put(tables.item(value=stored))

    assert tables.holds(Compare("value", operator, bound)) is expected


@pytest.mark.parametrize(("stored", "asked"), [(1, True), (0, False), ([1], [True])])
def test_truth_equals_no_number(typed: TableHarness, stored: Value, asked: Value) -> None:
    typed.put(typed.item(value=stored, turned=asked))

    assert not typed.holds(Equals("value", asked))
    assert not typed.holds(Equals("turned", stored))


@pytest.mark.parametrize(
    ("stored", "bound"), [(2, "3"), ("2", 1), (True, 0), (None, 0), (b"2", "3"), (["2"], "3")]
)
def test_values_of_two_types_stand_in_no_order(
    typed: TableHarness, stored: Value, bound: int | str
) -> None:
    typed.put(typed.item(value=stored))

    assert not typed.holds(Compare("value", "<=", bound))
    assert not typed.holds(Compare("value", ">", bound))


def test_a_missing_attribute_does_not_equal_nothing(typed: TableHarness) -> None:
    typed.put(typed.item())

    assert not typed.holds(Equals("no", None))


@pytest.mark.parametrize(
    ("stored", "expected"),
    [
        (frozenset({"a", "b"}), True),
        (frozenset({"ab"}), False),
        (["a", 1], True),
        ([["a"]], False),
        ("a", False),
        ("xay", False),
        ({"a": 1}, False),
    ],
)
def test_containing_is_of_members_and_never_of_parts_of_a_text(
    tables: TableHarness, stored: Value, expected: bool
) -> None:
    tables.put(tables.item(value=stored))

    assert tables.holds(Contains("value", "a")) is expected


def test_every_comparison_with_a_missing_attribute_is_false(tables: TableHarness) -> None:
    tables.put(tables.item())
    comparisons = (Equals("no", 1), Compare("no", "<", 1), Contains("no", "a"))

    for comparison in comparisons:
        assert not tables.holds(comparison)
        assert tables.holds(Not(comparison))
        assert tables.holds(Not(comparison), "nowhere")


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        (All((YES, YES)), True),
        (All((YES, NO)), False),
        (Any((NO, YES)), True),
        (Any((NO, NO)), False),
        (All(()), True),
        (Any(()), False),
        (All((YES,)), True),
        (Any((All((NO,)), All((Any((YES,)),)))), True),
        (Not(All((YES, NO))), True),
        (Not(Any((NO, YES))), False),
        (Not(Not(YES)), True),
        (All((Any((NO, YES)), Any((YES, NO)), Not(NO))), True),
        (Any((All((YES, NO)), All((YES, Not(YES))))), False),
        (All((Contains("tags", "a"), Any((NO, Contains("tags", "b"))))), True),
        (Not(Contains("tags", "a")), False),
    ],
)
def test_conditions_combine_as_logic_does(
    tables: TableHarness, condition: Condition, expected: bool
) -> None:
    tables.put(tables.item(tags=frozenset({"a", "b"})))

    assert tables.holds(condition) is expected


@pytest.mark.parametrize(
    "name", ["status", "a.b", "a[0]", "#n0", ":v0", "with space", "数", "size"]
)
def test_any_name_can_be_asked_about_and_changed(tables: TableHarness, name: str) -> None:
    tables.put(tables.item(**{name: "before"}))

    tables.write(Update("heads", tables.key(), (SetTo(name, "after"),), Equals(name, "before")))

    assert tables.get() == tables.item(**{name: "after"})


def test_an_item_is_created_only_once(tables: TableHarness) -> None:
    first = Put("heads", tables.item(by="first"), Missing("pk"))
    second = Put("heads", tables.item(by="second"), Missing("pk"))
    tables.write(first)

    with pytest.raises(WriteConflict) as conflict:
        tables.write(second)

    assert conflict.value.failed == (0,)
    assert tables.get() == tables.item(by="first")


def test_a_stale_compare_and_set_is_refused(tables: TableHarness) -> None:
    tables.put(tables.item(version=1))
    advance = Update("heads", tables.key(), (SetTo("version", 2),), Equals("version", 1))
    tables.write(advance)

    with pytest.raises(WriteConflict):
        tables.write(advance)

    assert tables.get() == tables.item(version=2)


def test_a_delete_whose_condition_fails_deletes_nothing(tables: TableHarness) -> None:
    tables.put(tables.item(version=1))

    with pytest.raises(WriteConflict):
        tables.write(Delete("heads", tables.key(), Equals("version", 2)))

    assert tables.get() == tables.item(version=1)
