"""What is purged is seen by nobody from its one write on, and in the end lies nowhere any more.

Everything is searched as it lies: files of tables, queues and index with their logs and what was
freed in them, objects, dead letters, and all that was logged, faults included.
"""

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from mneme.domain.errors import Unavailable
from mneme.runtime.backend import Backend
from tests.doubles.watched import Fuse, Notes, Watched
from tests.isolation.forgetting import (
    BURIED,
    CASES,
    LOG,
    assert_forgotten,
    assert_told,
    dead_letters,
    forget,
    listed,
    lived,
    lived_in_all,
    told_again,
)
from tests.isolation.forgotten import PLACES, WORDS, Life, overheard, words_of
from tests.isolation.forgotten_transfers import COMING
from tests.isolation.stored_bytes import files_holding

TABLES = ("heads", "revisions", "guards", "episodes", "sessions")
MEMORIES, QUEUED_ADDS = 12, 12


def _rows(life: Life) -> dict[tuple[str, str], bytes]:
    found: dict[tuple[str, str], bytes] = {}
    for table in TABLES:
        with closing(sqlite3.connect(life.folder / "tables.db")) as tables:
            statement = f'SELECT pk, sk, item FROM "table_{table}"'  # noqa: S608
            for partition, sort, item in tables.execute(statement):
                found[table, f"{partition} {sort}"] = item
    return found


@pytest.mark.parametrize("name", CASES)
def test_what_is_purged_is_seen_by_nobody_and_in_the_end_lies_nowhere(
    tmp_path: Path, name: str
) -> None:
    case = CASES[name]
    with overheard(tmp_path / LOG):
        life = lived_in_all(tmp_path, MEMORIES, QUEUED_ADDS)
        there = {*words_of(tuple(PLACES)), COMING}
        assert files_holding(tmp_path, there).keys() == there, "what was not there could not go"
        assert dead_letters(life).keys() == {f"{queue}-dead" for queue in BURIED}
        forget(life, case)
        told_again(life, case)
        life.live()
        life.settle_files()

    assert_forgotten(life, case)
    assert life.faults == []
    assert_told(life, case)


@pytest.mark.parametrize("name", ["an app", "a session"])
def test_all_else_is_untouched_field_for_field(tmp_path: Path, name: str) -> None:
    case = CASES[name]
    life = Life(tmp_path)
    life.tell(MEMORIES)
    before = _rows(life)

    life.ask(case.verb, **case.scope)
    life.live()

    after = _rows(life)
    assert after.items() <= before.items()
    gone, kept = ([WORDS[place].encode() for place in some] for some in (case.gone, case.kept))
    for place in before.keys() - after.keys():
        assert not any(word in before[place] for word in kept), place
    told = {place for place, item in before.items() if any(word in item for word in gone)}
    assert told
    assert not told & after.keys()


def test_one_write_hides_it(tmp_path: Path) -> None:
    notes = Notes()

    def watched(stores: Backend) -> Backend:
        return replace(stores, tables=Watched(stores.tables, notes))  # type: ignore[arg-type]

    life = Life(tmp_path, watched)
    life.tell(6)
    notes.calls.clear()

    life.ask("user/purge")

    of_user = [
        actions
        for actions in notes.transactions
        if any(getattr(action, "table", "") == "users" for action in actions)
    ]
    assert len(of_user) == 1
    assert listed(life) == ""


FAULTS = (Unavailable("no answer"), KeyError("zyloaquark"), ValueError("bad zyloaquark"))


@pytest.mark.parametrize("store", ["tables", "queue", "blobs", "index", "key_service"])
@pytest.mark.parametrize("fault", FAULTS, ids=lambda one: type(one).__name__)
def test_faults_on_the_way_leave_no_word_anywhere(
    tmp_path: Path, store: str, fault: Exception
) -> None:
    fuse = Fuse(fault=lambda: fault)

    def around(stores: Backend) -> Backend:
        return replace(stores, **{store: Watched(getattr(stores, store), fuse)})  # type: ignore[arg-type]

    case = CASES["an app"]
    with overheard(tmp_path / LOG):
        life = lived(tmp_path, 6, 6, around=around)
        life.ask(case.verb, **case.scope)
        for again in range(6):  # and again, at a call further on
            fuse.at = fuse.calls + 1 + 3 * again
            for _ in range(8):
                life._step()
                life.clock.advance(seconds=2)
        life.live()
        life.clock.advance(minutes=20)
        life.jobs("schedule__watch")
        life.settle_files()

    held = files_holding(tmp_path, words_of(tuple(PLACES)))
    assert {word: held[word] for word in words_of(case.gone) & held.keys()} == {}
    assert [line for line in life.faults if "zylo" in line] == []
    assert {WORDS[place] for place in case.kept} <= held.keys()


@pytest.fixture
def only_freed(tmp_path: Path) -> Path:
    """Return where there is a file in which something was deleted as SQLite does by itself."""
    file = tmp_path / "plain.db"
    with closing(sqlite3.connect(file, isolation_level=None)) as plain:
        plain.execute("PRAGMA secure_delete=OFF")
        plain.execute("CREATE TABLE notes (text TEXT)")
        plain.executemany("INSERT INTO notes VALUES (?)", [("zylogone " * 50,)] * 50)
        plain.execute("DELETE FROM notes")
    return tmp_path


def test_the_search_finds_what_was_only_freed(only_freed: Path) -> None:
    assert files_holding(only_freed, ["zylogone"]) == {"zylogone": ["plain.db"]}
