"""Erasing: the keys go, so that no copy of any other store can be read (DESIGN §15)."""

import pytest

from mneme.application.ports.table_store import Delete, Item, Key, Put
from mneme.application.repositories.row_keys import KEYS
from mneme.domain.errors import NotFound
from mneme.domain.job import JobName, JobState
from mneme.domain.memory import Kind
from mneme.domain.task import TaskState
from tests.doubles.audited import flaws
from tests.doubles.lifecycle import done, lived
from tests.doubles.made import said
from tests.doubles.managing import indexed, told
from tests.doubles.memory_blob_store import MemoryBlobStore
from tests.doubles.purging import EVERYTHING, OWNER, purge, purged, shown
from tests.doubles.world import USER, World

COPIED = ("heads", "revisions", "users", "operations", "episodes")


@pytest.fixture
def world() -> World:
    """Return a world of a user with memories, one in the archive, and a large open write."""
    world = World()
    told(world, "Sleeps well", expire_at=world.clock.now())
    lived(world, days=1)
    told(world, "Likes tea")
    world.remember(said("I live in Oslo."))
    world.accept_add(world.acme, USER, said(*["large " * 2000] * 20), None)
    indexed(world)
    return world


def erased(world: World) -> None:
    job_id = world.purge_memory(world.acme, USER, EVERYTHING, name=JobName.ERASE)
    assert done(world, job_id, OWNER).state is JobState.DONE
    indexed(world)


def _copy(world: World) -> tuple[dict[str, list[Item]], dict[tuple[str, str, str], bytes]]:
    return {table: world.rows(table) for table in COPIED}, dict(_objects(world))


def _objects(world: World) -> dict[tuple[str, str, str], bytes]:
    blobs = world.durable.backend.blobs
    assert isinstance(blobs, MemoryBlobStore)
    return blobs.objects


def _bring_back(
    world: World, copy: tuple[dict[str, list[Item]], dict[tuple[str, str, str], bytes]]
) -> None:
    rows, objects = copy
    for table, items in rows.items():
        for item in items:
            world.durable.backend.tables.transact(world.acme, [Put(table, item)])
    _objects(world).update(objects)


def _readable(world: World) -> set[str]:
    """Return what a new process that has all stores can still read."""
    fresh = World(world.durable)
    kinds = (Kind.FACT, Kind.TURN)
    heads, _ = fresh.memories.heads_page(fresh.acme, USER, None, 100)
    refs = [(head.memory_id, 1) for head in heads if head.kind in kinds]
    return {one.content for one in fresh.memories.revisions(fresh.acme, USER, refs).values()}


def test_copies_of_all_stores_but_the_keys_are_unreadable_afterwards(world: World) -> None:
    copy, told_before = _copy(world), _readable(world)
    assert {"Sleeps well", "Likes tea", "I live in Oslo."} <= told_before

    erased(world)
    _bring_back(world, copy)

    assert _readable(world) == set()
    assert _objects(world)
    assert all("wrapped" not in row for row in world.rows(KEYS) if row["sk"] == "0000000001")


def test_with_a_copy_of_the_keys_they_are_readable_still(world: World) -> None:
    copy, keys, told_before = _copy(world), world.rows(KEYS), _readable(world)

    erased(world)
    _bring_back(world, copy)
    for row in keys:
        world.durable.backend.tables.transact(world.acme, [Put(KEYS, row)])

    assert _readable(world) == told_before


def test_nothing_is_left_and_open_writes_are_dropped(world: World) -> None:
    task = world.accept_add(world.acme, USER, said("I like milk."), None)

    erased(world)

    assert (world.rows("heads"), world.rows("revisions"), _objects(world)) == ([], [], {})
    assert shown(world) == set()
    world.work()
    assert world.read_task(world.acme, USER, task.task_id).state is TaskState.DROPPED


def test_no_other_key_takes_the_place_of_a_destroyed_one(world: World) -> None:
    late = World(world.durable)
    late.keys.keys_for(world.acme, USER, 1)

    erased(world)

    with pytest.raises(NotFound):
        World(world.durable).keys.keys_for(world.acme, USER, 1)
    assert World(world.durable).keys.find(world.acme, USER, 1) is None
    told(world, "Likes tea")
    assert _readable(world) == {"Likes tea"}
    assert flaws(world) == []


def test_after_a_purge_that_does_not_erase_keys_go_thirty_days_later(world: World) -> None:
    purged(world)
    for days, left in ((29, True), (2, False)):
        world.durable.clock.advance(days=days)
        done(world, world.jobs.start.by_hand(JobName.RECONCILE))

        (row,) = [row for row in world.rows(KEYS) if row["sk"] == "0000000001"]
        assert ("wrapped" in row) is left
    (new,) = [row for row in world.rows(KEYS) if row["sk"] != "0000000001"]
    assert "wrapped" in new


def test_erasing_after_a_purge_destroys_its_keys_at_once(world: World) -> None:
    purge(world)
    erased(world)

    assert [row["sk"] for row in world.rows(KEYS) if "wrapped" in row] == ["0000000003"]


def test_a_large_payload_that_no_row_names_goes_and_a_new_one_stays(world: World) -> None:
    before = dict(_objects(world))
    orphaned = [row for row in world.rows("operations") if "blob" in row]
    for row in orphaned:
        place = Key(str(row["pk"]), str(row["sk"]))
        world.durable.backend.tables.transact(world.acme, [Delete("operations", place)])
    job_id = world.purge_memory(world.acme, USER, EVERYTHING, name=JobName.ERASE)
    world.accept_add(world.acme, USER, said(*["new " * 3000] * 20), None)

    done(world, job_id, OWNER)

    assert len(_objects(world)) == 1
    assert not set(_objects(world)) & set(before)
