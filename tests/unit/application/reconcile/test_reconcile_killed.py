"""A comparison that is killed anywhere, and whose message comes again, leaves nothing amiss."""

from dataclasses import replace

import pytest

from mneme.application.ports.table_store import Increase, Update
from mneme.application.ports.vector_index import Tombstone
from mneme.application.repositories.row_keys import COUNTERS, counter_key, user_partition
from mneme.domain.counting import Counter
from mneme.domain.job import LEASE, JobName, JobOwner, JobState
from mneme.runtime.backend import Backend
from tests.doubles.bookkeeping import log_is_dense, stored_counts, true_counts
from tests.doubles.lifecycle import deliver_pages
from tests.doubles.managing import head_of, indexed, told
from tests.doubles.purging import shown
from tests.doubles.watched import Fuse, Killed, Watched
from tests.doubles.world import TENANT, USER, World

OWNER = JobOwner(TENANT, USER)


def drifted() -> World:
    """Return a world in which a counter is off, and the index shows too little."""
    world = World()
    ids = [told(world, f"I own boat number {number}") for number in range(3)]
    indexed(world)
    world.durable.clock.advance(hours=1)
    partition, head = user_partition(world.acme, USER), head_of(world, ids[1])
    gone = Tombstone(partition, head.memory_id, head.revision, head.index_version)
    world.backend.index.apply(world.acme, [gone])
    place = counter_key(partition, Counter("G", 1))
    world.tables.transact(world.acme, [Update(COUNTERS, place, (Increase("memories", 5),))])
    return world


def _watched(stores: Backend, fuse: Fuse) -> Backend:
    watched = {
        name: Watched(getattr(stores, name), fuse)
        for name in ("tables", "queue", "index", "index_audit", "blobs")
    }
    return replace(stores, **watched)  # type: ignore[arg-type]


def _run(at: int, late: bool) -> int:
    world = drifted()
    job_id = world.jobs.start.by_hand(JobName.RECONCILE, OWNER)
    fuse = Fuse(at, late)
    worker = World(world.durable, around=lambda stores: _watched(stores, fuse))
    for _ in range(100):
        job = world.jobs.show.find(OWNER, job_id)
        assert job is not None
        if job.state.final:
            break
        try:
            deliver_pages(worker)
        except Killed:
            world.durable.clock.advance(seconds=LEASE.total_seconds() + 1000)
        world.durable.clock.advance(seconds=1)
    indexed(world)

    assert (job.state, job.progress.failed) == (JobState.DONE, 0)
    assert stored_counts(world) == true_counts(world)
    assert len(shown(world)) == 3
    assert log_is_dense(world)
    return fuse.calls


@pytest.mark.parametrize("late", [False, True], ids=["before", "after"])
def test_wherever_its_worker_is_killed_what_drifted_is_repaired(late: bool) -> None:
    calls = _run(0, late)

    assert calls > 10
    for at in range(1, calls + 1):
        _run(at, late)
