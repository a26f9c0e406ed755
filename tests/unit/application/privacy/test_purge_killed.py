"""A purge's job that is killed anywhere, and whose message comes again, ends the same."""

import json
from dataclasses import replace

import pytest

from mneme.application.jobs.job_messages import JOBS_QUEUE
from mneme.application.ports.table_store import Item
from mneme.domain.job import LEASE, JobState
from mneme.domain.purge import PurgeTarget
from mneme.runtime.backend import Backend
from tests.doubles.bookkeeping import log_is_dense, stored_counts, true_counts
from tests.doubles.lifecycle import deliver_pages, done
from tests.doubles.made import GLOBAL, an_app, said
from tests.doubles.managing import indexed, told, update
from tests.doubles.purging import EVERYTHING, OWNER, purge, shown
from tests.doubles.watched import Fuse, Killed, Watched
from tests.doubles.world import USER, World

APP = an_app("planner")
LARGE = said(*("tea " * 2000 for _ in range(20)), session_id="s-9", scope=APP)


def prepared() -> World:
    """Return a world with a purge of an app, or of everything, before it."""
    world = World()
    for scope in (GLOBAL, APP):
        update(world, told(world, f"Tea {scope.key}", scope, fact_key="drink"), content="Milk")
    world.remember(said("I live in Oslo.", scope=APP))
    indexed(world)
    world.accept_add(world.acme, USER, LARGE, None)
    return world


def _watched(stores: Backend, fuse: Fuse) -> Backend:
    watched = {
        name: Watched(getattr(stores, name), fuse)
        for name in ("tables", "queue", "blobs", "index", "certificate_keys")
    }
    return replace(stores, **watched)  # type: ignore[arg-type]


def _end(world: World) -> object:
    indexed(world)
    tables = ("heads", "revisions", "guards", "episodes", "sessions", "counters")
    assert log_is_dense(world)
    assert stored_counts(world) == true_counts(world)
    operations = sorted((str(r["sk"]), str(r.get("state"))) for r in world.rows("operations"))
    objects = sorted(world.durable.backend.blobs.objects)  # type: ignore[attr-defined]
    rows = [[(row["pk"], row["sk"]) for row in world.rows(table)] for table in tables]
    destroyed = [_destroyed(row) for row in world.rows("certificates")]
    return rows, operations, objects, sorted(shown(world)), destroyed


def _destroyed(row: Item) -> object:
    """Return what a certificate says but for instants."""
    told = json.loads(str(row["statement"]))
    assert "signature" in row
    return told["destroyed"], told["claim"], told["rounds"], told["issue"], list(told["keys"])


def _run(target: PurgeTarget, at: int, late: bool) -> tuple[object, int]:
    world = prepared()
    job_id = purge(world, target)
    fuse = Fuse(at, late)
    worker = World(world.durable, around=lambda stores: _watched(stores, fuse))
    for _ in range(100):
        job = world.jobs.show.find(OWNER, job_id)
        assert job is not None
        if job.state.final:
            break
        try:
            deliver_pages(worker)
        except Killed:
            # Nobody released the message: it comes again when it is visible again.
            world.durable.clock.advance(seconds=LEASE.total_seconds() + 1000)
        world.durable.clock.advance(seconds=2)
    job = done(world, job_id, OWNER)
    assert job.state is JobState.DONE
    assert world.durable.waiting(JOBS_QUEUE) <= 1
    return _end(world), fuse.calls


@pytest.mark.parametrize("target", [EVERYTHING, PurgeTarget("planner")], ids=["all", "app"])
def test_killed_before_or_after_any_call_it_ends_as_if_it_never_was(target: PurgeTarget) -> None:
    whole, calls = _run(target, 0, late=False)

    for at in range(1, calls + 1, 3):
        for late in (False, True):
            assert _run(target, at, late)[0] == whole, (at, late)
