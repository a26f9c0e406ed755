"""How every table store pages through a partition, of a table or of one of its indexes."""

from dataclasses import replace

import pytest

from mneme.application.ports.table_store import (
    Delete,
    Item,
    Put,
    Query,
    Remove,
    SetTo,
    SortRange,
    Update,
)
from mneme.domain.errors import InvalidRequest
from tests.contract.table_store_fixtures import TableHarness

SORTS = ["A", "Z", "a", "b", "b#1", "b%231", "é", "数", "\uffff", "🍕"]
"""In the order of their UTF-8 bytes."""


@pytest.fixture
def letters(tables: TableHarness) -> TableHarness:
    """Return tables whose partition holds an item of each sort key."""
    tables.write(*(Put("guards", tables.item(sort, at=sort)) for sort in reversed(SORTS)))
    return tables


@pytest.fixture
def changed(tables: TableHarness) -> TableHarness:
    """Return tables with seven heads, changed in the order m6 … m0; m7 never changed."""
    heads = (tables.item(f"m{number}", changed_at=-10 * number, text="x") for number in range(7))
    tables.write(*(Put("heads", head) for head in heads), Put("heads", tables.item("m7")))
    return tables


def follow(tables: TableHarness, query: Query) -> list[Item]:
    """Return the items of all pages."""
    items: list[Item] = []
    for _ in range(50):
        page = tables.page(query)
        assert len(page.items) <= query.limit
        items += page.items
        if page.cursor is None:
            return items
        query = replace(query, cursor=page.cursor)
    raise AssertionError("the cursors lead in a circle")


def test_items_come_in_the_order_of_their_bytes(letters: TableHarness) -> None:
    assert letters.sorts(Query("guards", letters.partition)) == SORTS
    down = Query("guards", letters.partition, descending=True)
    assert letters.sorts(down) == SORTS[::-1]


def test_a_query_returns_whole_items_of_one_partition(letters: TableHarness) -> None:
    letters.put({"pk": letters.partition + "1", "sk": "other"}, table="guards")

    page = letters.page(Query("guards", letters.partition))

    assert page.items == tuple(letters.item(sort, at=sort) for sort in SORTS)
    assert page.cursor is None


def test_an_empty_partition_gives_an_empty_last_page(tables: TableHarness) -> None:
    page = tables.page(Query("guards", tables.partition))

    assert (page.items, page.cursor) == ((), None)


def test_a_table_without_order_has_one_item_per_query(tables: TableHarness) -> None:
    tables.put({"pk": tables.partition, "epoch": 1}, table="users")

    page = tables.page(Query("users", tables.partition))

    assert page.items == ({"pk": tables.partition, "epoch": 1},)
    assert page.cursor is None


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [
        ("b", "é", ["b", "b#1", "b%231", "é"]),
        ("b", None, SORTS[3:]),
        (None, "b", SORTS[:4]),
        ("b", "b", ["b"]),
        ("b#", "b$", ["b#1"]),
        ("c", "d", []),
        ("é", "b", []),
    ],
)
def test_both_bounds_of_a_range_belong_to_it(
    letters: TableHarness, low: str | None, high: str | None, expected: list[str]
) -> None:
    query = Query("guards", letters.partition, sort=SortRange(low, high))

    assert letters.sorts(query) == expected
    assert letters.sorts(replace(query, descending=True)) == expected[::-1]


@pytest.mark.parametrize("limit", [1, 3, 5, 10, 11])
@pytest.mark.parametrize("descending", [False, True])
def test_cursors_lead_through_all_items_once(
    letters: TableHarness, limit: int, descending: bool
) -> None:
    query = Query("guards", letters.partition, limit=limit, descending=descending)

    found = [item["sk"] for item in follow(letters, query)]

    assert found == (SORTS[::-1] if descending else SORTS)


def test_a_cursor_goes_on_after_its_item_is_gone(letters: TableHarness) -> None:
    query = Query("guards", letters.partition, limit=4)
    first = letters.page(query)
    letters.write(Delete("guards", letters.key("b")), Put("guards", letters.item("b!")))

    rest = letters.sorts(replace(query, limit=1000, cursor=first.cursor))

    assert rest == ["b!", *SORTS[4:]]


def test_a_page_ends_at_a_megabyte(tables: TableHarness) -> None:
    for number in range(4):
        tables.put(tables.item(f"r{number}", content=b"x" * 390_000), table="revisions")
    query = Query("revisions", tables.partition)

    first = tables.page(query)

    assert 1 < len(first.items) < 4
    assert [item["sk"] for item in follow(tables, query)] == ["r0", "r1", "r2", "r3"]


