"""What is stored belongs to one user of one tenant, row by row, and says nothing in clear."""

from collections import defaultdict
from pathlib import Path

import pytest

from tests.isolation.programs import ACTORS, Actor
from tests.isolation.stored_bytes import (
    StoredRow,
    checkpoint,
    files_holding,
    queued_bodies,
    spellings,
    stored_rows,
)
from tests.isolation.stored_run import CAST, IN_CLEAR, LARGE, WRITES, Run, run_in

PARTITIONS = {
    Actor(0, 0): "acme#u%231",
    Actor(0, 1): "acme#u%25231",
    Actor(1, 0): "acme2#u%231",
    Actor(1, 1): "acme2#u%25231",
}
"""The partition of each actor, spelt out."""

OF_USERS = (
    "table_heads",
    "feed_heads",
    "table_revisions",
    "table_guards",
    "table_counters",
    "table_keys",
    "table_change_log",
    "table_operations",
    "table_episodes",
    "table_sessions",
    "index_entries",
)


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Return a run that is over."""
    return run_in(tmp_path_factory.mktemp("stores"))


@pytest.fixture(scope="module")
def rows(run: Run) -> list[StoredRow]:
    """Return every row of its tables, feeds and index."""
    return [row for name in ("tables.db", "index.db") for row in stored_rows(run.folder / name)]


@pytest.fixture(scope="module")
def owners(rows: list[StoredRow]) -> dict[str, str]:
    """Return the partition of every memory, by id."""
    found: dict[str, set[str]] = defaultdict(set)
    for row in rows:
        if row.table == "table_heads":
            for memory_id in row.memory_ids:
                found[memory_id].add(row.partition)
    assert all(len(partitions) == 1 for partitions in found.values()), "an id has two owners"
    return {memory_id: min(partitions) for memory_id, partitions in found.items()}


def test_every_row_is_kept_under_one_user_or_one_tenant(rows: list[StoredRow]) -> None:
    partitions: dict[str, set[str]] = defaultdict(set)
    for row in rows:
        partitions[row.table].add(row.partition)

    assert partitions.pop("table_tenants") == set(CAST.tenants)
    assert partitions == {table: set(PARTITIONS.values()) for table in OF_USERS}


def test_every_row_names_memories_of_its_own_user_only(
    rows: list[StoredRow], owners: dict[str, str]
) -> None:
    named = [(row, memory_id) for row in rows for memory_id in row.memory_ids & owners.keys()]

    assert [row.table for row, memory_id in named if owners[memory_id] != row.partition] == []
    nameless = {"table_counters", "table_keys", "table_sessions"}
    assert {row.table for row, _ in named} == {*OF_USERS} - nameless


def test_every_queued_message_is_of_one_user_and_names_what_is_theirs(
    run: Run, rows: list[StoredRow], owners: dict[str, str]
) -> None:
    bodies = queued_bodies(run.folder / "queues.db")
    tasks = {row.partition: row.text for row in rows if "conversation" in row.text}
    senders = set()
    for body in bodies:
        actor = Actor(
            CAST.tenants.index(str(body["tenant_id"])), CAST.users.index(str(body["user_id"]))
        )
        senders.add((actor, "task_id" in body))
        assert {owners[one] for one in _ids(body)} <= {PARTITIONS[actor]}
        assert str(body.get("task_id", "")) in tasks[PARTITIONS[actor]]

    assert senders == {(actor, is_task) for actor in ACTORS for is_task in (True, False)}


def test_every_object_lies_in_its_tenants_folder(run: Run) -> None:
    files = [path for path in (run.folder / "blobs").rglob("*") if path.is_file()]

    assert {path.parts[-2] for path in files} == set(CAST.tenants)
    assert len(files) == len(ACTORS), "a large conversation of each"


def test_nothing_that_was_said_lies_in_clear_in_any_file(run: Run) -> None:
    held = files_holding(run.folder, {*run.secrets, IN_CLEAR})

    assert held.keys() == {IN_CLEAR}, "only what may be found is found, and that is"


def test_nothing_that_was_said_lies_in_clear_after_a_checkpoint(run: Run) -> None:
    for name in ("tables.db", "queues.db", "index.db"):
        checkpoint(run.folder / name)
    partition = PARTITIONS[Actor(1, 1)]

    held = files_holding(run.folder, {*run.secrets, IN_CLEAR, partition})

    assert held == {IN_CLEAR: ["tables.db"], partition: ["index.db", "tables.db"]}


def test_nothing_that_was_said_is_logged(run: Run) -> None:
    logged = run.log.encode()

    assert run.log.count("task step") > len(WRITES)
    assert [w for w in run.secrets if any(spelling in logged for spelling in spellings(w))] == []


@pytest.mark.parametrize("word", [LARGE, "鹦鹉秘密"])
def test_a_word_is_found_in_whatever_spelling_it_lies_in_a_file(tmp_path: Path, word: str) -> None:
    for number, spelling in enumerate(sorted(spellings(word))):
        (tmp_path / f"{number:02d}").write_bytes(b"\x00\xff before " + spelling + b" after")

    held = files_holding(tmp_path, [word, "Zqnever"])

    assert held == {word: [f"{number:02d}" for number in range(len(spellings(word)))]}


def _ids(body: dict[str, object]) -> list[str]:
    ids = body.get("memory_ids", [])
    assert isinstance(ids, list)
    return ids
