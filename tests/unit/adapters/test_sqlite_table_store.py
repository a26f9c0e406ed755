"""Where the SQLite table store holds to DynamoDB's rules that emulators let pass."""

from collections.abc import Iterator

import pytest

from mneme.adapters.sqlite_change_feed import SqliteChangeFeed
from mneme.adapters.sqlite_database import SqliteDatabase
from mneme.adapters.sqlite_table_store import SqliteTableStore
from mneme.adapters.table_layout import IndexLayout, TableLayout
from mneme.application.ports.table_store import (
    Action,
    Change,
    Increase,
    Item,
    Key,
    Put,
    Remove,
    RemoveFromSet,
    SetTo,
    Update,
)
from mneme.domain.tenancy import internal_context

TENANT = internal_context("acme")
INDEX = IndexLayout("by_age", partition_attribute="pk", sort_attribute="age", numeric=True)
LAYOUTS = {"t": TableLayout("t", "t", sorted=True, stream=True, indexes={"by_age": INDEX})}


class Tables:
    """One streamed table in memory."""

    def __init__(self) -> None:
        self.database = SqliteDatabase(None)
        self.store = SqliteTableStore(self.database, LAYOUTS)
        self.feed = SqliteChangeFeed(self.database, LAYOUTS)

    def write(self, *actions: Action) -> None:
        self.store.transact(TENANT, actions)

    def get(self, sort: str = "m") -> Item | None:
        return self.store.get(TENANT, "t", Key("p", sort))

    def told(self) -> list[tuple[Item | None, Item | None]]:
        changes = self.feed.read("t", None, 100).changes
        return [(change.before, change.after) for change in changes]


@pytest.fixture
def tables() -> Iterator[Tables]:
    opened = Tables()
    yield opened
    opened.database.close()


def item(sort: str = "m", **attributes: int | str) -> Item:
    return {"pk": "p", "sk": sort, **attributes}


def update(*changes: Change, sort: str = "m") -> Update:
    return Update("t", Key("p", sort), changes)


@pytest.mark.parametrize("change", [Remove("a"), RemoveFromSet("a", frozenset({"x"}))])
def test_taking_away_from_an_item_that_is_not_there_creates_none(
    tables: Tables, change: Change
) -> None:
    tables.write(update(change))

    assert tables.get() is None
    assert tables.told() == []


def test_a_write_that_changes_nothing_is_not_told(tables: Tables) -> None:
    tables.write(Put("t", item(a=1, b="x")))

    tables.write(Put("t", item(b="x", a=1)))
    tables.write(update(SetTo("a", 1.0), Remove("c")))
    tables.write(update(SetTo("a", True)))

    assert tables.told() == [
        (None, item(a=1, b="x")),
        (item(a=1, b="x"), {**item(b="x"), "a": True}),
    ]


def test_an_index_number_cannot_outgrow_its_order(tables: Tables) -> None:
    tables.write(Put("t", item(age=2**63 - 1)))

    with pytest.raises(ValueError, match="64 bits"):
        tables.write(update(Increase("age", 1)))

    assert tables.get() == item(age=2**63 - 1)


def test_updates_of_items_too_large_for_one_transaction_are_refused(tables: Tables) -> None:
    sorts = [f"m{number}" for number in range(11)]
    for sort in sorts:
        tables.write(Put("t", item(sort, text="x" * 390_000)))

    with pytest.raises(ValueError, match="4 MB"):
        tables.write(*(update(SetTo("a", 1), sort=sort) for sort in sorts))

    assert tables.get("m0") == item("m0", text="x" * 390_000)
