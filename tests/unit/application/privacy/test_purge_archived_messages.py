"""Nothing is left of a message that lies in the archive, however it came there."""

import pytest

from mneme.domain.job import JobName, JobOwner
from mneme.domain.memory import Kind
from mneme.domain.purge import PurgeTarget
from tests.doubles.lifecycle import done, lived
from tests.doubles.made import an_app, said
from tests.doubles.memory_blob_store import MemoryBlobStore
from tests.doubles.purging import purged
from tests.doubles.world import TENANT, USER, World


def archived_message() -> World:
    """Return a world in which a message lies in the archive, as none does by itself."""
    world = World()
    world.remember(said("I keep a tortoise.", session_id="s-1", scope=an_app("planner")))
    (message,) = world.held(Kind.TURN)
    now = int(world.clock.now().timestamp() * 1000)
    world.set_head(message.head.memory_id, status="ARCHIVED", due_at=now)
    owner = JobOwner(TENANT, USER)
    done(world, world.jobs.start.by_hand(JobName.RECONCILE, owner), owner)
    return world


def objects(world: World) -> list[str]:
    blobs = world.durable.backend.blobs
    assert isinstance(blobs, MemoryBlobStore)
    return [name for _, container, name in blobs.objects if container == "archive"]


@pytest.mark.parametrize("target", [PurgeTarget(), PurgeTarget("planner")])
def test_a_purge_takes_it(target: PurgeTarget) -> None:
    world = archived_message()
    assert len(objects(world)) == 1

    purged(world, target)

    assert objects(world) == []


def test_the_daily_run_takes_it() -> None:
    world = archived_message()

    lived(world, days=365)
    lived(world, days=365)

    assert (world.rows("heads"), objects(world)) == ([], [])
