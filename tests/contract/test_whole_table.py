"""A table is read from end to end, page by page, whatever store it is in."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from mneme.application.ports.table_store import Delete, Item
from tests.contract.table_store_fixtures import TableHarness

TABLE = "operations"


def _pages(tables: TableHarness, limit: int) -> Iterator[tuple[Item, ...]]:
    cursor = None
    while True:
        page = tables.whole.page(TABLE, cursor, limit)
        yield page.items
        cursor = page.cursor
        if cursor is None:
            return


def _met(tables: TableHarness, limit: int, partitions: list[str]) -> list[tuple[str, str]]:
    """Return the keys that are met in these partitions: other tests have theirs."""
    keys = [(str(row["pk"]), str(row["sk"])) for page in _pages(tables, limit) for row in page]
    return [key for key in keys if key[0] in partitions]


@pytest.mark.parametrize("limit", [1, 2, 3, 1000])
def test_every_row_of_every_partition_is_met_once(tables: TableHarness, limit: int) -> None:
    partitions = [tables.partition, f"{tables.partition}-another", f"zenith#{tables.partition}"]
    wanted = set()
    for partition in partitions:
        of_partition = replace(tables, partition=partition)
        for sort in ("a", "b", "c"):
            of_partition.put(of_partition.item(sort), table=TABLE)
            wanted.add((partition, sort))

    met = _met(tables, limit, partitions)

    assert len(met) == len(wanted)
    assert set(met) == wanted


def test_a_page_holds_whole_rows_and_no_more_than_it_may(tables: TableHarness) -> None:
    tables.put(tables.item("a", raw=b"1", number=3), tables.item("b"), table=TABLE)

    pages = list(_pages(tables, 1))

    assert all(len(page) <= 1 for page in pages)
    assert tables.item("a", raw=b"1", number=3) in [row for page in pages for row in page]


def test_a_row_that_is_gone_meanwhile_is_not_met_and_the_rest_is(tables: TableHarness) -> None:
    for sort in ("a", "b", "c"):
        tables.put(tables.item(sort), table=TABLE)
    met: list[str] = []
    for page in _pages(tables, 1):
        met += [str(row["sk"]) for row in page if row["pk"] == tables.partition]
        if met == ["a"]:
            tables.write(Delete(TABLE, tables.key("a")))
            tables.write(Delete(TABLE, tables.key("b")))

    assert met in (["a", "c"], ["a", "b", "c"])
