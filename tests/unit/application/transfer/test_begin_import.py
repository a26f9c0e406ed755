"""What is to be imported lies nowhere without a job that deletes it at its end."""

from contextlib import suppress
from dataclasses import replace
from typing import cast

import pytest

from mneme.application.ports.blob_store import BlobStore
from mneme.application.ports.table_store import TableStore
from mneme.application.ports.work_queue import WorkQueue
from mneme.domain.errors import Unavailable
from mneme.domain.job import LATENESS, JobOwner, JobState
from mneme.domain.purge import PurgeTarget
from mneme.runtime.backend import Backend
from tests.doubles.export_lines import LINE
from tests.doubles.lifecycle import done
from tests.doubles.transfer import PRIVACY, import_pages, objects_of
from tests.doubles.watched import Fuse, Killed, Watched
from tests.doubles.world import TENANT, USER, World

OWNER = JobOwner(TENANT, USER)
KILLED = [(at, late) for at in range(1, 7) for late in (False, True)]


def begun(fuse: Fuse) -> World:
    """Return a world in which somebody was cut off who began an import."""
    world = World()
    front = World(world.durable, around=lambda stores: _watched(stores, fuse))
    with suppress(Killed, Unavailable):
        front.transfer.begin_import(PRIVACY, USER, [LINE])
    return world


def _watched(stores: Backend, fuse: Fuse) -> Backend:
    return replace(
        stores,
        tables=cast(TableStore, Watched(stores.tables, fuse)),
        blobs=cast(BlobStore, Watched(stores.blobs, fuse)),
        queue=cast(WorkQueue, Watched(stores.queue, fuse)),
    )


def ended(world: World) -> None:
    """Let whoever looks after late jobs, and the worker, do what they can."""
    for _ in range(4):
        world.durable.clock.advance(seconds=LATENESS.total_seconds() + 1)
        world.jobs.watch()
        import_pages(world)


@pytest.mark.parametrize(("at", "late"), KILLED)
def test_who_is_cut_off_leaves_no_lines_for_long(at: int, late: bool) -> None:
    world = begun(Fuse(at, late))

    ended(world)

    assert objects_of(world) == []
    assert {job.state for job in world.jobs.show.every(OWNER)} <= {JobState.DONE, JobState.FAILED}


@pytest.mark.parametrize(("at", "late"), KILLED)
def test_an_outage_leaves_no_lines_either(at: int, late: bool) -> None:
    world = begun(Fuse(at, late, lambda: Unavailable("out")))

    ended(world)

    assert objects_of(world) == []


def test_lines_that_could_not_be_stored_have_a_job_that_fails_at_once() -> None:
    world = World()
    blobs = _Full(world.durable.backend.blobs)
    front = World(world.durable, around=lambda made: replace(made, blobs=cast(BlobStore, blobs)))

    with pytest.raises(Unavailable):
        front.transfer.begin_import(PRIVACY, USER, [LINE])

    import_pages(world)
    (job,) = world.jobs.show.every(OWNER)
    assert (job.state, job.error) == (JobState.FAILED, 40401)
    assert objects_of(world) == []


def test_lines_that_come_in_behind_a_purge_are_deleted_by_their_job() -> None:
    world = World()
    purging = _Late(world)
    front = World(world.durable, around=lambda made: replace(made, blobs=cast(BlobStore, purging)))

    front.transfer.begin_import(PRIVACY, USER, [LINE])
    assert len(objects_of(world)) == 1

    ended(world)
    assert objects_of(world) == []
    assert not world.rows("heads")


class _Full:
    """Objects of which none can be stored."""

    def __init__(self, blobs: BlobStore) -> None:
        self._blobs = blobs

    def __getattr__(self, name: str) -> object:
        return getattr(self._blobs, name)

    def put(self, *told: object) -> None:
        raise Unavailable("full")


class _Late(_Full):
    """Objects that are stored when a purge has just come to its end."""

    def __init__(self, world: World) -> None:
        super().__init__(world.durable.backend.blobs)
        self._world = world

    def put(self, *told: object) -> None:
        world = self._world
        done(world, world.purge_memory(world.acme, USER, PurgeTarget()), OWNER)
        self._blobs.put(*told)  # type: ignore[arg-type]
