"""What a full memory's write leaves to a job is done by it, once, whoever asks how often."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, cast

import pytest

from mneme.application.capacity.evict_page import PAGE
from mneme.application.capacity.evict_work import EvictByJob
from mneme.application.jobs.job_messages import JOBS_QUEUE
from mneme.application.ports.table_store import Put
from mneme.application.repositories.row_keys import JOBS
from mneme.domain.errors import InternalFault, Unavailable
from mneme.domain.identity import hashed_user
from mneme.domain.job import JobName, JobOwner, JobShard, JobState
from mneme.domain.memory import Status
from tests.doubles.bookkeeping import log_is_dense, stored_counts, true_counts
from tests.doubles.lifecycle import done
from tests.doubles.limited import GLOBAL_COUNTER, limit, standing
from tests.doubles.managing import head_of, many, told
from tests.doubles.noted_faults import NotedFaults
from tests.doubles.watched import Interlude, Watched
from tests.doubles.world import TENANT, USER, World

OWNER = JobOwner(TENANT, USER)


def full(world: World) -> World:
    many(world, 300)
    limit(world, everywhere=300)
    return world


def test_the_rest_of_an_eviction_is_done_by_a_job_of_the_user(world: World) -> None:
    full(world)

    told(world, "I own a house")
    left = standing(world, GLOBAL_COUNTER)
    (job,) = world.jobs.show.every(OWNER)
    ended = done(world, job.job_id, OWNER)

    assert left == [300 - PAGE + 1]
    assert (ended.name, ended.state) == (JobName.EVICT, JobState.DONE)
    assert ended.progress.changed == left[0] - 270
    assert standing(world, GLOBAL_COUNTER) == [270]
    assert (stored_counts(world), log_is_dense(world)) == (true_counts(world), True)
    assert world.manage.jobs.of_user(world.acme, USER, job.job_id) == ended


def test_whoever_asks_for_the_same_within_ten_minutes_asks_for_one_job(world: World) -> None:
    for _ in range(3):
        world.evictions.ask(world.acme, USER, [GLOBAL_COUNTER])
    assert world.durable.waiting(JOBS_QUEUE) == 1

    world.durable.clock.advance(minutes=10)
    world.evictions.ask(world.acme, USER, [GLOBAL_COUNTER])
    assert len(world.jobs.show.every(OWNER)) == 2


@pytest.mark.parametrize("store", ["tables", "queue"])
def test_a_write_whose_room_was_made_is_done_though_the_rest_cannot_be_asked_for(
    world: World, store: str
) -> None:
    full(world)
    fuse = Interlude(_begins_a_job, _is_away, again=True)
    cut = World(
        world.durable,
        lambda stores: replace(stores, **{store: Watched(getattr(stores, store), fuse)}),  # type: ignore[arg-type]
    )
    noted = NotedFaults()
    cut.__dict__["evictions"] = replace(cast(EvictByJob, cut.evictions), faults=noted)

    new = told(cut, "I own a house")

    assert head_of(world, new).status is Status.ACTIVE
    assert standing(world, GLOBAL_COUNTER) == [300 - PAGE + 1]
    assert noted.of == [(hashed_user(TENANT, USER), 50002)]
    assert len(world.jobs.show.every(OWNER)) == (1 if store == "queue" else 0)


def test_what_was_lost_is_made_up_for_by_the_next_write_that_meets_the_limit(
    world: World,
) -> None:
    full(world)
    fuse = Interlude(_begins_a_job, _is_away, again=True)
    cut = World(world.durable, lambda stores: replace(stores, tables=Watched(stores.tables, fuse)))
    told(cut, "I own a house")
    for number in range(PAGE):
        told(world, f"I own house number {number}")

    (job,) = world.jobs.show.every(OWNER)
    done(world, job.job_id, OWNER)

    assert standing(world, GLOBAL_COUNTER) == [270]


def test_a_job_that_was_written_and_not_sent_is_sent_when_it_is_late(world: World) -> None:
    full(world)
    fuse = Interlude(_begins_a_job, _is_away, again=True)
    cut = World(world.durable, lambda stores: replace(stores, queue=Watched(stores.queue, fuse)))
    told(cut, "I own a house")

    world.durable.clock.advance(minutes=15)
    assert world.jobs.watch() == 1
    (job,) = world.jobs.show.every(OWNER)
    done(world, job.job_id, OWNER)

    assert standing(world, GLOBAL_COUNTER) == [270]


def _begins_a_job(method: str, arguments: Sequence[Any]) -> bool:
    if method == "send":
        return bool(arguments[1] == JOBS_QUEUE)
    return method == "transact" and any(
        isinstance(one, Put) and one.table == JOBS for one in arguments[1]
    )


def _is_away() -> None:
    raise Unavailable("away")


def test_the_nightly_comparison_meets_a_limit_that_was_lowered(world: World) -> None:
    ids = many(world, 100)
    limit(world, everywhere=50)
    world.durable.clock.advance(hours=1)

    reconciled = world.jobs.start.by_hand(JobName.RECONCILE, OWNER)
    done(world, reconciled, OWNER)
    (evicts,) = [one for one in world.jobs.show.every(OWNER) if one.name is JobName.EVICT]
    job = done(world, evicts.job_id, OWNER)

    assert standing(world, GLOBAL_COUNTER) == [45]
    assert job.progress.changed == 55
    world.durable.clock.advance(minutes=10)
    told_again = done(world, world.jobs.start.by_hand(JobName.RECONCILE, OWNER), OWNER)
    assert len(world.jobs.show.every(OWNER)) == 3
    assert told_again.state is JobState.DONE
    archived = [one for one in ids if head_of(world, one).status is Status.ARCHIVED]
    assert len(archived) == 55


@pytest.mark.parametrize(("owner", "cursor"), [(JobOwner(), '[["G", 1]]'), (OWNER, None)])
def test_an_eviction_of_nothing_in_particular_is_refused(
    world: World, owner: JobOwner, cursor: str | None
) -> None:
    now = world.clock.now()
    shard = JobShard("j", JobName.EVICT, 0, 1, now, now, cursor=cursor)

    with pytest.raises(InternalFault):
        world.jobs.works[JobName.EVICT].page(owner, shard)
