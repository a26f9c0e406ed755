"""Whoever is killed while a job is begun or a page is done: nothing is lost, nothing repeated."""

from dataclasses import replace

import pytest

from mneme.application.jobs.job_messages import JOBS_QUEUE, job_message
from mneme.domain.job import JobState
from mneme.runtime.backend import Backend
from tests.doubles.counted_work import CountedWork, begun, deliver, each_once, run, working
from tests.doubles.watched import Fuse, Killed, Watched
from tests.doubles.world import World


def _calls_of_a_page() -> int:
    """Return how many calls of stores one page takes."""
    durable = World().durable
    begun(World(durable), CountedWork(items=4, shards=1))
    fuse = Fuse()
    counted = World(durable, around=lambda stores: _watched(stores, fuse))
    working(counted, CountedWork(items=4, shards=1))
    (record,) = durable.backend.queue_consumer.receive(JOBS_QUEUE, 1)
    counted.jobs.do_page(job_message(record.body))
    return fuse.calls


def _watched(stores: Backend, fuse: Fuse) -> Backend:
    return replace(stores, tables=Watched(stores.tables, fuse), queue=Watched(stores.queue, fuse))


@pytest.mark.parametrize("late", [False, True])
def test_a_worker_killed_anywhere_in_a_page_loses_and_repeats_nothing(late: bool) -> None:
    calls = _calls_of_a_page()
    assert calls == 4  # find, take, advance, send

    for at in range(1, calls + 1):
        world, work = World(), CountedWork(items=4, shards=1)
        begun(world, work)
        fuse = Fuse(at, late)
        dying = World(world.durable, around=lambda stores, fuse=fuse: _watched(stores, fuse))
        working(dying, work)
        with pytest.raises(Killed):
            deliver(dying)

        job = run(world)

        assert each_once(work), at
        assert (job.state, job.pages) == (JobState.DONE, 2)
        assert job.progress.read == 4
        world.durable.clock.advance(minutes=15)  # what the dead had in hands comes again
        deliver(world)
        assert world.durable.waiting(JOBS_QUEUE) == 0


@pytest.mark.parametrize("late", [False, True])
def test_a_scheduler_killed_anywhere_leaves_a_whole_job_or_none(late: bool) -> None:
    for at in (1, 2, 3):
        world, work = World(), CountedWork()
        fuse = Fuse(at, late)
        dying = World(world.durable, around=lambda stores, fuse=fuse: _watched(stores, fuse))
        with pytest.raises(Killed):
            begun(dying, work)

        begun(world, work)
        run(world)

        assert each_once(work), at
