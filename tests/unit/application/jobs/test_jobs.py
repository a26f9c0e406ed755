"""Jobs go page by page, each item once, whoever is cut off where, and however many begin them."""

from datetime import timedelta

import pytest

from mneme.application.jobs.do_page import Outcome
from mneme.application.jobs.job_messages import JOBS_QUEUE, job_message
from mneme.application.ports.table_store import Query
from mneme.domain.errors import InternalFault, Unavailable
from mneme.domain.job import LATENESS, LEASE, TRIES, JobName, JobState, Progress
from mneme.domain.measures import Measured
from mneme.domain.tenancy import SYSTEM
from tests.doubles.counted_work import (
    EVERYBODY,
    TODAY,
    CountedWork,
    begun,
    deliver,
    each_once,
    run,
    working,
)
from tests.doubles.world import World


def test_a_job_does_each_item_once_and_tells_how_far_it_is(world: World) -> None:
    work = CountedWork()

    job = run(begun(world, work))

    assert each_once(work)
    assert sorted(work.pages) == [(shard, page) for shard in (0, 1) for page in (1, 2, 3, 4)]
    assert (job.state, job.shards_done, job.pages) == (JobState.DONE, 2, 8)
    assert job.progress == Progress(20, 20)
    assert world.durable.waiting(JOBS_QUEUE) == 0


def test_between_two_pages_of_a_shard_there_is_a_pause(world: World) -> None:
    begun(world, CountedWork())
    deliver(world)

    assert deliver(world) == []
    world.durable.clock.advance(seconds=1)
    assert deliver(world) == [Outcome.DONE, Outcome.DONE]


def test_two_schedulers_at_once_do_the_work_once(world: World) -> None:
    work = CountedWork()
    other = World(world.durable)

    first = working(world, work).jobs.start.daily(JobName.LIFECYCLE)
    second = working(other, work).jobs.start.daily(JobName.LIFECYCLE)
    run(world)

    assert (first, second) == (True, False)
    assert each_once(work)
    assert len(work.pages) == 8


def test_the_job_of_another_day_is_another_job(world: World) -> None:
    begun(world, CountedWork())
    world.durable.clock.advance(days=1)

    assert world.jobs.start.daily(JobName.LIFECYCLE)
    assert [job.job_id for job in world.jobs.show.every(EVERYBODY)] == [
        "lifecycle-2026-03-02",
        TODAY,
    ]


def test_two_workers_of_one_page_do_it_once(world: World) -> None:
    work = CountedWork(items=3, shards=1)
    begun(world, work)
    (record,) = world.backend.queue_consumer.receive(JOBS_QUEUE, 1)
    message = job_message(record.body)
    other = working(World(world.durable), work)
    original = work.page

    def overtaken(owner, shard):  # type: ignore[no-untyped-def]
        held = other.jobs.do_page(message)
        assert (held.outcome, held.again_after) == (Outcome.HELD, 151)
        return original(owner, shard)

    work.page = overtaken  # type: ignore[method-assign]
    assert world.jobs.do_page(message).outcome is Outcome.DONE
    assert other.jobs.do_page(message).outcome is Outcome.PASSED
    assert work.pages == [(0, 1)]


def test_who_was_overtaken_after_its_lease_moves_nothing(world: World) -> None:
    work = CountedWork(items=4, shards=1)
    begun(world, work)
    (record,) = world.backend.queue_consumer.receive(JOBS_QUEUE, 1)
    message, original = job_message(record.body), work.page
    other = working(World(world.durable), CountedWork(items=4, shards=1, taken=work.taken))

    def slow(owner, shard):  # type: ignore[no-untyped-def]
        done = original(owner, shard)
        world.durable.clock.advance(LEASE.total_seconds())
        assert other.jobs.do_page(message).outcome is Outcome.DONE
        return done

    work.page = slow  # type: ignore[method-assign]
    assert world.jobs.do_page(message).outcome is Outcome.HELD
    work.page = original  # type: ignore[method-assign]

    job = run(world)

    assert each_once(work)
    assert (job.pages, job.progress.read) == (2, 4)


def test_a_page_that_failed_is_tried_again(world: World) -> None:
    work = CountedWork(faults=[Unavailable("away")])
    begun(world, work)

    with pytest.raises(Unavailable):
        deliver(world)
    world.durable.clock.advance(minutes=13)  # what was received comes again
    job = run(world)

    assert job.state is JobState.DONE
    assert each_once(work)


def test_a_page_that_never_succeeds_fails_its_shard_and_no_other(world: World) -> None:
    work = CountedWork()
    begun(world, work)
    original = work.page

    def poisoned(owner, shard):  # type: ignore[no-untyped-def]
        if shard.number == 0:
            raise Unavailable("away")
        return original(owner, shard)

    work.page = poisoned  # type: ignore[method-assign]
    for _ in range(TRIES * 20):
        try:
            deliver(world)
        except Unavailable:
            world.durable.clock.advance(minutes=13)
        world.durable.clock.advance(seconds=5)
    job = world.jobs.show.find(EVERYBODY, TODAY)

    assert job is not None
    assert (job.state, job.shards_done, job.error) == (JobState.FAILED, 1, InternalFault.code)
    ended = ["shard_ended_done", "shard_ended_failed"]
    assert sorted(world.metrics.names(Measured.SHARD_ENDED)) == ended


def test_a_page_whose_message_is_lost_is_sent_again_when_it_is_late(world: World) -> None:
    work = CountedWork(items=4, shards=1)
    begun(world, work)
    (record,) = world.backend.queue_consumer.receive(JOBS_QUEUE, 1)
    world.backend.queue_consumer.acknowledge(JOBS_QUEUE, record.receipt)

    early = world.jobs.watch()
    world.durable.clock.advance(LATENESS.total_seconds())
    sent = [world.jobs.watch(), world.jobs.watch()]

    assert (early, sent) == (0, [1, 0])
    assert run(world).state is JobState.DONE
    assert each_once(work)


def test_what_is_done_is_not_looked_after(world: World) -> None:
    run(begun(world, CountedWork()))
    world.durable.clock.advance(days=1)

    assert world.jobs.watch() == 0
    assert world.backend.tables.query(SYSTEM, _late_query()).items == ()


def _late_query() -> Query:
    return Query("jobs", "jobs", index="due", consistent=False)


def test_what_became_of_a_job_is_kept_for_ninety_days(world: World) -> None:
    run(begun(world, CountedWork()))
    world.durable.clock.advance(timedelta(days=89).total_seconds())
    assert world.jobs.show.find(EVERYBODY, TODAY) is not None

    world.durable.clock.advance(days=1)
    assert world.jobs.show.find(EVERYBODY, TODAY) is None


def test_each_shard_is_measured_by_how_it_ended(world: World) -> None:
    run(begun(world, CountedWork()))

    assert world.metrics.names(Measured.SHARD_ENDED) == ["shard_ended_done", "shard_ended_done"]
