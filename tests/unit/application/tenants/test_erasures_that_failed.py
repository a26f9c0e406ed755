"""A tenant that leaves waits for an erasure that will end, and for no other."""

import pytest

from mneme.application.repositories.jobs import ShardPlace
from mneme.domain.errors import InternalFault
from mneme.domain.job import REVIVALS, JobShard, JobState
from tests.doubles.lifecycle import deliver_pages, done
from tests.doubles.managing import told
from tests.doubles.offboarding import begun, marked
from tests.doubles.purging import OWNER
from tests.doubles.world import World

FIRST, SECOND = "erase-2", "erase-3"


@pytest.fixture
def world() -> World:
    """Return a world whose tenant leaves, and whose one user is being erased."""
    world = World()
    told(world, "Likes tea")
    marked(world)
    begun(world)
    deliver_pages(world)
    return world


def _erasure(world: World) -> JobShard:
    shard = world.jobs.stored.find(ShardPlace(OWNER, FIRST, 0))
    assert shard is not None
    return shard


def _failed(world: World, revivals: int) -> None:
    """Let the erasure FAIL, as often begun again before."""
    for _ in range(revivals):
        world.jobs.stored.fail(OWNER, _erasure(world), InternalFault.code)
        world.jobs.stored.revive(OWNER, _erasure(world))
    world.jobs.stored.fail(OWNER, _erasure(world), InternalFault.code)


def _erasures(world: World) -> list[tuple[str, JobState]]:
    return sorted((job.job_id, job.state) for job in world.jobs.show.every(OWNER))


def test_an_erasure_that_does_not_come_again_is_followed_by_another_one(world: World) -> None:
    _failed(world, REVIVALS)

    job = done(world, begun(world))

    assert (job.state, job.progress.changed) == (JobState.DONE, 2)
    assert _erasures(world) == [(FIRST, JobState.FAILED), (SECOND, JobState.DONE)]
    assert world.erase_tenant(world.acme).erased_at is not None


def test_an_erasure_that_comes_again_is_waited_for(world: World) -> None:
    _failed(world, REVIVALS - 1)
    for _ in range(5):
        deliver_pages(world)
        world.durable.clock.advance(minutes=1)
    assert _erasures(world) == [(FIRST, JobState.FAILED)]

    world.durable.clock.advance(days=1)
    world.jobs.watch()
    job = done(world, begun(world))

    assert (job.state, job.progress.changed) == (JobState.DONE, 1)
    assert _erasures(world) == [(FIRST, JobState.DONE)]
