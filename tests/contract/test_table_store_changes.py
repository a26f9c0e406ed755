"""What every table store does to an item when it is updated."""

import pytest

from mneme.application.ports.table_store import (
    AddToSet,
    Change,
    Increase,
    Item,
    Present,
    Remove,
    RemoveFromSet,
    SetIfMissing,
    SetTo,
    Update,
)
from mneme.domain.errors import WriteConflict
from tests.contract.table_store_fixtures import TableHarness

AB = frozenset({"a", "b"})


def update(tables: TableHarness, *changes: Change) -> Item | None:
    tables.write(Update("heads", tables.key(), changes))
    return tables.get()


def test_an_update_leaves_the_other_attributes_alone(tables: TableHarness) -> None:
    tables.put(tables.item(a=1, b=2))

    assert update(tables, SetTo("b", 3), SetTo("c", 4)) == tables.item(a=1, b=3, c=4)


def test_an_update_creates_the_item_that_is_not_there(tables: TableHarness) -> None:
    assert update(tables, SetTo("a", 1)) == tables.item(a=1)


def test_an_update_that_needs_the_item_creates_nothing(tables: TableHarness) -> None:
    with pytest.raises(WriteConflict):
        tables.write(Update("heads", tables.key(), (SetTo("a", 1),), Present("pk")))

    assert tables.get() is None


def test_setting_if_missing_keeps_what_is_there(tables: TableHarness) -> None:
    tables.put(tables.item(a=None))

    changed = update(tables, SetIfMissing("a", 1), SetIfMissing("b", 2))

    assert changed == tables.item(a=None, b=2)


@pytest.mark.parametrize(
    ("start", "by", "expected"), [(5, 2, 7), (5, -7, -2), (0.5, 0.25, 0.75), (0.1, 0.2, 0.3)]
)
def test_an_increase_adds_exactly_to_what_is_there(
    tables: TableHarness, start: float, by: float, expected: float
) -> None:
    tables.put(tables.item(n=start))

    assert update(tables, Increase("n", by)) == tables.item(n=expected)


def test_an_increase_of_nothing_starts_at_zero(tables: TableHarness) -> None:
    assert update(tables, Increase("n", 3)) == tables.item(n=3)
    assert update(tables, Increase("n", -3)) == tables.item(n=0)


def test_members_join_and_leave_a_set(tables: TableHarness) -> None:
    assert update(tables, AddToSet("s", AB)) == tables.item(s=AB)
    assert update(tables, AddToSet("s", frozenset({"b", "c"}))) == tables.item(s=AB | {"c"})
    assert update(tables, RemoveFromSet("s", frozenset({"a", "x"}))) == tables.item(
        s=frozenset({"b", "c"})
    )


def test_an_emptied_set_is_removed(tables: TableHarness) -> None:
    tables.put(tables.item(s=AB))

    assert update(tables, RemoveFromSet("s", AB)) == tables.item()


def test_taking_away_what_is_not_there_is_no_error(tables: TableHarness) -> None:
    tables.put(tables.item(a=1))

    assert update(tables, Remove("x"), RemoveFromSet("y", AB)) == tables.item(a=1)


def test_all_kinds_of_change_work_in_one_update(tables: TableHarness) -> None:
    tables.put(tables.item(a=1, n=1, s=AB, t=AB, gone=1))

    changed = update(
        tables,
        SetTo("a", {"b": [b"x"]}),
        SetIfMissing("i", "new"),
        Increase("n", 1),
        AddToSet("s", frozenset({"c"})),
        RemoveFromSet("t", frozenset({"a"})),
        Remove("gone"),
    )

    assert changed == tables.item(a={"b": [b"x"]}, i="new", n=2, s=AB | {"c"}, t=frozenset({"b"}))


@pytest.mark.parametrize(
    "change",
    [
        Increase("text", 1),
        Increase("set", 1),
        Increase("nothing", 1),
        AddToSet("text", AB),
        RemoveFromSet("number", AB),
    ],
    ids=repr,
)
def test_a_change_that_does_not_fit_the_attribute_is_refused(
    tables: TableHarness, change: Change
) -> None:
    item = tables.item(text="a", number=1, set=AB, nothing=None)
    tables.put(item)

    with pytest.raises(ValueError):
        update(tables, change)
    with pytest.raises(ValueError):
        tables.write(
            Update("heads", tables.key(), (change,)),
            Update("heads", tables.key("m2"), (SetTo("a", 1),)),
        )

    assert tables.get() == item
    assert tables.get("m2") is None


@pytest.mark.parametrize(
    "changes",
    [
        (),
        (SetTo("a", 1), Remove("a")),
        (SetTo("pk", "other"),),
        (Remove("sk"),),
        (SetTo("", 1),),
        (SetTo("s", frozenset()),),
        (AddToSet("s", frozenset()),),
        (RemoveFromSet("s", frozenset()),),
        (SetTo("n", float("nan")),),
        (Increase("n", 10**38),),
        (SetTo("changed_at", "no number"),),
        (SetTo("changed_at", True),),
        (SetIfMissing("changed_at", 2**63),),
        (SetTo("due_shard", ""),),
        (AddToSet("due_shard", AB),),
        (Increase("due_shard", 1),),
        (SetTo("a", "x" * 410_000),),
    ],
    ids=lambda changes: repr(changes)[:60],
)
def test_an_update_that_no_table_takes_is_refused(
    tables: TableHarness, changes: tuple[Change, ...]
) -> None:
    with pytest.raises(ValueError):
        update(tables, *changes)

    assert tables.get() is None


def test_an_item_cannot_grow_beyond_its_limit(tables: TableHarness) -> None:
    tables.put(tables.item(a="x" * 300_000))

    with pytest.raises(ValueError):
        update(tables, SetTo("b", "x" * 200_000))

    assert tables.get() == tables.item(a="x" * 300_000)
