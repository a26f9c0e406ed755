"""What every change feed tells: each change of a streamed table, in order, and nothing else."""

from collections.abc import Iterator

import pytest

from mneme.adapters.sqlite_change_feed import SqliteChangeFeed
from mneme.application.ports.change_feed import ItemChange
from mneme.application.ports.table_store import (
    AddToSet,
    Check,
    Delete,
    Item,
    Missing,
    Present,
    Put,
    SetTo,
    Update,
)
from mneme.domain.errors import WriteConflict
from tests.contract import table_store_fixtures
from tests.contract.table_store_fixtures import TableHarness

Images = tuple[Item | None, Item | None]


@pytest.fixture
def sqlite() -> Iterator[TableHarness]:
    with table_store_fixtures.sqlite_tables(None) as harness:
        yield table_store_fixtures.fresh_partition(harness)


def images(changes: list[ItemChange], sort: str = "m1") -> list[Images]:
    """Return the items before and after each change of one item."""
    return [(change.before, change.after) for change in changes if change.key.sort == sort]


def end_of_feed(tables: TableHarness) -> str:
    """Return a checkpoint behind everything there is."""
    checkpoint = None
    while True:
        page = tables.feed.read("heads", checkpoint, 1000)
        checkpoint = page.checkpoint
        if not page.changes:
            return checkpoint


def test_the_life_of_an_item_is_told_in_order(tables: TableHarness) -> None:
    tables.put(tables.item(version=1))
    tables.write(Update("heads", tables.key(), (SetTo("version", 2),)))
    tables.put(tables.item(version=3, raw=b"\x00", tags=frozenset({"a"}), list=[None, 0.5]))
    tables.write(Delete("heads", tables.key()))

    told = tables.changes()

    third = tables.item(version=3, raw=b"\x00", tags=frozenset({"a"}), list=[None, 0.5])
    assert images(told) == [
        (None, tables.item(version=1)),
        (tables.item(version=1), tables.item(version=2)),
        (tables.item(version=2), third),
        (third, None),
    ]
    assert [change.sequence for change in told] == sorted({change.sequence for change in told})
    assert {(change.table, change.key) for change in told} == {("heads", tables.key())}


def test_a_transaction_tells_each_streamed_item_and_no_other_table(tables: TableHarness) -> None:
    tables.put(tables.item("m2"))

    tables.write(
        Put("revisions", tables.item("m1#1")),
        Put("heads", tables.item("m1")),
        Update("heads", tables.key("m2"), (AddToSet("s", frozenset({"a"})),)),
        Check("heads", tables.key("m3"), Missing("pk")),
    )

    told = tables.changes()

    assert {change.key.sort for change in told} == {"m1", "m2"}
    grown = tables.item("m2", s=frozenset({"a"}))
    assert images(told, "m2")[1:] == [(tables.item("m2"), grown)]


def test_a_failed_transaction_leaves_no_trace(tables: TableHarness) -> None:
    with pytest.raises(WriteConflict):
        tables.write(
            Put("heads", tables.item("m1")),
            Put("heads", tables.item("m2"), Missing("pk")),
            Check("users", tables.key(None), Present("pk")),
        )
    tables.put(tables.item("m3"))

    assert [change.key.sort for change in tables.changes()] == ["m3"]


def test_deleting_nothing_is_not_told(tables: TableHarness) -> None:
    tables.write(Delete("heads", tables.key()))
    tables.put(tables.item("m2"))

    assert [change.key.sort for change in tables.changes()] == ["m2"]


def test_a_reader_goes_on_where_its_checkpoint_stands(tables: TableHarness) -> None:
    checkpoint: str = end_of_feed(tables)
    tables.put(*(tables.item(f"m{number}") for number in range(5)))
    found = []

    for _ in range(5):
        page = tables.feed.read("heads", checkpoint, 1)
        found += [change.key.sort for change in page.changes]
        checkpoint = page.checkpoint

    assert found == ["m0", "m1", "m2", "m3", "m4"]
    assert tables.feed.read("heads", checkpoint, 10).changes == ()


def test_an_empty_page_gives_a_checkpoint_that_later_changes_follow(tables: TableHarness) -> None:
    checkpoint = end_of_feed(tables)
    assert tables.feed.read("heads", checkpoint, 10).checkpoint == checkpoint

    tables.put(tables.item())

    page = tables.feed.read("heads", checkpoint, 10)
    assert images(list(page.changes)) == [(None, tables.item())]


def test_a_page_read_again_tells_the_same(tables: TableHarness) -> None:
    checkpoint = end_of_feed(tables)
    tables.put(tables.item(), tables.item("m2"))

    assert tables.feed.read("heads", checkpoint, 10) == tables.feed.read("heads", checkpoint, 10)


def test_a_table_without_stream_has_no_feed(tables: TableHarness) -> None:
    with pytest.raises(ValueError, match="users has no stream"):
        tables.feed.read("users", None, 10)


@pytest.mark.parametrize("checkpoint", ["", "nowhere", "[]"])
def test_a_checkpoint_that_is_none_is_refused(tables: TableHarness, checkpoint: str) -> None:
    with pytest.raises(ValueError):
        tables.feed.read("heads", checkpoint, 10)


def test_a_trimmed_feed_keeps_what_its_reader_has_not_seen(sqlite: TableHarness) -> None:
    assert isinstance(sqlite.feed, SqliteChangeFeed)
    sqlite.put(*(sqlite.item(f"m{number}") for number in range(4)))
    seen = sqlite.feed.read("heads", None, 3).checkpoint

    sqlite.feed.trim("heads", seen)

    assert [change.key.sort for change in sqlite.changes()] == ["m3"]


def test_a_feed_trimmed_to_nothing_never_reuses_a_checkpoint(sqlite: TableHarness) -> None:
    assert isinstance(sqlite.feed, SqliteChangeFeed)
    sqlite.put(sqlite.item("m1"), sqlite.item("m2"))
    seen = end_of_feed(sqlite)
    sqlite.feed.trim("heads", seen)

    sqlite.put(sqlite.item("m3"))

    page = sqlite.feed.read("heads", seen, 10)
    assert [change.key.sort for change in page.changes] == ["m3"]


def test_a_replayed_table_comes_again_as_it_stands_now(sqlite: TableHarness) -> None:
    assert isinstance(sqlite.feed, SqliteChangeFeed)
    sqlite.put(sqlite.item("m1"), sqlite.item("m2"))
    seen = end_of_feed(sqlite)

    sqlite.feed.replay("heads")

    page = sqlite.feed.read("heads", seen, 10)
    assert [change.key.sort for change in page.changes] == ["m1", "m2"]
    assert all(change.before is None and change.after for change in page.changes)
