"""When the search index's files are rid of what was deleted, and what is known of it then."""

from dataclasses import replace
from datetime import timedelta

import pytest

from mneme.application.index.expunge_work import MOST_PAGES, REST_SECONDS
from mneme.application.repositories.expunged_row import Expunged, ExpungedRow
from mneme.domain.errors import InternalFault, Unavailable
from mneme.domain.job import Job, JobName, JobState
from tests.doubles.lifecycle import deliver_pages, done
from tests.doubles.managing import told
from tests.doubles.purging import OWNER, purged
from tests.doubles.slow_expunge import SlowExpunge
from tests.doubles.world import World


def a_domain(files: SlowExpunge, world: World | None = None) -> World:
    """Return a world whose index has files that keep what is deleted."""
    durable = None if world is None else world.durable
    return World(durable, around=lambda stores: replace(stores, index_expunge=files))


def night(world: World, days: float = 1) -> Job:
    """Let days pass, and do the night's job."""
    world.durable.clock.advance(days=days)
    assert world.jobs.start.daily(JobName.EXPUNGE)
    return done(world, f"expunge-{world.clock.now():%Y-%m-%d}")


def known(world: World) -> Expunged:
    return ExpungedRow(world.tables).read()


def test_it_is_begun_looked_after_and_noted_as_of_its_beginning() -> None:
    files = SlowExpunge(steps=2)
    world = a_domain(files)
    began = world.clock.now() + timedelta(days=1)

    job = night(world)

    assert (job.state, job.progress.changed) == (JobState.DONE, 1)
    assert files.places == [None, "1", "2"]
    seen_at = known(world).seen_at
    assert known(world).before == began
    assert seen_at is not None
    assert seen_at - began >= timedelta(seconds=2 * REST_SECONDS)


def test_it_is_done_once_a_week_while_nothing_is_purged() -> None:
    files = SlowExpunge()
    world = a_domain(files)

    begun = []
    for _ in range(15):
        night(world)
        begun.append(files.begun)

    assert begun == [1] * 7 + [2] * 7 + [3]


def test_it_is_done_the_night_after_a_purge_and_once() -> None:
    files = SlowExpunge()
    world = a_domain(files)
    told(world, "Likes tea")
    night(world)
    assert purged(world).state is JobState.DONE

    assert not known(world).seen_without(world.clock.now())
    night(world)
    night(world)

    assert files.begun == 2
    assert not known(world).asked


def test_what_is_purged_while_it_runs_waits_for_the_next_night() -> None:
    files = SlowExpunge()
    world = a_domain(files)
    night(world)
    begun = known(world).before
    assert begun is not None

    ExpungedRow(world.tables).ask(begun + timedelta(seconds=1))
    night(world)

    assert files.begun == 2


def test_by_hand_it_is_done_whatever_was_done_before() -> None:
    files = SlowExpunge()
    world = a_domain(files)
    night(world)

    done(world, world.jobs.start.by_hand(JobName.EXPUNGE))

    assert files.begun == 2


@pytest.mark.parametrize("outage", [Unavailable("away"), InternalFault("without end")])
def test_a_night_that_fails_is_followed_by_another(outage: Unavailable | InternalFault) -> None:
    files = SlowExpunge(outages=[outage] * 5)
    world = a_domain(files)
    world.durable.clock.advance(days=1)
    assert world.jobs.start.daily(JobName.EXPUNGE)
    job_id = f"expunge-{world.clock.now():%Y-%m-%d}"

    while not files_failed(world, job_id):
        world.durable.clock.advance(minutes=13)

    assert known(world) == Expunged()
    assert night(world).state is JobState.DONE
    assert known(world).before is not None


def files_failed(world: World, job_id: str) -> bool:
    """Deliver what waits; return whether the job was given up."""
    try:
        return done(world, job_id).state is JobState.FAILED
    except (Unavailable, InternalFault):
        return False


def test_what_never_ends_fails_and_says_so() -> None:
    world = a_domain(SlowExpunge(steps=2 * MOST_PAGES))
    began = world.clock.now()
    job_id = world.jobs.start.by_hand(JobName.EXPUNGE)

    for _ in range(MOST_PAGES + 1):
        deliver_pages(world)
        world.durable.clock.advance(seconds=REST_SECONDS)
    job = done(world, job_id)

    assert (job.state, job.error) == (JobState.FAILED, Unavailable.code)
    assert job.updated_at - began == timedelta(seconds=MOST_PAGES * REST_SECONDS)
    assert known(world) == Expunged()


def test_an_index_that_keeps_nothing_is_left_alone() -> None:
    world = World()

    assert night(world).state is JobState.DONE
    assert known(world) == Expunged()


def test_it_is_nobodys_own() -> None:
    world = a_domain(SlowExpunge())
    world.jobs.start.by_hand(JobName.EXPUNGE, OWNER)

    with pytest.raises(InternalFault, match="everybody"):
        done(world, "expunge", OWNER)
