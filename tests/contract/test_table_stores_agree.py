"""Whatever is asked of them, SQLite and DynamoDB give the same answer and hold the same items."""

from collections.abc import Iterator

import pytest
from hypothesis import given, settings

from mneme.adapters.table_conditions import same_items
from mneme.application.ports.table_store import Action, Item, Query
from mneme.domain.errors import WriteConflict
from tests.contract import table_store_fixtures
from tests.contract.table_store_fixtures import TENANT, TableHarness
from tests.contract.transaction_programs import Program, everything, placed, programs


@pytest.fixture(scope="module")
def sqlite() -> Iterator[TableHarness]:
    with table_store_fixtures.sqlite_tables(None) as harness:
        yield harness


@pytest.fixture(scope="module")
def moto() -> Iterator[TableHarness]:
    with table_store_fixtures.moto_tables() as harness:
        yield harness


@pytest.fixture(scope="module")
def emulated(emulator_url: str) -> TableHarness:
    return table_store_fixtures.dynamodb_tables(emulator_url)


@settings(max_examples=60)
@given(program=programs(typed=True))
def test_sqlite_does_what_moto_does(
    sqlite: TableHarness, moto: TableHarness, program: Program
) -> None:
    run_in_both(sqlite, moto, program)


@pytest.mark.emulator
@settings(max_examples=100)
@given(program=programs(typed=False))
def test_sqlite_does_what_the_emulator_does(
    sqlite: TableHarness, emulated: TableHarness, program: Program
) -> None:
    run_in_both(sqlite, emulated, program)


def run_in_both(sqlite: TableHarness, dynamodb: TableHarness, program: Program) -> None:
    partition = table_store_fixtures.fresh_partition(sqlite).partition

    for transaction in program:
        actions = placed(transaction, partition)
        assert outcome(sqlite, actions) == outcome(dynamodb, actions)

    for query in everything(partition):
        assert_same_pages(sqlite, dynamodb, query)


def outcome(tables: TableHarness, actions: list[Action]) -> str:
    """Return how a transaction ended, the failed positions included."""
    try:
        tables.write(*actions)
    except WriteConflict as conflict:
        return f"conflict at {conflict.failed}"
    except ValueError:
        return "refused"
    return "done"


def assert_same_pages(sqlite: TableHarness, dynamodb: TableHarness, query: Query) -> None:
    """Require equal items; those of equal order may come in any order."""
    ours, theirs = (
        sorted(tables.store.query(TENANT, query).items, key=position)
        for tables in (sqlite, dynamodb)
    )
    assert len(ours) == len(theirs)
    assert all(map(same_items, ours, theirs)), (ours, theirs)


def position(item: Item) -> str:
    return str(item["sk"])
