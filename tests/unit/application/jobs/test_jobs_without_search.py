"""In a stage without search the jobs do what is left of their work, and fail at nothing."""

from dataclasses import replace

import pytest

from mneme.application.repositories.row_keys import HEADS, REVISIONS
from mneme.domain.job import JobName, JobOwner, JobState
from mneme.domain.measures import Measured
from mneme.domain.memory import Status
from mneme.domain.purge import PurgeTarget
from mneme.runtime.missing_index import MissingIndex
from tests.doubles.bookkeeping import stored_counts, true_counts
from tests.doubles.lifecycle import done, lived
from tests.doubles.limited import limit
from tests.doubles.made import an_app
from tests.doubles.managing import head_of, many, revision_of, told, update
from tests.doubles.purging import purge
from tests.doubles.world import TENANT, USER, World

OWNER = JobOwner(TENANT, USER)


@pytest.fixture
def world() -> World:
    """Return a world of a stage that has no search domain."""
    missing = MissingIndex()
    world = World(around=lambda stores: replace(stores, index=missing, index_audit=missing))
    world.has_index = False
    return world


def test_users_are_compared_but_for_the_index(world: World) -> None:
    many(world, 100)
    limit(world, everywhere=50)
    world.durable.clock.advance(hours=1)

    job = done(world, world.jobs.start.by_hand(JobName.RECONCILE))

    assert (job.state, job.progress.failed) == (JobState.DONE, 0)
    assert world.metrics.names(Measured.DRIFT_REPAIRED) == [
        "drift_repaired",
        "drift_repaired_over_limit",
    ]
    assert world.metrics.values(Measured.DRIFT_REPAIRED) == [0, 1]


def test_what_is_due_is_archived_pruned_and_purged(world: World) -> None:
    revised = told(world, "Tea one", is_important=True)
    update(world, revised, content="Tea two")
    faded = told(world, "I like nuts")

    first = lived(world, days=100, index=False)
    second = lived(world, days=182, index=False)

    assert (first.progress.failed, second.progress.failed) == (0, 0)
    assert [str(row["sk"]) for row in world.rows(REVISIONS)] == [f"{revised}#000002"]
    assert revision_of(world, revised).content == "Tea two"
    assert [row["sk"] for row in world.rows(HEADS)] == [revised]
    assert faded not in {row["sk"] for row in world.rows(HEADS)}
    assert head_of(world, revised).status is Status.ACTIVE


@pytest.mark.parametrize("target", [PurgeTarget("planner"), PurgeTarget()])
def test_purges_come_to_their_end(world: World, target: PurgeTarget) -> None:
    told(world, "I like tea", an_app())

    job = done(world, purge(world, target), OWNER)

    assert job.state is JobState.DONE
    assert world.rows(HEADS) == []
    assert stored_counts(world) == true_counts(world)
