"""A number in a line costs nothing: what is done with a memory follows what there is of it."""

from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from typing import Any, cast

import pytest

from mneme.application.ports.blob_store import BlobStore
from mneme.application.ports.table_store import TableStore
from mneme.application.ports.vector_index import IndexDocument, Tombstone, VectorIndex
from mneme.application.repositories.revision_numbers import FEW
from mneme.application.repositories.row_keys import user_partition
from mneme.domain.job import JobName, JobOwner, JobState
from mneme.domain.purge import PurgeTarget
from mneme.runtime.backend import Backend
from mneme.runtime.missing_index import NoIndex
from tests.doubles.export_lines import HEADER, LINE
from tests.doubles.lifecycle import done, lived
from tests.doubles.long_past import changed_often
from tests.doubles.managing import indexed
from tests.doubles.transfer import imported
from tests.doubles.watched import Fuse, Notes, Watched
from tests.doubles.world import TENANT, USER, World

HIGHEST = 10_000
OWNER = JobOwner(TENANT, USER)


def numbered(count: int, **parts: Any) -> dict[str, Any]:
    """Return a line that tells few revisions, of which the last has a high number."""
    line = deepcopy(LINE) | parts
    (first,) = line["revisions"]
    past = [{**first, "revision": number, "content": f"No {number}."} for number in range(1, count)]
    return {**line, "revision": HIGHEST, "revisions": [*past, {**first, "revision": HIGHEST}]}


def counting(world: World, fuse: Fuse) -> World:
    """Return the platform of a world whose calls are counted."""

    def around(stores: Backend) -> Backend:
        return replace(
            stores,
            tables=cast(TableStore, Watched(stores.tables, fuse)),
            blobs=cast(BlobStore, Watched(stores.blobs, fuse)),
            index=cast(VectorIndex, Watched(stores.index, fuse)),
        )

    return World(world.durable, around=around)


def purged_all(world: World) -> None:
    """Purge everything of the user."""
    job_id = world.purge_memory(world.acme, USER, PurgeTarget())
    assert done(world, job_id, OWNER).state is JobState.DONE


def purged_by_time(world: World) -> None:
    """Let the memory come to its end."""
    lived(world, days=400, index=False)
    lived(world, days=400, index=False)


@pytest.mark.parametrize("ending", [purged_all, purged_by_time])
@pytest.mark.parametrize("status", ["ACTIVE", "ARCHIVED", "DELETED"])
@pytest.mark.parametrize("count", [1, 3])
def test_a_high_number_makes_no_work(
    count: int, status: str, ending: Callable[[World], None]
) -> None:
    calls = []
    for line in (numbered(count), {**numbered(count), "revision": count}):
        line["revisions"][-1]["revision"] = line["revision"]
        line |= {"status": status, "deleted_at": LINE["created_at"]}
        world, fuse = World(), Fuse()
        at_work = counting(world, fuse)
        assert imported(at_work, [HEADER, line, {}], USER).progress.changed == 1
        indexed(at_work)
        ending(at_work)
        indexed(at_work)
        assert not [row for row in world.rows("heads") if row["pk"] == f"{TENANT}#{USER}"]
        assert not world.rows("revisions")
        calls.append(fuse.calls)

    assert calls[0] <= calls[1] + 25


@pytest.mark.parametrize("ending", [purged_all, purged_by_time])
@pytest.mark.parametrize("status", ["ACTIVE", "DELETED"])
def test_a_high_number_is_few_writes_to_the_index(
    status: str, ending: Callable[[World], None]
) -> None:
    world, notes = World(), Notes()
    at_work = World(
        world.durable,
        around=lambda made: replace(made, index=cast(VectorIndex, Watched(made.index, notes))),
    )
    line = numbered(3) | {"status": status, "deleted_at": LINE["created_at"]}
    assert imported(at_work, [HEADER, line, {}], USER).progress.changed == 1
    indexed(at_work)
    ending(at_work)
    indexed(at_work)

    assert not world.rows("revisions")
    written = [len(given[1]) for name, given in notes.calls if name == "apply"]
    assert sum(written) <= 3 * FEW


def test_of_a_long_past_nothing_stays_in_the_index_though_the_indexer_is_late() -> None:
    world = World()
    memory_id = changed_often(world, 250)
    indexed(world)
    assert len(shown(world)) == 250

    world.manage.delete.one(world.acme, USER, memory_id, None)
    lived(world, days=32, index=False)
    indexed(world)

    assert not world.rows("revisions")
    assert shown(world) == []


def test_a_purge_takes_a_long_past_out_of_an_index_that_does_not_list_it_yet() -> None:
    world = World()
    changed_often(world, 250)
    indexed(world)

    purged_all(World(world.durable, around=lambda made: replace(made, index_audit=NoIndex())))
    indexed(world)

    assert not world.rows("revisions")
    assert shown(world) == []


def shown(world: World) -> list[int]:
    """Return the numbers of the revisions that the index shows."""
    partition = user_partition(world.acme, USER)
    page = world.backend.index_audit.listed(world.acme, partition, None, 1000)
    return [entry.revision for entry in page.entries if entry.status is not None]


def drifted(world: World) -> int:
    """Compare the index with the memories after a while; return how many were repaired."""
    world.durable.clock.advance(hours=1)
    return done(world, world.jobs.start.by_hand(JobName.RECONCILE, OWNER), OWNER).progress.changed


def test_a_comparison_reads_what_is_there_and_no_number_more() -> None:
    world, notes = World(), Notes()
    line = numbered(3) | {"changed_at": world.clock.now().isoformat()}
    assert imported(world, [HEADER, line, {}], USER).progress.changed == 1
    indexed(world)
    (held,) = world.held()
    partition, head = user_partition(world.acme, USER), held.head
    lost = Tombstone(partition, head.memory_id, 2, head.index_version)
    (known,) = world.index_entries(world.acme, partition, {head: [HIGHEST]})
    assert isinstance(known, IndexDocument)
    never_was = replace(known, revision=5_000)
    world.backend.index.apply(world.acme, [lost, never_was])
    at_work = World(
        world.durable,
        around=lambda made: replace(made, tables=cast(TableStore, Watched(made.tables, notes))),
    )

    assert drifted(at_work) == 1

    indexed(world)
    assert shown(world) == [1, 2, HIGHEST]
    assert drifted(at_work) == 0
    read = [len(given[2]) for name, given in notes.calls if name == "batch_get"]
    assert 0 < sum(read) < FEW


@pytest.mark.parametrize("least", [5e-324, 1e-131, 1e-101])
def test_a_share_that_no_table_holds_comes_in_as_none(least: float) -> None:
    world, line = World(), deepcopy(LINE)
    line |= {"weight": least, "weight_cap": least}
    line["revisions"][0]["confidence"] = least

    assert imported(world, [HEADER, line, {}], USER).progress.changed == 1

    (held,) = world.held()
    assert (held.head.anchor.value, held.head.class_cap, held.revision.confidence) == (0, 0, 0)
