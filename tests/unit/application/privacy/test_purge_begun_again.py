"""An erasure that was promised is begun again after its job FAILED, until it is done."""

from dataclasses import replace
from typing import Any

import pytest

from mneme.application.jobs.watch_jobs import WatchJobs
from mneme.application.ports.table_store import Key, Present, SetTo, Update
from mneme.application.repositories.jobs import ShardPlace
from mneme.application.repositories.row_keys import JOBS
from mneme.domain.errors import InternalFault
from mneme.domain.job import REVIVALS, Job, JobName, JobState
from mneme.domain.measures import Measured
from mneme.domain.purge import PurgeTarget
from tests.doubles.lifecycle import EVERYBODY, deliver_pages, done
from tests.doubles.managing import indexed, told
from tests.doubles.noted_faults import NotedFaults
from tests.doubles.purging import EVERYTHING, OWNER, a_clear_world, places_of, purge
from tests.doubles.watched import Killed
from tests.doubles.world import USER, World

WORD = "Quokka"


def a_world_with_a_purge(target: PurgeTarget = EVERYTHING) -> tuple[World, str]:
    world = a_clear_world()
    for number in range(3):
        told(world, f"I own {WORD} number {number}")
    indexed(world)
    return world, purge(world, target)


def deadly(world: World) -> Any:
    """Let the purge's work kill whoever does a page; return what it did before."""
    work = world.jobs.works[JobName.PURGE]

    def killing(*_: object) -> None:
        raise Killed

    world.jobs.__dict__["works"] = {JobName.PURGE: replace(work, stages=())}
    object.__setattr__(world.jobs.works[JobName.PURGE], "page", killing)
    return work


def until_it_failed(world: World, job_id: str) -> Job:
    for _ in range(100):
        try:
            deliver_pages(world)
        except Killed:
            world.durable.clock.advance(minutes=13)
        world.durable.clock.advance(seconds=1)
        job = world.jobs.show.find(OWNER, job_id)
        assert job is not None
        if job.state.final:
            return job
    raise AssertionError("the job does not end")


def mended(world: World, work: Any) -> None:
    world.jobs.__dict__["works"] = {JobName.PURGE: work}
    world.jobs.__dict__.pop("do_page", None)


def test_a_purge_whose_workers_were_killed_is_begun_again_the_next_day_and_ends() -> None:
    world, job_id = a_world_with_a_purge()
    work = deadly(world)
    failed = until_it_failed(world, job_id)
    assert (failed.state, failed.error) == (JobState.FAILED, InternalFault.code)
    assert places_of(world, WORD)

    mended(world, work)
    world.durable.clock.advance(hours=23)
    early = world.jobs.watch()
    world.durable.clock.advance(hours=1)
    sent = [world.jobs.watch(), world.jobs.watch()]
    job = done(world, job_id, OWNER)
    indexed(world)

    assert (early, sent) == (0, [1, 0])
    assert (job.state, job.error) == (JobState.DONE, None)
    assert places_of(world, WORD) == set()
    assert world.metrics.names(Measured.SHARD_REVIVED) == ["shard_revived"]
    world.durable.clock.advance(days=2)
    assert world.jobs.watch() == 0


def test_two_schedulers_begin_it_again_once() -> None:
    world, job_id = a_world_with_a_purge()
    work = deadly(world)
    until_it_failed(world, job_id)
    mended(world, work)
    world.durable.clock.advance(days=1)
    [place] = world.jobs.stored.late()
    seen = world.jobs.stored.find(place)
    assert seen is not None

    class Behind:
        """The shards as the slower of two schedulers read them."""

        def find(self, _: ShardPlace) -> object:
            return seen

        def __getattr__(self, name: str) -> object:
            return getattr(world.jobs.stored, name)

    slower: WatchJobs = replace(world.jobs.watch, jobs=Behind())  # type: ignore[arg-type]
    listed = list(world.jobs.stored.late())

    assert world.jobs.watch() == 1
    assert [slower._looked_at(one) for one in listed] == [False]
    assert done(world, job_id, OWNER).state is JobState.DONE


def test_it_is_not_begun_again_for_ever_and_each_failure_is_measured() -> None:
    world, job_id = a_world_with_a_purge()
    deadly(world)
    times = 0
    for _ in range(REVIVALS + 5):
        assert until_it_failed(world, job_id).state is JobState.FAILED
        world.durable.clock.advance(days=1)
        times += world.jobs.watch()

    assert times == REVIVALS
    assert len(world.metrics.names(Measured.SHARD_ENDED)) == REVIVALS + 1


def test_a_job_that_comes_anyhow_is_not_begun_again() -> None:
    world = World()
    job_id = world.jobs.start.by_hand(JobName.LIFECYCLE)
    for number in range(8):
        place = ShardPlace(EVERYBODY, job_id, number)
        shard = world.jobs.stored.find(place)
        assert shard is not None
        world.jobs.stored.fail(EVERYBODY, shard, InternalFault.code)
    world.durable.clock.advance(days=2)

    assert world.jobs.watch() == 0


def test_a_damaged_shard_holds_up_no_other() -> None:
    world, job_id = a_world_with_a_purge()
    told(world, "I like tea", user_id="ann")
    world.purge_memory(world.acme, "ann", EVERYTHING)
    world.durable.clock.advance(days=1)
    row = next(one for one in world.rows(JOBS) if one["pk"] == f"acme#{USER}")
    place = Key(str(row["pk"]), str(row["sk"]))
    damage = Update(JOBS, place, (SetTo("state", "no state"),), Present("pk"))
    world.tables.transact(world.acme, [damage])
    noted = NotedFaults()

    with pytest.raises(ValueError, match="no state"):
        replace(world.jobs.watch, faults=noted)()

    assert noted.of == [(job_id, InternalFault.code)]
    assert [one.owner for one in world.jobs.stored.late()] == [OWNER]
