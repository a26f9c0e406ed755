"""A worker killed anywhere in a page loses nothing, and does nothing twice."""

from collections import Counter
from dataclasses import replace

import pytest

from mneme.application.jobs.job_messages import JOBS_QUEUE, job_message
from mneme.application.repositories.row_keys import HEADS
from mneme.domain.job import JobName, JobState
from mneme.domain.memory import Provenance
from mneme.runtime.backend import Backend
from tests.doubles.bookkeeping import log_is_dense, stored_counts, true_counts
from tests.doubles.lifecycle import done
from tests.doubles.made import an_app
from tests.doubles.managing import indexed, told, update
from tests.doubles.watched import Fuse, Killed, Watched
from tests.doubles.world import USER, World


def prepared() -> World:
    """Return a world in which a day has come for memories of every kind."""
    world = World()
    old = told(world, "Tea zero", is_important=True)
    update(world, old, content="Tea one")
    archived = told(world, "Tea two", fact_key="drink")
    update(world, archived, content="Tea three")
    indexed(world)
    done(world, _later(world, days=100))
    for number in range(2):
        told(world, f"Nuts {number}", scope=an_app(), fact_key=f"nuts{number}")
    deleted = told(world, "I like salt")
    world.manage.delete.one(world.acme, USER, deleted, None)
    told(world, "I may like salt", provenance=Provenance.CANDIDATE)
    world.durable.clock.advance(days=182)
    return world


def _later(world: World, days: float) -> str:
    world.durable.clock.advance(days=days)
    return world.jobs.start.by_hand(JobName.LIFECYCLE)


def _watched(stores: Backend, fuse: Fuse) -> Backend:
    watched = {
        name: Watched(getattr(stores, name), fuse) for name in ("tables", "queue", "blobs", "index")
    }
    return replace(stores, **watched)  # type: ignore[arg-type]


def _state(world: World) -> object:
    """Return everything that must be the same in the end, however it came about."""
    tables = {
        name: [row["sk"] for row in world.rows(name)] for name in ("heads", "revisions", "guards")
    }
    statuses = sorted((str(row["sk"]), row["status"]) for row in world.rows(HEADS))
    kept = sorted(str(row["sk"]) for row in world.rows("revisions") if "sealed" in row)
    log = Counter(
        (str(r["operation"]), str(r["reason"]), str(r["memory_ids"]))
        for r in world.rows("change_log")
        if "operation" in r
    )
    objects = sorted(world.durable.backend.blobs.objects)  # type: ignore[attr-defined]
    assert stored_counts(world) == true_counts(world)
    assert log_is_dense(world)
    return tables, statuses, kept, log, objects


def _page_of_all(world: World) -> list[str]:
    """Begin the job; return the messages of its shards, of which one has all the work."""
    job_id = world.jobs.start.by_hand(JobName.LIFECYCLE)
    received = world.backend.queue_consumer.receive(JOBS_QUEUE, 10)
    assert len(received) == 8
    return [job_id, *(record.body for record in received)]


def _run(world: World, bodies: list[str]) -> None:
    for body in bodies:
        world.jobs.do_page(job_message(body))


@pytest.mark.parametrize("late", [False, True])
def test_a_lifecycle_that_is_killed_anywhere_ends_as_if_it_had_not_been(late: bool) -> None:
    world = prepared()
    _, *bodies = _page_of_all(world)
    counted = Fuse()
    _run(World(world.durable, around=lambda stores: _watched(stores, counted)), bodies)
    expected = _state(world)
    assert {key[1] for key in _objects(world)} == {"archive"}

    for at in range(1, counted.calls + 1):
        world = prepared()
        job_id, *bodies = _page_of_all(world)
        fuse = Fuse(at, late)
        with pytest.raises(Killed):
            _run(
                World(world.durable, around=lambda stores, fuse=fuse: _watched(stores, fuse)),
                bodies,
            )

        world.durable.clock.advance(minutes=13)
        job = done(world, job_id)

        assert job.state is JobState.DONE
        assert _state(world) == expected, (at, late)


def _objects(world: World) -> dict[tuple[str, str, str], bytes]:
    return world.durable.backend.blobs.objects  # type: ignore[attr-defined, no-any-return]
