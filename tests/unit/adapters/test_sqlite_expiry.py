"""Items of an expiring table go as DynamoDB lets them go: late, and told of in the stream."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from mneme.adapters.sqlite_change_feed import SqliteChangeFeed
from mneme.adapters.sqlite_database import SqliteDatabase
from mneme.adapters.sqlite_table_store import SqliteTableStore
from mneme.adapters.table_layout import TableLayout
from mneme.application.ports.table_store import Key, Put, Query, Value
from mneme.domain.tenancy import internal_context

ACME = internal_context("acme")
PLAIN = TableLayout("t", "t", sorted=True, stream=False, indexes={})
EXPIRING = TableLayout("t", "t", sorted=True, stream=False, indexes={}, expiring=True)
STREAMED = TableLayout("t", "t", sorted=True, stream=True, indexes={}, expiring=True)
NOW = datetime(2026, 3, 1, tzinfo=UTC)
SECOND = int(NOW.timestamp())


def _opened(layout: TableLayout, path: Path | None = None) -> SqliteTableStore:
    return SqliteTableStore(SqliteDatabase(path), {"t": layout})


def _put(store: SqliteTableStore, sort: str, **attributes: Value) -> None:
    store.transact(ACME, [Put("t", {"pk": "acme#u", "sk": sort, **attributes})])


def _left(store: SqliteTableStore) -> list[str]:
    return [str(row["sk"]) for row in store.query(ACME, Query("t", "acme#u")).items]


def test_what_has_expired_goes_and_nothing_else() -> None:
    store = _opened(EXPIRING)
    _put(store, "past", expires_at=SECOND - 1)
    _put(store, "now", expires_at=SECOND)
    _put(store, "later", expires_at=SECOND + 1)
    _put(store, "never")
    _put(store, "no number", expires_at="2020-01-01")

    assert store.expire("t", NOW, 10) == 2

    assert _left(store) == ["later", "never", "no number"]


def test_what_was_given_more_time_stays() -> None:
    store = _opened(EXPIRING)
    _put(store, "m", expires_at=SECOND - 1)
    _put(store, "m", expires_at=SECOND + 60)

    assert store.expire("t", NOW, 10) == 0


def test_pages_are_bounded_and_begin_with_what_expired_first() -> None:
    store = _opened(EXPIRING)
    for number in range(5):
        _put(store, f"m{number}", expires_at=SECOND - number)

    assert [store.expire("t", NOW, 2) for _ in range(4)] == [2, 2, 1, 0]
    assert _left(store) == []


def test_a_stream_tells_of_it_as_of_any_deletion() -> None:
    database = SqliteDatabase(None)
    store = SqliteTableStore(database, {"t": STREAMED})
    feed = SqliteChangeFeed(database, {"t": STREAMED})
    _put(store, "m", expires_at=SECOND)
    written = feed.read("t", None, 10)

    store.expire("t", NOW, 10)

    [change] = feed.read("t", written.checkpoint, 10).changes
    assert (change.key, change.after) == (Key("acme#u", "m"), None)
    assert change.before == {"pk": "acme#u", "sk": "m", "expires_at": SECOND}


def test_items_from_before_the_table_let_them_expire_go_as_well(tmp_path: Path) -> None:
    _put(_opened(PLAIN, tmp_path / "t.db"), "m", expires_at=SECOND)

    store = _opened(EXPIRING, tmp_path / "t.db")

    assert store.expire("t", NOW, 10) == 1
    assert _left(store) == []


@pytest.mark.parametrize("layout", [EXPIRING, STREAMED])
def test_nothing_expired_changes_nothing(layout: TableLayout) -> None:
    store = _opened(layout)
    _put(store, "m")

    assert (store.expire("t", NOW, 10), _left(store)) == (0, ["m"])
