"""What kills a job's workers, or is nowhere to be reached, is met alone and holds up nobody."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, cast

import pytest

from mneme.application.lifecycle.lifecycle_work import LifecycleWork
from mneme.application.lifecycle.redate_work import RedateWork
from mneme.application.repositories.row_keys import HEADS
from mneme.domain.errors import MnemeError, Unavailable
from mneme.domain.job import TRIES, Job, JobName, JobShard, JobState, PageDone, Progress
from mneme.domain.memory import Status
from mneme.domain.tenancy import TenantContext
from tests.doubles.lifecycle import EVERYBODY, deliver_pages
from tests.doubles.managing import head_of, many, told
from tests.doubles.noted_faults import NotedFaults
from tests.doubles.watched import Killed
from tests.doubles.world import USER, World

FADED = 100


def run_to_its_end(world: World, name: JobName) -> tuple[Job, int]:
    """Run a job as the platform does; return it and how many workers were killed."""
    world.durable.clock.advance(seconds=1)
    job_id, killed = world.jobs.start.by_hand(name), 0
    for _ in range(2_000):
        try:
            deliver_pages(world)
        except Killed:
            killed += 1
            world.durable.clock.advance(minutes=13)  # what the dead had in hands comes again
        except MnemeError:
            world.durable.clock.advance(minutes=13)
        world.durable.clock.advance(seconds=1)
        job = world.jobs.show.find(EVERYBODY, job_id)
        assert job is not None
        if job.state.final:
            return job, killed
    raise AssertionError("the job does not end")


def looking_after(world: World, retire: Callable[..., Any]) -> NotedFaults:
    """Let the lifecycle's work do this to a user's memories; return what it takes down."""
    work, noted = cast(LifecycleWork, world.jobs.works[JobName.LIFECYCLE]), NotedFaults()
    each = replace(work.each, faults=noted)
    world.jobs.__dict__["works"] = {JobName.LIFECYCLE: replace(work, retire=retire, each=each)}
    return noted


@pytest.mark.parametrize("at", [0, 37, FADED - 1])
def test_a_memory_that_kills_every_worker_is_passed_by_and_all_others_are_looked_after(
    world: World, at: int
) -> None:
    ids = many(world, FADED)
    world.durable.clock.advance(days=1000)
    retire, deadly = world.jobs._lifecycle.retire, ids[at]

    def killing(tenant: TenantContext, user_id: str, memory_ids: Sequence[str]) -> object:
        if deadly in memory_ids:
            raise Killed
        return retire(tenant, user_id, memory_ids)

    noted = looking_after(world, killing)
    job, killed = run_to_its_end(world, JobName.LIFECYCLE)

    assert job.state is JobState.DONE
    assert job.progress == Progress(FADED, FADED - 1, 1)
    assert noted.of == [(deadly, 50000)]
    assert killed <= 2 * TRIES
    left = [one for one in ids if head_of(world, one).status is Status.ACTIVE]
    assert left == [deadly]
    assert run_to_its_end(world, JobName.LIFECYCLE)[0].progress == Progress(1, 0, 1)


def test_users_whose_stores_are_away_all_day_hold_up_no_others(world: World) -> None:
    for number in range(30):
        told(world, "I like tea", user_id=f"user-{number}")
    world.durable.clock.advance(days=100)
    retire = world.jobs._lifecycle.retire

    def away(tenant: TenantContext, user_id: str, memory_ids: Sequence[str]) -> object:
        if user_id in {"user-3", "user-20"}:
            raise Unavailable("its key is not to be had")
        return retire(tenant, user_id, memory_ids)

    noted = looking_after(world, away)
    job, _ = run_to_its_end(world, JobName.LIFECYCLE)

    assert (job.state, job.progress.failed) == (JobState.DONE, 2)
    assert [code for _, code in noted.of] == [50002, 50002]
    active = {str(row["pk"]) for row in world.rows(HEADS) if row["status"] == "ACTIVE"}
    assert active == {"acme#user-3", "acme#user-20"}


def test_a_row_that_kills_whoever_dates_it_is_passed_by(world: World) -> None:
    ids = many(world, 20)
    for one in ids:
        world.set_head(one, due_at=1, due_decay=99)
    work, noted = cast(RedateWork, world.jobs.works[JobName.REDATE]), NotedFaults()
    date_anew = work.date_anew

    def killing(*arguments: Any) -> bool:
        if arguments[2].memory_id == ids[7]:
            raise Killed
        return date_anew(*arguments)

    each = replace(work.each, faults=noted)
    redate = replace(work, date_anew=killing, each=each)  # type: ignore[arg-type]
    world.jobs.__dict__["works"] = {JobName.REDATE: redate}
    job, _ = run_to_its_end(world, JobName.REDATE)

    assert (job.state, job.progress.failed) == (JobState.DONE, 1)
    assert noted.of == [(ids[7], 50000)]
    undated = [row["sk"] for row in world.rows(HEADS) if row["due_decay"] == 99]
    assert undated == [ids[7]]


def a_shard(world: World, **parts: Any) -> JobShard:
    now = world.clock.now()
    return JobShard("j", JobName.LIFECYCLE, 0, 1, now, now, **parts)


def test_a_page_has_one_item_after_a_killed_worker_and_twice_as_many_with_each_that_ends(
    world: World,
) -> None:
    now, ended = world.clock.now(), PageDone("on", Progress())
    shard = a_shard(world, holder="the dead", tries=3).begun_by("me", now)
    assert (shard.portion(100), shard.tries) == (1, 1)

    portions = []
    for _ in range(8):
        shard = shard.advanced(ended, now).begun_by("me", now)
        shard = replace(shard, holder=None)
        portions.append(shard.portion(100))

    assert portions == [2, 4, 8, 16, 32, 64, 100, 100]
    for _ in range(2):
        shard = replace(shard.advanced(ended, now).begun_by("me", now), holder=None)
    assert shard.most is None


def test_a_page_that_was_given_back_is_begun_again_as_it_was(world: World) -> None:
    shard = a_shard(world, tries=1).begun_by("me", world.clock.now())

    assert (shard.portion(100), shard.tries, shard.is_deadly) == (100, 2, False)


def test_a_page_of_many_that_kills_its_last_worker_is_begun_with_one_item(world: World) -> None:
    assert not a_shard(world, holder="the dead", tries=TRIES).given_up
    assert a_shard(world, holder="the dead", tries=TRIES, most=1).given_up
    assert a_shard(world, tries=TRIES).given_up


def test_the_users_memories_are_counted_once_where_one_of_them_is_damaged(world: World) -> None:
    ids = many(world, 6)
    world.durable.clock.advance(days=1000)
    retire, noted = world.jobs._lifecycle.retire, NotedFaults()

    def faulty(tenant: TenantContext, user_id: str, memory_ids: Sequence[str]) -> object:
        if ids[2] in memory_ids:
            raise ValueError(memory_ids)
        return retire(tenant, user_id, memory_ids)

    noted = looking_after(world, faulty)
    job, _ = run_to_its_end(world, JobName.LIFECYCLE)

    assert job.progress == Progress(6, 5, 1)
    assert noted.of == [(ids[2], 50000)]
    assert head_of(world, ids[2]).status is Status.ACTIVE
    assert world.memories.heads(world.acme, USER, ids).keys() == set(ids)
