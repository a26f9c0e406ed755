"""Exports and imports that are killed at any call, and whose messages come again, end the same."""

from dataclasses import replace
from typing import Any

import pytest

from mneme.domain.job import LEASE, JobOwner, JobState
from mneme.runtime.backend import Backend
from tests.doubles.bookkeeping import log_is_dense, stored_counts, true_counts
from tests.doubles.lifecycle import deliver_pages
from tests.doubles.made import an_app, said
from tests.doubles.managing import told, update
from tests.doubles.transfer import (
    PRIVACY,
    content_of,
    export_lines,
    import_pages,
    lines_of,
    link_of,
    objects_of,
    without_ids,
)
from tests.doubles.watched import Fuse, Killed, Watched
from tests.doubles.world import TENANT, USER, World

OTHER = "u-other"


def prepared() -> World:
    """Return a world whose user has a bit of everything."""
    world = World()
    update(world, told(world, "住在深圳", fact_key="home"), content="住在广州")
    told(world, "Likes tea", an_app("planner"))
    world.remember(said("I hum.", session_id="s-1"))
    return world


def _watched(stores: Backend, fuse: Fuse) -> Backend:
    watched = {
        name: Watched(getattr(stores, name), fuse) for name in ("tables", "queue", "blobs", "index")
    }
    return replace(stores, **watched)  # type: ignore[arg-type]


def _run(world: World, job_id: str, user_id: str, at: int, late: bool) -> int:
    """Let a worker that is killed once do a job; return how many calls it made."""
    fuse = Fuse(at, late)
    worker = World(world.durable, around=lambda stores: _watched(stores, fuse))
    owner = JobOwner(TENANT, user_id)
    for _ in range(100):
        job = world.jobs.show.find(owner, job_id)
        assert job is not None
        if job.state.final:
            assert (job.state, job.progress.failed) == (JobState.DONE, 0)
            return fuse.calls
        try:
            deliver_pages(worker)
            import_pages(worker)
        except Killed:
            # Nobody released the message: it comes again when it is visible again.
            world.durable.clock.advance(seconds=LEASE.total_seconds() + 1000)
        world.durable.clock.advance(seconds=2)
    raise AssertionError("the job does not end")


def _exported(at: int, late: bool) -> tuple[list[dict[str, Any]], int]:
    world = prepared()
    job_id = world.transfer.begin_export(PRIVACY, USER)
    calls = _run(world, job_id, USER, at, late)
    job = world.jobs.show.find(JobOwner(TENANT, USER), job_id)
    assert job is not None
    url = link_of(world, job)
    assert url is not None
    assert len(objects_of(world)) == 1
    return lines_of(content_of(world, url)), calls


def _imported(
    world: World, lines: list[dict[str, Any]], at: int, late: bool
) -> tuple[list[dict[str, Any]], int]:
    job_id = world.transfer.begin_import(PRIVACY, OTHER, lines[1:-1]).job_id
    calls = _run(world, job_id, OTHER, at, late)
    assert log_is_dense(world)
    assert stored_counts(world) == true_counts(world)
    return without_ids(export_lines(world, OTHER)[1:-1]), calls


@pytest.mark.parametrize("late", [False, True])
def test_an_export_that_is_killed_anywhere_holds_all_of_it_once(late: bool) -> None:
    whole, calls = _exported(0, late=False)

    for at in range(1, calls + 1):
        assert _exported(at, late)[0] == whole, at


@pytest.mark.parametrize("late", [False, True])
def test_an_import_that_is_killed_anywhere_writes_all_of_it_once(late: bool) -> None:
    world = prepared()
    lines = export_lines(world)
    whole, calls = _imported(world, lines, 0, late=False)
    assert whole == without_ids(lines[1:-1])

    for at in range(1, calls + 1, 2):
        world = prepared()
        assert _imported(world, export_lines(world), at, late)[0] == whole, at
