"""Nothing of a memory lies where its head is not, wherever an import is cut off for good."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, cast

import pytest

from mneme.application.ports.table_store import TableStore
from mneme.domain.job import LEASE, JobName, JobOwner, JobState
from mneme.domain.purge import PurgeTarget
from mneme.runtime.backend import Backend
from tests.doubles.lifecycle import done, lived
from tests.doubles.long_past import changed_often
from tests.doubles.made import an_app
from tests.doubles.managing import indexed, told
from tests.doubles.transfer import PRIVACY, ended, export_lines, import_pages, imported
from tests.doubles.watched import Fuse, Killed, Watched
from tests.doubles.world import TENANT, World

APP = an_app("planner")
OTHER = "u-other"
OWNER = JobOwner(TENANT, OTHER)
PAST = 45
FAR_AHEAD = "2099-01-01T00:00:00+00:00"


def prepared() -> tuple[World, list[dict[str, Any]]]:
    """Return a world, and lines of a memory with a long past and of another one."""
    world = World()
    changed_often(world, PAST, APP)
    told(world, "Likes tea")
    return world, export_lines(world)


def cut_off(at: int, late: bool) -> tuple[World, list[dict[str, Any]], str, int]:
    """Import up to a call of the tables; return how many there were."""
    world, lines = prepared()
    job_id = world.transfer.begin_import(PRIVACY, OTHER, lines[1:-1]).job_id
    fuse = Fuse(at, late)
    worker = World(world.durable, around=lambda made: _watched(made, fuse))
    try:
        for _ in range(4):
            import_pages(worker)
            world.durable.clock.advance(seconds=2)
    except Killed:
        pass
    return world, lines, job_id, fuse.calls


def _watched(stores: Backend, fuse: Fuse) -> Backend:
    return replace(stores, tables=cast(TableStore, Watched(stores.tables, fuse)))


def orphans(world: World) -> Sequence[object]:
    """Return the revisions whose memory is not there."""
    heads = {(row["pk"], row["sk"]) for row in world.rows("heads")}
    rows = world.rows("revisions")
    return [row["sk"] for row in rows if (row["pk"], str(row["sk"]).split("#")[0]) not in heads]


@pytest.mark.parametrize("late", [False, True])
def test_who_is_cut_off_for_good_leaves_no_revision_without_its_memory(late: bool) -> None:
    *_, calls = cut_off(0, late)

    for at in range(1, calls + 1):
        world, *_ = cut_off(at, late)
        assert orphans(world) == [], at


@pytest.mark.parametrize("at", range(1, 41, 3))
def test_a_purge_of_the_app_then_leaves_nothing_of_it(at: int) -> None:
    world, _, job_id, _ = cut_off(at, late=True)

    done(world, world.purge_memory(world.acme, OTHER, PurgeTarget("planner")), OWNER)
    world.durable.clock.advance(seconds=LEASE.total_seconds() + 1000)

    assert ended(world, job_id, OWNER).state is not JobState.RUNNING
    apps = [row for row in world.rows("revisions") if str(row["pk"]).endswith(OTHER)]
    assert len(apps) <= 1
    assert orphans(world) == []


@pytest.mark.parametrize("at", range(1, 41, 3))
def test_sent_again_it_is_whole_and_the_index_shows_it(at: int) -> None:
    world, lines, _, _ = cut_off(at, late=True)
    indexed(world)

    assert imported(world, lines, OTHER).progress.failed == 0

    assert export_lines(world, OTHER)[-1] == lines[-1]
    indexed(world)
    world.durable.clock.advance(hours=1)
    compared = world.jobs.start.by_hand(JobName.RECONCILE, OWNER)
    assert done(world, compared, OWNER).progress.changed == 0


@pytest.mark.parametrize("past_since", [None, FAR_AHEAD])
def test_its_past_is_purged_some_day_whatever_the_line_says(past_since: str | None) -> None:
    world, lines = prepared()
    (line,) = [one for one in lines[1:-1] if one["revision"] > 1]
    line["past_since"] = past_since
    for revision in line["revisions"]:
        revision["created_at"] = FAR_AHEAD
    world.durable.clock.advance(days=1)

    imported(world, [lines[0], line, lines[-1]], OTHER)

    (line,) = export_lines(world, OTHER)[1:-1]
    assert datetime.fromisoformat(line["past_since"]) <= world.clock.now()
    for _ in range(4):
        lived(world, days=48)
    assert [len(one["revisions"]) for one in export_lines(world, OTHER)[1:-1]] == [1]
