"""The nightly job reaches every user within a week, whatever is wrong with one of them."""

from dataclasses import replace
from typing import cast

import pytest

from mneme.application.ports.table_store import Put
from mneme.application.reconcile.reconcile_work import ReconcileWork
from mneme.application.repositories.row_keys import HEADS
from mneme.domain.identity import hashed_user
from mneme.domain.job import JobName, JobState, Progress
from mneme.domain.tenancy import TenantContext
from tests.doubles.lifecycle import EVERYBODY, deliver_pages, done
from tests.doubles.managing import indexed, told
from tests.doubles.noted_faults import NotedFaults
from tests.doubles.watched import Killed
from tests.doubles.world import World

MINE = 5


@pytest.fixture
def world() -> World:
    """Return a world in which one user has some memories, indexed long ago."""
    world = World()
    for number in range(MINE):
        told(world, f"Fact {number}")
    indexed(world)
    world.durable.clock.advance(hours=1)
    return world


def test_every_user_has_a_turn_within_a_week(world: World) -> None:
    for number in range(40):
        told(world, "I like tea", user_id=f"user-{number}")
    read = 0
    for _ in range(7):
        world.durable.clock.advance(days=1)
        assert world.jobs.start.daily(JobName.RECONCILE)
        job_id = f"reconcile-{world.clock.now():%Y-%m-%d}"
        read += done(world, job_id).progress.read

    assert read == 40 + MINE


def test_one_damaged_user_holds_up_no_other(world: World) -> None:
    told(world, "I like tea", user_id="broken")
    place = next(row for row in world.rows(HEADS) if "broken" in str(row["pk"]))
    damaged = {**place, "kind": "NONSENSE"}
    world.durable.backend.tables.transact(world.acme, [Put(HEADS, damaged)])

    work, noted = cast(ReconcileWork, world.jobs.works[JobName.RECONCILE]), NotedFaults()
    each = replace(work.each, faults=noted)
    world.jobs.__dict__["works"] = {JobName.RECONCILE: replace(work, each=each)}

    job = done(world, world.jobs.start.by_hand(JobName.RECONCILE))

    assert (job.progress.read, job.progress.failed) == (MINE, 1)
    assert noted.of == [(hashed_user("acme", "broken"), 50000)]


def test_a_user_who_outlasts_every_worker_holds_up_no_other(world: World) -> None:
    for number in range(3):
        told(world, "I like tea", user_id=f"user-{number}")
    work = cast(ReconcileWork, world.jobs.works[JobName.RECONCILE])

    def endless(tenant: TenantContext, user_id: str) -> Progress:
        if user_id == "user-1":
            raise Killed
        return work.reconcile(tenant, user_id)

    world.jobs.__dict__["works"] = {JobName.RECONCILE: replace(work, reconcile=endless)}
    job_id = world.jobs.start.by_hand(JobName.RECONCILE)
    for _ in range(40):
        try:
            deliver_pages(world)
        except Killed:
            world.durable.clock.advance(minutes=13)  # what the dead had in hands comes again
        world.durable.clock.advance(seconds=1)

    job = world.jobs.show.find(EVERYBODY, job_id)
    assert job is not None
    assert job.state is JobState.DONE
    assert (job.progress.read, job.progress.failed) == (MINE + 2, 1)
