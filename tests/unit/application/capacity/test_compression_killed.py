"""A compression that is killed anywhere, and whose message comes again, ends the same."""

from dataclasses import replace

import pytest

from mneme.domain.job import LEASE, Job, JobName, JobState
from mneme.domain.memory import Status
from mneme.runtime.backend import Backend
from tests.doubles.compressing import (
    JOINED,
    OWNER,
    Joining,
    a_world,
    meals,
    statuses,
)
from tests.doubles.lifecycle import deliver_pages, done
from tests.doubles.limited import is_kept
from tests.doubles.managing import indexed, revision_of
from tests.doubles.watched import Fuse, Killed, Watched
from tests.doubles.world import World


def _watched(stores: Backend, fuse: Fuse) -> Backend:
    watched = {name: Watched(getattr(stores, name), fuse) for name in ("tables", "queue")}
    return replace(stores, **watched)  # type: ignore[arg-type]


def _job(world: World) -> Job:
    return next(one for one in world.jobs.show.every(OWNER) if one.name is JobName.COMPRESS)


def _run(at: int, late: bool) -> int:
    """Compress with a worker that is killed at a call; return how many calls there were."""
    world = a_world(Joining())
    ids = meals(world)
    reconcile = world.jobs.start.by_hand(JobName.RECONCILE, OWNER)
    while world.jobs.show.find(OWNER, reconcile).state is JobState.RUNNING:  # type: ignore[union-attr]
        deliver_pages(world)
        world.durable.clock.advance(seconds=1)
    fuse = Fuse(at, late)
    worker = World(world.durable, around=lambda stores: _watched(stores, fuse), model=Joining())
    while not _job(world).state.final:
        try:
            deliver_pages(worker)
        except Killed:
            world.durable.clock.advance(seconds=LEASE.total_seconds() + 1000)
        world.durable.clock.advance(seconds=1)
    indexed(world)

    assert done(world, _job(world).job_id, OWNER).state is JobState.DONE
    assert statuses(world, ids) == [Status.SUPERSEDED, Status.SUPERSEDED, Status.ACTIVE]
    kept = revision_of(world, ids[-1])
    assert (kept.content, kept.revision) == (JOINED, 2)
    assert [row["operation"] for row in world.rows("change_log") if "operation" in row].count(
        "MERGE"
    ) == 1
    assert is_kept(world)
    return fuse.calls


@pytest.mark.parametrize("late", [False, True], ids=["before", "after"])
def test_wherever_its_worker_is_killed_it_loses_and_repeats_nothing(late: bool) -> None:
    calls = _run(0, late)

    assert calls > 10
    for at in range(1, calls + 1):
        _run(at, late)
