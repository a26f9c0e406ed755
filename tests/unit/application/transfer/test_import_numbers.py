"""A number in a line costs nothing: what is done with a memory follows what there is of it."""

from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from typing import Any, cast

import pytest

from mneme.application.ports.blob_store import BlobStore
from mneme.application.ports.table_store import TableStore
from mneme.application.ports.vector_index import VectorIndex
from mneme.domain.job import JobOwner, JobState
from mneme.domain.purge import PurgeTarget
from mneme.runtime.backend import Backend
from tests.doubles.export_lines import HEADER, LINE
from tests.doubles.lifecycle import done, lived
from tests.doubles.managing import indexed
from tests.doubles.transfer import imported
from tests.doubles.watched import Fuse, Watched
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


@pytest.mark.parametrize("least", [5e-324, 1e-131, 1e-101])
def test_a_share_that_no_table_holds_comes_in_as_none(least: float) -> None:
    world, line = World(), deepcopy(LINE)
    line |= {"weight": least, "weight_cap": least}
    line["revisions"][0]["confidence"] = least

    assert imported(world, [HEADER, line, {}], USER).progress.changed == 1

    (held,) = world.held()
    assert (held.head.anchor.value, held.head.class_cap, held.revision.confidence) == (0, 0, 0)
