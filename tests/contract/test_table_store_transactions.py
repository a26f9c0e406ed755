"""What every table store promises of a transaction: all of it or nothing, and one winner."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import pytest

from mneme.application.ports.table_store import (
    Action,
    All,
    Check,
    Delete,
    Equals,
    Increase,
    Item,
    Key,
    Missing,
    Not,
    Present,
    Put,
    SetTo,
    Update,
)
from mneme.domain.errors import WriteConflict
from tests.contract.table_store_fixtures import TENANT, TableHarness

WRITERS = 4
ROUNDS = 5


@pytest.fixture
def shared(tables: TableHarness) -> TableHarness:
    if tables.kind == "moto":
        pytest.skip("moto does not keep the transactions of several threads apart")
    return tables


def test_actions_on_several_tables_are_carried_out_together(tables: TableHarness) -> None:
    tables.put(tables.item("old"))
    user: Item = {"pk": tables.partition, "epoch": 1}
    tables.put(user, table="users")

    tables.write(
        Put("heads", tables.item("new")),
        Update("counters", tables.key("TOTAL"), (Increase("n", 1),)),
        Delete("heads", tables.key("old")),
        Check("users", tables.key(None), Equals("epoch", 1)),
    )

    assert tables.get("new") == tables.item("new")
    assert tables.get("TOTAL", table="counters") == tables.item("TOTAL", n=1)
    assert tables.get("old") is None
    assert tables.get(None, table="users") == user


def test_nothing_is_written_if_the_last_condition_fails(tables: TableHarness) -> None:
    tables.put(tables.item("kept", a=1))

    with pytest.raises(WriteConflict) as conflict:
        tables.write(
            Put("heads", tables.item("new")),
            Update("heads", tables.key("kept"), (SetTo("a", 2),)),
            Delete("heads", tables.key("other")),
            Check("users", tables.key(None), Present("pk")),
        )

    assert conflict.value.failed == (3,)
    assert tables.get("new") is None
    assert tables.get("kept") == tables.item("kept", a=1)


def test_a_conflict_names_every_condition_that_failed(tables: TableHarness) -> None:
    tables.put(tables.item("a"), tables.item("b"))

    with pytest.raises(WriteConflict) as conflict:
        tables.write(
            Put("heads", tables.item("a"), Missing("pk")),
            Put("heads", tables.item("c"), Missing("pk")),
            Check("heads", tables.key("b"), Missing("pk")),
            Put("heads", tables.item("d")),
        )

    assert conflict.value.failed == (0, 2)


def test_conditions_see_the_state_before_the_transaction(tables: TableHarness) -> None:
    tables.write(
        Put("heads", tables.item("a")),
        Check("heads", tables.key("b"), Missing("pk")),
        Put("counters", tables.item("a"), Missing("pk")),
    )

    assert tables.get("a") == tables.item("a")


def test_a_hundred_actions_fit_and_one_more_does_not(tables: TableHarness) -> None:
    puts = [Put("guards", tables.item(f"g{number:03}")) for number in range(101)]

    with pytest.raises(ValueError, match="100 actions"):
        tables.write(*puts)
    tables.write(*puts[:100])

    assert tables.get("g099", table="guards") is not None
    assert tables.get("g100", table="guards") is None


@pytest.mark.parametrize(
    "actions",
    [
        [],
        [Put("heads", {"pk": "p", "sk": "m"}), Delete("heads", Key("p", "m"))],
        [Check("heads", Key("p", "m"), Present("pk")), Delete("heads", Key("p", "m"))],
        [Put("heads", {"pk": "p"})],
        [Put("heads", {"pk": "", "sk": "m"})],
        [Put("heads", {"pk": "p", "sk": 1})],
        [Delete("heads", Key("p", ""))],
        [Delete("users", Key("p", "m"))],
        [Put("heads", {"pk": "p", "sk": "m", "a": frozenset()})],
        [Put("heads", {"pk": "p", "sk": "m", "a": [{"b": frozenset()}]})],
        [Put("heads", {"pk": "p", "sk": "m", "": 1})],
        [Put("heads", {"pk": "p", "sk": "m", "a": float("inf")})],
        [Put("heads", {"pk": "p", "sk": "m", "a": 1e-131})],
        [Put("heads", {"pk": "p", "sk": "m", "a": "\ud800"})],
        [Put("heads", {"pk": "p", "sk": "m", "due_at": "soon"})],
        [Put("heads", {"pk": "p", "sk": "m", "a": b"x" * 409_600})],
        [Put("revisions", {"pk": "p", "sk": str(n), "a": b"x" * 400_000}) for n in range(11)],
        [Delete("heads", Key("p", "m"), Equals("a", frozenset()))],
        [Delete("heads", Key("p", "m"), Not(All((Present(""),))))],
    ],
    ids=lambda actions: repr(actions)[:70],
)
def test_a_transaction_that_no_table_takes_is_refused(
    tables: TableHarness, actions: Sequence[Action]
) -> None:
    with pytest.raises(ValueError):
        tables.write(*actions)

    assert tables.store.get(TENANT, "heads", Key("p", "m")) is None


def test_the_same_key_in_two_tables_is_two_items(tables: TableHarness) -> None:
    tables.write(Put("heads", tables.item(a=1)), Put("revisions", tables.item(a=2)))

    assert tables.get() == tables.item(a=1)
    assert tables.get(table="revisions") == tables.item(a=2)


def test_an_item_little_below_the_limit_is_stored(tables: TableHarness) -> None:
    item = tables.item(a="x" * 400_000)

    tables.put(item)

    assert tables.get() == item


def test_of_writers_that_race_for_an_item_exactly_one_wins(shared: TableHarness) -> None:
    def claim(writer: int, sort: str) -> bool:
        # Two actions: a plain write of one item is no transaction in DynamoDB.
        claimed = Put("guards", shared.item(sort, by=writer), Missing("pk"))
        counted = Update("counters", shared.key(f"{sort}-{writer}"), (Increase("n", 1),))
        while True:
            try:
                shared.write(claimed, counted)
            except WriteConflict as conflict:
                if conflict.failed:
                    return False
            else:
                return True

    with ThreadPoolExecutor(WRITERS) as pool:
        for number in range(ROUNDS):
            sort = f"race{number}"
            won = list(pool.map(claim, range(WRITERS), [sort] * WRITERS))

            holder = shared.get(sort, table="guards")
            assert won.count(True) == 1
            assert holder == shared.item(sort, by=won.index(True))


def test_increases_that_race_are_all_counted(shared: TableHarness) -> None:
    def count(_: int) -> None:
        shared.write(Update("counters", shared.key("TOTAL"), (Increase("n", 1),)))

    with ThreadPoolExecutor(WRITERS) as pool:
        list(pool.map(count, range(40)))

    assert shared.get("TOTAL", table="counters") == shared.item("TOTAL", n=40)
