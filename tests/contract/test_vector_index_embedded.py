"""What only the embedded index has to do: share a file, keep its memory current and bounded."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from sqlite3 import Connection

import pytest

from mneme.adapters.embedded_index import EmbeddedIndex
from mneme.adapters.sqlite_database import SqliteDatabase
from mneme.domain.errors import Unavailable
from mneme.domain.tenancy import internal_context
from tests.contract.vector_index_builders import (
    DIMENSIONS,
    IndexHarness,
    document,
    query,
    tombstone,
    vector,
)

TENANT = internal_context("acme")
_FROM_BEFORE_SCHEMAS = "PRAGMA user_version = 0"


def opened(path: Path, cache_bytes: int = 10_000_000) -> IndexHarness:
    """Return an index on the file, as another process would open it."""
    index = EmbeddedIndex(SqliteDatabase(path), dimensions=DIMENSIONS, cache_bytes=cache_bytes)
    return IndexHarness(index, TENANT, refresh=lambda: None)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "index.sqlite"


def test_entries_and_their_versions_outlive_the_process(path: Path) -> None:
    writer = opened(path)
    user = writer.user()
    writer.write(document(user, "kept", version=3), tombstone(user, "gone", version=3))

    later = opened(path)
    later.write(document(user, "kept", version=2, terms=("old",)), document(user, "gone"))

    assert later.hits(query(user))["kept", 1].terms == ("tea",)
    assert later.found(query(user)) == {"kept"}


def test_an_index_of_another_schema_is_emptied_and_written_again(path: Path) -> None:
    user = opened(path).user()
    opened(path).write(document(user, "old"))
    database = SqliteDatabase(path)
    with database.write() as connection:
        connection.execute("PRAGMA user_version = 1")
    rebuilt: list[str] = []

    index = EmbeddedIndex(database, dimensions=DIMENSIONS, rebuild=lambda: rebuilt.append("once"))

    assert index.search(TENANT, query(user)).hits == ()
    assert rebuilt == ["once"]


def test_an_index_from_before_schemas_is_of_another_one(path: Path) -> None:
    user = opened(path).user()
    opened(path).write(document(user, "old"))
    database = SqliteDatabase(path)
    with database.write() as connection:
        connection.execute(_FROM_BEFORE_SCHEMAS)
    rebuilt: list[str] = []

    EmbeddedIndex(database, dimensions=DIMENSIONS, rebuild=lambda: rebuilt.append("once"))

    assert rebuilt == ["once"]


@pytest.mark.parametrize("older", ["PRAGMA user_version = 1", _FROM_BEFORE_SCHEMAS])
def test_a_rebuilding_that_failed_is_begun_anew_by_the_next_process(path: Path, older: str) -> None:
    user = opened(path).user()
    opened(path).write(document(user, "old"))
    database = SqliteDatabase(path)
    with database.write() as connection:
        connection.execute(older)
    rebuilt: list[str] = []

    def dies() -> None:
        raise Unavailable("out of space")

    with pytest.raises(Unavailable):
        EmbeddedIndex(database, dimensions=DIMENSIONS, rebuild=dies)
    EmbeddedIndex(SqliteDatabase(path), rebuild=lambda: rebuilt.append("again"))

    assert rebuilt == ["again"]


def test_a_new_index_is_written_with_all_that_was_there_before_it(path: Path) -> None:
    rebuilt: list[str] = []

    for _ in range(2):
        EmbeddedIndex(SqliteDatabase(path), rebuild=lambda: rebuilt.append("once"))

    assert rebuilt == ["once"]


def test_a_current_index_is_left_as_it_is(path: Path) -> None:
    user = opened(path).user()
    opened(path).write(document(user, "kept"))

    def unwanted() -> None:
        raise AssertionError("nothing is wrong with it")

    again = EmbeddedIndex(SqliteDatabase(path), dimensions=DIMENSIONS, rebuild=unwanted)

    assert len(again.search(TENANT, query(user)).hits) == 1


def test_a_current_index_is_opened_without_a_transaction_of_a_writer(path: Path) -> None:
    class Watched(SqliteDatabase):
        writes = 0

        @contextmanager
        def write(self) -> Iterator[Connection]:
            self.writes += 1
            with super().write() as connection:
                yield connection

    opened(path)

    EmbeddedIndex(database := Watched(path), dimensions=DIMENSIONS)

    assert database.writes == 0


def test_reader_sees_each_write_of_another_process_at_its_next_search(path: Path) -> None:
    reader, writer = opened(path), opened(path)
    user = writer.user()
    assert reader.found(query(user)) == set()

    writer.write(document(user, "m1"), document(user, "m2"))
    assert reader.found(query(user)) == {"m1", "m2"}

    writer.write(document(user, "m1", version=2, terms=("new",)), tombstone(user, "m2"))
    assert reader.hits(query(user))["m1", 1].terms == ("new",)
    assert reader.found(query(user, terms=("tea", "new"))) == {"m1"}

    writer.write(document(user, "m3", vector=vector(0, 1)))
    assert reader.found(query(user, vector=vector(0, 1), vector_limit=1)) == {"m3"}


def test_many_small_writes_end_as_one_large_one(path: Path) -> None:
    stepwise, user = opened(path), opened(path).user()
    documents = [
        document(
            user,
            f"m{i}",
            vector=vector(1, i),
            terms=(f"t{i % 7}", *(f"u{i}-{k}" for k in range(12))) * 2,
        )
        for i in range(600)
    ]
    for start in range(0, len(documents), 30):
        stepwise.write(*documents[start : start + 30])
        stepwise.search(query(user))

    asked = query(user, vector=vector(1, 3), terms=("t3", "u500-3"), vector_limit=20)
    loaded = opened(path)

    assert stepwise.hits(asked).keys() == loaded.hits(asked).keys()
    assert stepwise.search(asked).statistics == loaded.search(asked).statistics
    assert stepwise.search(asked).statistics.frequencies == {"t3": 86, "u500-3": 1}


def test_entries_replaced_again_and_again_do_not_pile_up(path: Path) -> None:
    harness = opened(path)
    user = harness.user()
    index = harness.index
    assert isinstance(index, EmbeddedIndex)
    for version in range(1, 30):
        harness.write(*(document(user, f"m{i}", version=version) for i in range(20)))
        assert len(harness.found(query(user))) == 20
        if version == 1:
            fresh = index.cached_bytes

    assert index.cached_bytes < 10 * fresh


def test_memory_stays_within_its_bound_and_answers_stay_right(path: Path) -> None:
    harness = opened(path)
    users = [harness.user(f"u{i}") for i in range(12)]
    harness.write(*(document(user, f"of {user}") for user in users))
    bounded = opened(path, cache_bytes=12_000)
    index = bounded.index
    assert isinstance(index, EmbeddedIndex)

    for user in users + users[::-1]:
        assert bounded.found(query(user)) == {f"of {user}"}
        assert 0 < index.cached_bytes <= 12_000


def test_unknown_users_take_no_memory(path: Path) -> None:
    harness = opened(path)
    index = harness.index
    assert isinstance(index, EmbeddedIndex)

    for number in range(50):
        assert harness.found(query(harness.user(f"u{number}"))) == set()

    assert index.cached_bytes == 0


def test_user_with_tombstones_only_is_searched_like_an_empty_one(path: Path) -> None:
    harness = opened(path)
    user = harness.user()
    harness.write(tombstone(user, "m1"), tombstone(user, "m2"))

    answer = harness.search(query(user, terms=("tea",)))

    assert answer.hits == ()
    assert answer.statistics.documents == 0