def test_an_index_has_its_own_order_and_keys_only(changed: TableHarness) -> None:
    query = Query("heads", changed.partition, index="changed")

    page = changed.page(query)

    assert page.items == tuple(changed.item(f"m{n}", changed_at=-10 * n) for n in range(6, -1, -1))
    assert changed.sorts(replace(query, descending=True)) == [f"m{n}" for n in range(7)]


def test_an_index_range_is_of_numbers(changed: TableHarness) -> None:
    query = Query("heads", changed.partition, index="changed", sort=SortRange(-50, -9))

    assert changed.sorts(query) == ["m5", "m4", "m3", "m2", "m1"]
    assert [item["sk"] for item in follow(changed, replace(query, limit=2))] == [
        "m5", "m4", "m3", "m2", "m1"
    ]  # fmt: skip


def test_an_item_enters_moves_in_and_leaves_an_index(changed: TableHarness) -> None:
    query = Query("heads", changed.partition, index="changed", sort=SortRange(-10, None))

    changed.write(
        Update("heads", changed.key("m7"), (SetTo("changed_at", 5.5),)),
        Update("heads", changed.key("m1"), (SetTo("changed_at", 7),)),
        Update("heads", changed.key("m0"), (Remove("changed_at"),)),
    )

    assert changed.sorts(query) == ["m7", "m1"]


def test_items_of_equal_order_are_all_found(tables: TableHarness) -> None:
    sorts = [f"m{number}" for number in range(9)]
    tables.write(*(Put("heads", tables.item(sort, changed_at=1)) for sort in sorts))
    query = Query("heads", tables.partition, index="changed", limit=2)

    assert sorted(str(item["sk"]) for item in follow(tables, query)) == sorts


def test_a_global_index_gathers_partitions_and_skips_items_without_its_keys(
    tables: TableHarness,
) -> None:
    shard = f"shard-of-{tables.partition}"
    other = tables.partition + "-other"
    due = [
        tables.item("m1", due_shard=shard, due_at=20),
        tables.item("m2", due_shard=shard, due_at=3),
    ]
    due.append({"pk": other, "sk": "m1", "due_shard": shard, "due_at": 3.5})
    tables.put(*due, tables.item("m3", due_at=1), tables.item("m4", due_shard=shard))
    query = Query("heads", shard, index="due", consistent=False)

    assert tables.page(query).items == (due[1], due[2], due[0])
    assert follow(tables, replace(query, limit=1)) == [due[1], due[2], due[0]]
    assert tables.page(replace(query, sort=SortRange(4))).items == (due[0],)


def test_a_global_index_may_be_ordered_by_the_tables_own_sort_key(tables: TableHarness) -> None:
    memory = f"{tables.partition}#m1"
    records = [tables.item(f"{number:03}", memory_key=memory) for number in range(5)]
    tables.put(*records, tables.item("900", memory_key=memory + "0"), table="change_log")
    query = Query("change_log", memory, index="by_memory", limit=2, consistent=False)

    assert follow(tables, query) == records
    assert follow(tables, replace(query, sort=SortRange("001", "003"))) == records[1:4]


def test_a_cursor_of_another_list_is_refused(changed: TableHarness) -> None:
    query = Query("heads", changed.partition, limit=2)
    cursor = changed.page(query).cursor
    assert cursor is not None
    elsewhere = [
        replace(query, partition=changed.partition + "1"),
        replace(query, table="guards"),
        replace(query, index="changed"),
        replace(query, descending=True),
        replace(query, sort=SortRange("m5", None)),
    ]

    for other in elsewhere:
        with pytest.raises(InvalidRequest) as refused:
            changed.page(replace(other, cursor=cursor))
        assert refused.value.field == "cursor"


@pytest.mark.parametrize(
    "cursor", ["", "x", "W10=", "bnVsbA==", "é", "W1tbW1tb" * 900, "e30" * 5000]
)
def test_a_cursor_that_is_none_is_refused(tables: TableHarness, cursor: str) -> None:
    for query in (Query("heads", tables.partition), Query("users", tables.partition)):
        with pytest.raises(InvalidRequest):
            tables.page(replace(query, cursor=cursor))


@pytest.mark.parametrize(
    "query",
    [
        Query("heads", ""),
        Query("heads", "p", limit=0),
        Query("heads", "p", limit=1001),
        Query("heads", "p", index="due"),
        Query("heads", "p", sort=SortRange(1)),
        Query("heads", "p", sort=SortRange("")),
        Query("heads", "p", index="changed", sort=SortRange(high="a")),
        Query("users", "p", sort=SortRange("a")),
    ],
    ids=repr,
)
def test_a_query_that_no_table_answers_is_refused(tables: TableHarness, query: Query) -> None:
    with pytest.raises(ValueError):
        tables.page(query)
