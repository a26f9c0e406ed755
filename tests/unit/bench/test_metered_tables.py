"""Capacity is counted by table, for what the real adapter would send."""

import pytest

from bench.write.metered_tables import MeteredTables
from mneme.adapters.sqlite_database import SqliteDatabase
from mneme.adapters.sqlite_table_store import SqliteTableStore
from mneme.application.ports.table_store import Check, Delete, Key, Missing, Present, Put, Query
from mneme.domain.errors import WriteConflict
from mneme.domain.tenancy import internal_context
from tests.doubles.world import LAYOUTS

ACME = internal_context("acme")
PLACE = Key("acme#u", "a")


def _row(size: int = 10, sort: str = "a") -> Put:
    return Put("guards", {"pk": PLACE.partition, "sk": sort, "x": b"0" * size})


@pytest.fixture
def tables() -> MeteredTables:
    return MeteredTables(SqliteTableStore(SqliteDatabase(), LAYOUTS), LAYOUTS)


def test_one_action_is_a_plain_write_and_several_are_a_transaction(tables: MeteredTables) -> None:
    tables.transact(ACME, [_row()])
    assert tables.taken().writes == {"guards": 1}

    tables.transact(ACME, [_row(), _row(3000, "b")])
    assert tables.taken().writes == {"guards": 2 + 6}


def test_a_check_costs_as_much_as_a_write_in_a_transaction(tables: MeteredTables) -> None:
    tables.transact(ACME, [Check("guards", PLACE, Missing("pk"))])

    assert tables.taken().written == 2


def test_a_refused_transaction_costs_as_much_as_one_carried_out(tables: MeteredTables) -> None:
    with pytest.raises(WriteConflict):
        tables.transact(ACME, [_row(), Check("guards", Key("acme#u", "b"), Present("pk"))])

    assert tables.taken().written == 4


def test_reads_count_item_by_item_but_a_query_counts_its_items_together(
    tables: MeteredTables,
) -> None:
    tables.transact(ACME, [_row(2000, "a"), _row(2000, "b")])
    assert tables.taken().read == 0

    found = tables.batch_get(ACME, "guards", [PLACE, Key("acme#u", "b"), Key("acme#u", "none")])
    taken = tables.taken()
    assert (len(found), taken.read, taken.items) == (2, 3, 3)

    page = tables.query(ACME, Query("guards", "acme#u", consistent=False))
    taken = tables.taken()
    assert (len(page.items), taken.reads, taken.items) == (2, {"guards": 0.5}, 2)

    assert tables.get(ACME, "guards", PLACE) is not None
    assert tables.taken().read == 1


def test_what_was_taken_is_not_counted_again(tables: MeteredTables) -> None:
    tables.transact(ACME, [_row()])

    assert tables.taken().written == 1
    assert tables.taken().written == 0


def test_bytes_are_kept_until_their_item_is_deleted(tables: MeteredTables) -> None:
    tables.transact(ACME, [_row(100)])
    tables.transact(ACME, [_row(150)])
    assert tables.taken().stored == 150 + len("pkskxacme#ua")

    tables.transact(ACME, [Delete("guards", PLACE)])
    assert tables.taken().stored == -(150 + len("pkskxacme#ua"))


def test_transactions_with_the_change_log_are_commits(tables: MeteredTables) -> None:
    record = Put("change_log", {"pk": "acme#u", "sk": "1", "memory_key": "acme#u#m"})

    tables.transact(ACME, [_row(), record])
    tables.transact(ACME, [_row()])

    consumed = tables.taken()
    assert (consumed.commits, consumed.written) == (5, 6)
